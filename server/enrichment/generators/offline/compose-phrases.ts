/**
 * The phrases of one product: what it is together with what is said of it, as a shopper of its language would type it.
 * The index itself already suggests categories, brands, both together and word sequences that titles share; and it
 * finds synonyms, plurals and spellings of measures by the query. So a phrase is given only where it says more.
 */

import { expandSynonyms } from '../../../search/query/synonyms.ts';
import { fold, legalSigns } from '../../../search/text/fold.ts';
import { scanWords } from '../../../search/text/words.ts';
import { brandKey } from '../../check-phrases.ts';
import type { PhraseProduct, ProductPhrases } from '../../phrase-generator.ts';
import { wordLanguage } from '../../phrase-rules/product-words.ts';
import { type CatalogProfile, pairKey, stemsOf } from './catalog-profile.ts';
import { leafOf } from './category-nouns.ts';
import { compoundNoun } from './compounds.ts';
import { findHead, type Head } from './find-head.ts';
import { type OfflineLanguage, offlineLanguage, readTitle, type TitleReading } from './title-reading.ts';
import { isVague, type TraitKind } from './trait-words.ts';
import { audienceOfProduct, measureOf, measureText, type Trait, traitsOf } from './traits.ts';

/** Few and good: each costs memory in the index and a place in the list that a shopper sees. */
const suggestionsMax = 5;
const searchMax = 4;

/** Titles in Latin letters stand in catalogs of every script, and are English then as a rule. */
const latin = offlineLanguage('en');

/** The phrases of a product, best first. `storeLanguage` is that of the store's locale. */
export function composePhrases(
  product: PhraseProduct,
  profile: CatalogProfile,
  storeLanguage: OfflineLanguage,
): ProductPhrases {
  const isLatin = storeLanguage.script !== null && !storeLanguage.script.test(product.title);
  const language = isLatin ? latin : storeLanguage;
  const reading = readTitle(product, language);
  const head = findHead(product, reading, profile, language);
  if (head === null) return { suggestionPhrases: [], searchPhrases: [] };
  const subject: Subject = { product, reading, head, profile, language, traits: traitsOf(product, language) };
  const phrases = new PhraseList(knownTo(subject));
  addName(phrases, subject);
  addBrand(phrases, subject);
  addTraits(phrases, subject);
  addAudience(phrases, subject);
  addMeasure(phrases, subject);
  addTitleWords(phrases, subject);
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

/** What needs no phrase. */
interface KnownPhrases {
  readonly keys: Set<string>;
  readonly keyOf: (text: string) => string;
  /** Folded words of the title, each between spaces. */
  readonly title: string;
}

/** Phrases that differ by more than an inflection, from each other and from what is suggested anyway. */
class PhraseList {
  readonly texts: string[] = [];
  readonly #keys: Set<string>;
  readonly #keyOf: (text: string) => string;
  readonly #title: string;

  constructor({ keys, keyOf, title }: KnownPhrases) {
    this.#keys = keys;
    this.#keyOf = keyOf;
    this.#title = title;
  }

  /** Not what the title says in the same words: a query finds it there, and graded by what stands beside it. */
  add(text: string | null): void {
    if (text === null || this.#title.includes(` ${fold(text)} `)) return;
    this.addName(text);
  }

  /** Even where it is a part of the title. */
  addName(text: string): void {
    const key = this.#keyOf(text);
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.texts.push(text);
  }
}

/** What the index suggests of this product without phrases, but for sequences of its title. */
function knownTo({ product, reading, language }: Subject): KnownPhrases {
  const keyOf = (text: string) => fold(text).split(' ').map(language.stem).sort().join(' ');
  const leaf = leafOf(product.category);
  const names = [leaf, product.brand ?? '', `${product.brand ?? ''} ${leaf}`, product.title];
  const title = ` ${reading.words.map(({ folded }) => folded).join(' ')} `;
  return { keys: new Set(names.map(keyOf)), keyOf, title };
}

/** The name itself, where no other title has it, which would make the index suggest it. */
function addName(phrases: PhraseList, { head, profile, reading }: Subject): void {
  const isPart =
    head.isInTitle && head.text.includes(' ') && reading.words.length > head.text.split(' ').length;
  if (isPart && !profile.runs.has(fold(head.text))) phrases.addName(head.text);
}

const brandWordsMax = 3;

function addBrand(phrases: PhraseList, subject: Subject): void {
  const { product, head, language, profile } = subject;
  const brand = product.brand?.replace(legalSigns, '').trim() ?? '';
  if (!/\p{L}/u.test(brand) || brand.split(' ').length > brandWordsMax) return;
  const foldedBrand = fold(brand);
  if (` ${fold(head.text)} `.includes(` ${foldedBrand} `)) return;
  if (brandKey(brand) === profile.houseBrand) return;
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

function addTraits(phrases: PhraseList, subject: Subject): void {
  const { traits, reading } = subject;
  const seen = new Set<TraitKind>();
  for (const { kind, text } of traits) {
    if (seen.has(kind)) continue;
    const phrase = traitPhrase(kind, text, subject);
    if (phrase !== null) seen.add(kind);
    phrases.add(phrase);
  }
  const colour = reading.words.find(({ kind }) => kind === 'colour');
  if (colour !== undefined && !seen.has('colour')) phrases.add(traitPhrase('colour', colour.text, subject));
}

function traitPhrase(kind: TraitKind, text: string, subject: Subject): string | null {
  const {
    head,
    language: { grammar },
  } = subject;
  if (` ${fold(head.long)} `.includes(` ${fold(text)} `)) return null;
  const known = attested(text, subject);
  if (known !== null) return known;
  if (kind === 'colour') return grammar.colour(head.text, text);
  if (kind === 'material') return grammar.material(head.text, text);
  if (kind === 'use' || kind === 'season') return text.includes(' ') ? null : grammar.other(head.text, text);
  // `laser printing` of a printer: a laser printer.
  const [first = ''] = text.split(' ');
  return first === text ? null : attested(first, subject);
}

/** What else a title says, where other titles say it right beside the head: `usb keyboard` for `keyboard, USB`. */
function addTitleWords(phrases: PhraseList, subject: Subject): void {
  const { reading, head } = subject;
  const own = fold(head.long).split(' ');
  for (const { kind, folded, text } of reading.words.slice(0, reading.nameEnd)) {
    if (kind !== 'plain' || own.includes(folded) || isVague(folded) || text.length < 2) continue;
    phrases.add(attested(folded, subject));
  }
}

/** A trait and the head as titles of the catalog put them together, in whatever form: `robe noire` for `Noir`. */
function attested(trait: string, { head, profile, language }: Subject): string | null {
  const [stems, noun] = [stemsOf(fold(trait), language), stemsOf(fold(head.text), language)];
  const key = language.words.nounFirst ? `${noun} ${stems}` : `${stems} ${noun}`;
  const run = profile.runs.get(profile.runsByStems.get(key) ?? '');
  if (run === undefined || run.count < attestedMin || isCommon(run.count, profile)) return null;
  return run.isSpread || profile.brandCount <= 1 ? run.text : null;
}

const attestedMin = 2;

function addAudience(phrases: PhraseList, { product, head, language }: Subject): void {
  const audience = audienceOfProduct(product);
  if (audience !== null) phrases.add(language.grammar.audience(head.text, audience));
}

function addMeasure(phrases: PhraseList, { reading, head, language }: Subject): void {
  const measure = measureOf(reading);
  if (measure !== null) phrases.add(language.grammar.measure(head.text, measureText(measure)));
}

/**
 * Hidden ones: the noun within a compound, by which it is searched as well; brand and model where a line stands between;
 * and the phrases with another word for the thing. (A query finds synonyms of words by itself, but no phrase by them.)
 */
function searchPhrases(subject: Subject, phrases: PhraseList): string[] {
  const { head, profile, language } = subject;
  const hidden = [compoundNoun(head.text, profile, language), modelPhrase(subject)].filter(
    (text) => text !== null,
  );
  const other = otherName(subject);
  if (other !== null) {
    for (const text of phrases.texts)
      if (text.includes(head.text)) hidden.push(text.replace(head.text, other));
  }
  return hidden.filter((text) => !phrases.texts.includes(text)).slice(0, searchMax);
}

/** The first synonym of all words of the head, folded, or null. Not another spelling: those a query finds by itself. */
function otherName({ head, language }: Subject): string | null {
  const { synonyms, stem } = wordLanguage(language.locale);
  const folded = fold(head.text);
  const words = scanWords(folded);
  const joined = folded.replaceAll(' ', '');
  const whole = expandSynonyms([synonyms], words, stem).find(
    ({ start, end, begun, words: others }) =>
      start === 0 && end === words.length && !begun && others.join('') !== joined,
  );
  return whole === undefined ? null : whole.words.join(' ');
}

const modelMaxLength = 16;

function modelPhrase({ product, reading: { words } }: Subject): string | null {
  const brandEnd = words.findIndex(({ kind }) => kind !== 'brand');
  const at = words.findIndex(({ kind }) => kind === 'code');
  const code = words[at]?.text ?? '';
  if (product.brand === null || brandEnd < 1 || at <= brandEnd || at > brandEnd + 2) return null;
  return code.length > modelMaxLength || code.length < modelMinLength ? null : `${product.brand} ${code}`;
}

const modelMinLength = 4;
