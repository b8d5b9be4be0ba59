/**
 * The phrases of one product: what it is together with what is said of it, as a shopper of its language would type it.
 * The index itself already suggests categories, brands, both together and word sequences that titles share; and it
 * finds synonyms, plurals and spellings of measures by the query. So a phrase is given only where it says more.
 */
import { fold } from '../../../search/text/fold.ts';
import { brandKey } from '../../check-phrases.ts';
import type { PhraseProduct, ProductPhrases } from '../../phrase-generator.ts';
import { type CatalogProfile, pairKey, stemsOf } from './catalog-profile.ts';
import { leafOf } from './category-nouns.ts';
import { compoundNoun } from './compounds.ts';
import { findHead, type Head } from './find-head.ts';
import { type OfflineLanguage, readTitle, type TitleReading } from './title-reading.ts';
import type { TraitKind } from './trait-words.ts';
import { audienceOfProduct, measureOf, measureText, type Trait, traitsOf } from './traits.ts';

/** Few and good: each costs memory in the index and a place in the list that a shopper sees. */
const suggestionsMax = 5;
const searchMax = 4;

/** The phrases of a product, best first. */
export function composePhrases(
  product: PhraseProduct,
  profile: CatalogProfile,
  language: OfflineLanguage,
): ProductPhrases {
  const reading = readTitle(product, language);
  const head = findHead(product, reading, profile, language);
  if (head === null) return { suggestionPhrases: [], searchPhrases: [] };
  const subject: Subject = { product, reading, head, profile, language, traits: traitsOf(product, language) };
  const phrases = new PhraseList(knownTo(subject));
  addBrand(phrases, subject);
  addTraits(phrases, subject);
  addAudience(phrases, subject);
  addMeasure(phrases, subject);
  const suggestionPhrases = phrases.texts.slice(0, suggestionsMax);
  return { suggestionPhrases, searchPhrases: searchPhrases(subject, phrases) };
}

interface Subject {
  readonly product: PhraseProduct;
  readonly reading: TitleReading;
  readonly head: Head;
  readonly profile: CatalogProfile;
  readonly language: OfflineLanguage;
  readonly traits: readonly Trait[];
}

/** Phrases that differ by more than an inflection, from each other and from what is suggested anyway. */
class PhraseList {
  readonly texts: string[] = [];
  readonly #keys: Set<string>;
  readonly #keyOf: (text: string) => string;

  constructor({ keys, keyOf }: { readonly keys: Set<string>; readonly keyOf: (text: string) => string }) {
    this.#keys = keys;
    this.#keyOf = keyOf;
  }

  add(text: string | null): void {
    if (text === null) return;
    const key = this.#keyOf(text);
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.texts.push(text);
  }
}

/** What the index suggests of this product without phrases, but for sequences of its title. */
function knownTo({ product, language }: Subject) {
  const keyOf = (text: string) => fold(text).split(' ').map(language.stem).sort().join(' ');
  const leaf = leafOf(product.category);
  const names = [leaf, product.brand ?? '', `${product.brand ?? ''} ${leaf}`, product.title];
  return { keys: new Set(names.map(keyOf)), keyOf };
}

const brandWordsMax = 3;

function addBrand(phrases: PhraseList, subject: Subject): void {
  const { product, head, language, profile } = subject;
  const brand = product.brand;
  if (brand === null || !/\p{L}/u.test(brand) || brand.split(' ').length > brandWordsMax) return;
  const foldedBrand = fold(brand);
  if (` ${fold(head.text)} `.includes(` ${foldedBrand} `)) return;
  if (isCommon(profile.pairs.get(pairKey(brandKey(brand), fold(leafOf(product.category)))) ?? 0, profile))
    return;
  phrases.add(language.grammar.brand(head.text, brand));
}

/** Whether what so many products have is no reason to look at one of them. */
function isCommon(count: number, { productCount }: CatalogProfile): boolean {
  return count > commonMax || (productCount > smallCatalog && count > productCount * commonShare);
}

const commonMax = 10_000;
const commonShare = 0.1;
const smallCatalog = 200;

/** Which rule of grammar a kind of trait goes by. */
const ruleOf = {
  colour: 'colour',
  material: 'material',
  season: 'other',
  use: 'other',
  technology: 'other',
} as const satisfies Partial<Record<TraitKind, 'colour' | 'material' | 'other'>>;

function addTraits(phrases: PhraseList, subject: Subject): void {
  const { traits, head, language } = subject;
  const seen = new Set<TraitKind>();
  for (const { kind, text } of traits) {
    if (kind === 'size' || kind === 'kind' || kind === 'audience' || seen.has(kind)) continue;
    if (` ${fold(head.long)} `.includes(` ${fold(text)} `)) continue;
    seen.add(kind);
    phrases.add(attested(text, subject) ?? language.grammar[ruleOf[kind]](head.text, text));
  }
}

/** A trait and the head as titles of the catalog put them together, in whatever form: `robe noire` for `Noir`. */
function attested(trait: string, { head, profile, language }: Subject): string | null {
  const [stems, noun] = [stemsOf(fold(trait), language), stemsOf(fold(head.text), language)];
  for (const key of [`${stems} ${noun}`, `${noun} ${stems}`]) {
    const run = profile.runs.get(profile.runsByStems.get(key) ?? '');
    if (run !== undefined && !isCommon(run.count, profile)) return run.text;
  }
  return null;
}

function addAudience(phrases: PhraseList, { product, head, language }: Subject): void {
  const audience = audienceOfProduct(product);
  if (audience !== null) phrases.add(language.grammar.audience(head.text, audience));
}

function addMeasure(phrases: PhraseList, { reading, head, language }: Subject): void {
  const measure = measureOf(reading);
  if (measure !== null) phrases.add(language.grammar.measure(head.text, measureText(measure)));
}

/** Hidden ones: the noun within a compound, by which it is searched as well. */
function searchPhrases({ head, profile, language }: Subject, phrases: PhraseList): string[] {
  const hidden = [compoundNoun(head.text, profile, language)].filter((text) => text !== null);
  return hidden.filter((text) => !phrases.texts.includes(text)).slice(0, searchMax);
}
