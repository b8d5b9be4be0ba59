/**
 * Composes the phrases of one product, best first: its type combined with its traits, as a shopper of its language would type them. A
 * phrase that a large part of the catalog would share says little about one product, which gets it only if it has no other. Pure. At
 * most 6 suggestions, and 10 hidden phrases; a product that gives no phrase gets an empty list, never an error. Its phrases are
 * checked afterwards like those of any generator.
 */
// Tests: ./compose-phrases.test.ts.
import type { ProductPhrases } from '../../../catalog/product-type.ts';
import { isBound } from '../../../search/phrases/title-sequences.ts';
import { fold } from '../../../search/text/fold.ts';
import { unitOf } from '../../../search/text/units.ts';
import { ownBrand } from '../../own-words.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { brandKey } from '../../phrase-rules/other-brands.ts';
import { type CatalogProfile, pairKey, stemsOf } from './catalog-profile.ts';
import { leafOf, nounOf } from './category-nouns.ts';
import { hiddenPhrases, modelOf } from './model-code.ts';
import { modelsFitted, ownModel } from './model-names.ts';
import {
  breaksBehind,
  type OfflineLanguage,
  offlineLanguage,
  readTitle,
  type TitleReading,
  typedBrand,
} from './title-reading.ts';
import { isShade, isVague, type TraitKind } from './trait-words.ts';
import { audienceOfProduct, isOfMeasure, measureOf, measureText, type Trait, traitsOf } from './traits.ts';
import { type NamedType, nameType } from './types/name-type.ts';

/** Few and good: each takes memory in the index and a place in the list that shoppers see. */
const suggestionsMax = 6;

/** Titles in Latin letters stand in catalogs of every script, and are English then as a rule. */
const latin = offlineLanguage('en');

/** The phrases of a product, best first, and its type. `storeLanguage` is that of the store's locale. */
export function composePhrases(
  product: PhraseProduct,
  profile: CatalogProfile,
  storeLanguage: OfflineLanguage,
): ProductPhrases {
  const isLatin = storeLanguage.script !== null && !storeLanguage.script.test(product.title);
  const language = isLatin ? latin : storeLanguage;
  const reading = readTitle(product, language);
  const named = nameType(product, profile, language);
  const brand = brandOf(product, language);
  const phrases = new PhraseList(product, language);
  if (named === null) addNameless(phrases, product, reading, brand);
  else addAll(phrases, subjectOf(product, named, { reading, profile, language, brand }));
  const { texts } = phrases;
  const suggestionPhrases = texts.slice(0, suggestionsMax);
  const further = texts.slice(suggestionsMax);
  const searchPhrases = hiddenPhrases(product, reading, brand, suggestionPhrases, further);
  return { suggestionPhrases, searchPhrases, type: named?.type ?? null };
}

interface Subject {
  readonly product: PhraseProduct;
  readonly reading: TitleReading;
  /** The name of the product as it is typed. */
  readonly name: string;
  /** The stems of the words of the name. */
  readonly nameStems: string;
  /** The places of the name in the title; null where another source says it. */
  readonly span: NamedType['span'];
  /** As it is typed, or null. */
  readonly brand: string | null;
  readonly profile: CatalogProfile;
  readonly language: OfflineLanguage;
  readonly traits: readonly Trait[];
}

function subjectOf(
  product: PhraseProduct,
  { type: { name }, span }: NamedType,
  context: Pick<Subject, 'reading' | 'profile' | 'language' | 'brand'>,
): Subject {
  const { language } = context;
  const nameStems = stemsOf(fold(name), language);
  return { product, name, nameStems, span, ...context, traits: traitsOf(product, language) };
}

/** Phrases that differ by more than an inflection. */
class PhraseList {
  readonly #texts: string[] = [];
  readonly #common: string[] = [];
  readonly #keys = new Set<string>();
  readonly #keyOf: (text: string) => string;
  readonly #title: string;

  constructor({ title }: PhraseProduct, { stem }: OfflineLanguage) {
    this.#keyOf = (text) => fold(text).split(' ').map(stem).sort().join(' ');
    this.#title = this.#keyOf(title);
  }

  /** `isCommon`: only for want of any other, as is what says no more than the title. */
  add(text: string | null, isCommon = false): void {
    if (text === null) return;
    const key = this.#keyOf(text);
    if (this.#keys.has(key) || saysTwice(key)) return;
    this.#keys.add(key);
    (isCommon || key === this.#title ? this.#common : this.#texts).push(text);
  }

  get texts(): readonly string[] {
    return this.#texts.length > 0 ? this.#texts : this.#common.slice(0, 1);
  }
}

/** `memory memory`, `smart-ups ups`: whether sorted stems hold one again. */
function saysTwice(key: string): boolean {
  if (!key.includes(' ')) return false;
  const stems = key.split(' ');
  return stems.some(
    (stem, at) =>
      stems.indexOf(stem) !== at || (key.includes('-') && stems.some((other) => other.endsWith(`-${stem}`))),
  );
}

function addAll(phrases: PhraseList, subject: Subject): void {
  const fitting = fittingPhrases(subject);
  phrases.add(subject.name, isCommon(countOf(subject.name, subject), subject.profile));
  phrases.add(fitting[0] ?? null);
  addBrand(phrases, subject);
  addFullName(phrases, subject);
  addTraits(phrases, subject);
  addAudience(phrases, subject);
  addMeasure(phrases, subject);
  addOwnModel(phrases, subject);
  addTitleWords(phrases, subject);
  for (const phrase of fitting) phrases.add(phrase);
}

/** `galaxy j3`, with and without the brand. */
function addOwnModel(phrases: PhraseList, { reading, name, brand, profile, language }: Subject): void {
  const model = brand === null ? null : ownModel(reading, profile, language);
  if (model === null || sharesWord(name, model)) return;
  phrases.add(model);
  phrases.add(`${brand} ${model}`);
}

function sharesWord(name: string, other: string): boolean {
  const words = fold(other).split(' ');
  return fold(name)
    .split(' ')
    .some((word) => words.includes(word));
}

/** Returns phrases of what it fits, `iphone 7 case`: shoppers type these most for accessories. */
function fittingPhrases({ reading, name, profile, language }: Subject): (string | null)[] {
  const { fits } = language.grammar;
  if (fits === null) return [];
  const models = modelsFitted(reading, profile, language);
  return models.map((model) => (fold(model).includes(fold(name)) ? null : fits.join(name, model)));
}

/** Adds the phrases of a product whose title has only codes: its brand and model. */
function addNameless(
  phrases: PhraseList,
  product: PhraseProduct,
  reading: TitleReading,
  brand: string | null,
): void {
  const model = modelOf(product, reading);
  if (brand === null) return;
  phrases.add(model === null ? null : `${brand} ${model}`);
  if (reading.words[0]?.kind === 'brand') phrases.add(brand, true);
}

const brandWordsMax = 3;

function brandOf({ brand: given }: PhraseProduct, { locale }: OfflineLanguage): string | null {
  const brand = typedBrand(given === null ? '' : (ownBrand(given, locale) ?? ''));
  return /\p{L}/u.test(brand) && brand.split(' ').length <= brandWordsMax ? brand : null;
}

function addBrand(phrases: PhraseList, { product, name, brand, language, profile }: Subject): void {
  if (brand === null || ` ${fold(name)} `.includes(` ${fold(brand)} `)) return;
  const key = brandKey(brand);
  const count = profile.pairs.get(pairKey(key, fold(leafOf(product.category)))) ?? 0;
  const isUsual = key === profile.houseBrand || isCommon(count, profile);
  phrases.add(language.grammar.brand(name, brand), isUsual);
}

/** Whether what so many products have is no reason to look at one of them. */
function isCommon(count: number, { productCount }: CatalogProfile): boolean {
  return count > commonMin && count > productCount * commonShare;
}

const commonMin = 1_000;
const commonShare = 0.05;

/** The name with what stands right beside it: `in-ear headphones`, `wireless access point`. */
function addFullName(phrases: PhraseList, { reading, name, span, profile, language }: Subject): void {
  if (span === null) return;
  const [start, last] = span;
  const { words } = reading;
  const { nounFirst } = language.words;
  const at = nounFirst ? last + 1 : start - 1;
  const beside = words[at];
  if (beside === undefined || beside.text.length < 2 || (nounFirst ? beside : words[start])?.apart) return;
  if ((beside.kind !== 'plain' && beside.kind !== 'colour') || isVague(beside.folded)) return;
  // `mah` of `20,000 mAh`.
  if (unitOf(beside.folded) !== null) return;
  if (profile.brands.has(beside.folded) || sharesWord(name, beside.text)) return;
  if (nounFirst) {
    phrases.add(`${name} ${beside.text}`);
    return;
  }
  if (isOfMeasure(words, at) || isBound(words, at, language.words)) return;
  if (words[at - 1]?.kind === 'number' && !beside.apart) return;
  const before = isOfMeasure(words, at - 1) ? null : usualBefore(words, at, profile, language);
  phrases.add(`${before === null ? '' : `${before} `}${beside.text} ${name}`);
}

/** The word without which another is hardly said, alone or before the name: `dual` of `dual layer case`, `bean` of `bean bag chair`. */
function usualBefore(
  words: TitleReading['words'],
  at: number,
  { runs, brands, brandCount }: CatalogProfile,
  language: OfflineLanguage,
): string | null {
  const [word, before] = [words[at], words[at - 1]];
  if (word === undefined || before?.kind !== 'plain' || word.apart || brands.has(before.folded)) return null;
  if (isBound(words, at - 1, language.words)) return null;
  const both = runs.get(`${before.folded} ${word.folded}`);
  const alone = runs.get(word.folded)?.count ?? 0;
  // Words that only one brand uses are the name of a product line.
  if (both === undefined || isVague(before.folded) || !(both.isSpread || brandCount <= 1)) return null;
  const named = words[at + 1];
  const whole = runs.get(`${before.folded} ${word.folded} ${named?.folded}`)?.count ?? 0;
  const isPart = whole * usualBeforeShare >= (runs.get(`${word.folded} ${named?.folded}`)?.count ?? 0) * 2;
  return both.count * usualBeforeShare >= alone || (whole > 0 && isPart) ? before.text : null;
}

const usualBeforeShare = 3;

/** Titles that hold a name. */
function countOf(name: string, { profile }: Subject): number {
  return profile.runs.get(fold(name))?.count ?? 0;
}

function addTraits(phrases: PhraseList, subject: Subject): void {
  const { traits, reading } = subject;
  const seen = new Set<TraitKind>();
  for (const { kind, text } of traits) {
    if (seen.has(kind)) continue;
    const phrase = traitPhrase(kind, text, subject);
    if (phrase !== null) seen.add(kind);
    phrases.add(phrase);
  }
  const at = reading.words.findIndex((_, place) => isColour(subject, place));
  const colour = reading.words[at];
  if (colour === undefined || seen.has('colour')) return;
  const shade = reading.words[at - 1];
  const text = shade !== undefined && isShade(shade.folded) ? `${shade.text} ${colour.text}` : colour.text;
  phrases.add(traitPhrase('colour', text, subject));
}

/** Whether a word says by itself how the thing looks: not `grey` of `earl grey loose leaf tea`. */
function isColour({ reading: { words }, span }: Subject, at: number): boolean {
  const [before, word] = [words[at - 1], words[at]];
  if (word?.kind !== 'colour' || isVague(word.folded)) return false;
  if (span === null || at + 1 >= span[0] || before?.kind !== 'plain' || word.apart) return true;
  return breaksBehind(words, at) || isShade(before.folded);
}

function traitPhrase(kind: TraitKind, text: string, subject: Subject): string | null {
  const { name } = subject;
  const { grammar } = subject.language;
  if (sharesWord(name, text)) return null;
  const known = attested(text, subject);
  if (known !== null) return known;
  if (kind === 'colour') return grammar.colour(name, text);
  if (kind === 'material') return grammar.material(name, text);
  if (kind === 'use' || kind === 'season') return text.includes(' ') ? null : grammar.other(name, text);
  // `laser printing` of a printer: a laser printer.
  const [first = ''] = text.split(' ');
  return first === text ? null : attested(first, subject);
}

/** Adds words of the title that other titles have right beside the name: `usb keyboard` for `keyboard, USB`. */
function addTitleWords(phrases: PhraseList, subject: Subject): void {
  const { reading, name } = subject;
  const own = fold(name).split(' ');
  for (const [at, { kind, folded, text, apart }] of reading.words.slice(0, reading.nameEnd).entries()) {
    if (kind !== 'plain' || own.includes(folded) || isVague(folded) || text.length < 2) continue;
    if (unitOf(folded) !== null) continue;
    if ((reading.words[at - 1]?.kind === 'number' && !apart) || isOfMeasure(reading.words, at)) continue;
    const before = usualBefore(reading.words, at, subject.profile, subject.language);
    phrases.add(attested(before === null ? folded : `${before} ${folded}`, subject));
  }
}

/** A trait and the name as titles of the catalog put them together, in their form: `robe noire` for `Noir`. */
function attested(trait: string, { nameStems: noun, profile, language }: Subject): string | null {
  const stems = stemsOf(fold(trait), language);
  const key = language.words.nounFirst ? `${noun} ${stems}` : `${stems} ${noun}`;
  const run = profile.runs.get(profile.runsByStems.get(key) ?? '');
  if (run === undefined || run.count < attestedMin || isCommon(run.count, profile)) return null;
  // `reality headset` is a half.
  if (run.onlyBefore !== null && !language.words.nounFirst) return null;
  return run.isSpread || profile.brandCount <= 1 ? run.text : null;
}

const attestedMin = 2;

function addAudience(phrases: PhraseList, { product, name, language }: Subject): void {
  const audience = audienceOfProduct(product);
  if (audience !== null) phrases.add(language.grammar.audience(name, audience));
}

/** Adds a measure only where other products of the type have one: a chair has no litres. */
function addMeasure(phrases: PhraseList, { reading, name, profile, language }: Subject): void {
  const measure = measureOf(reading);
  if (measure === null) return;
  const { heads, cues } = profile.types;
  const noun = language.stem(nounOf(name, language));
  const measured = cues.get(`unit:${unitOf(fold(measure.unit))}`)?.typed.get(noun) ?? 0;
  if (measured >= likeMin || (heads.get(noun)?.typed ?? 0) < likeMin)
    phrases.add(language.grammar.measure(name, measureText(measure)));
}

/** Products of a type, each by its probability, that make it more than one. */
const likeMin = 1.5;
