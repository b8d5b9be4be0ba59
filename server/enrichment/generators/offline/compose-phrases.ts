/**
 * The phrases of one product: what it is together with what is said of it, as a shopper of its language would type it,
 * best first. What a large part of the catalog would have as well says little of one product: it is given only to a
 * product that had nothing else.
 */

import { fold } from '../../../search/text/fold.ts';
import { brandKey } from '../../check-phrases.ts';
import { ownBrand } from '../../own-words.ts';
import type { PhraseProduct, ProductPhrases } from '../../phrase-generator.ts';
import { type CatalogProfile, pairKey, stemsOf } from './catalog-profile.ts';
import { leafOf, leafParts, nounOf } from './category-nouns.ts';
import { isSpaceless, leafName, leafNameInTitle } from './fallback-head.ts';
import { findHead, type Head, isCounted } from './find-head.ts';
import { categoryNounsOf, hiddenPhrases, otherNames } from './hidden-phrases.ts';
import { modelOf } from './model-code.ts';
import { modelsFitted, ownModel } from './model-names.ts';
import {
  type OfflineLanguage,
  offlineLanguage,
  readTitle,
  type TitleReading,
  textOf,
  typedBrand,
} from './title-reading.ts';
import { isPostModifier, isTechnique, isVague, type TraitKind } from './trait-words.ts';
import { audienceOfProduct, isOfMeasure, measureOf, measureText, type Trait, traitsOf } from './traits.ts';
import { turkishNames } from './turkish-head.ts';

/** Few and good: each costs memory in the index and a place in the list that a shopper sees. */
const suggestionsMax = 6;

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
  const traits = traitsOf(product, language);
  const head = findHead(product, reading, profile, language, traits);
  const brand = brandOf(product, language);
  const phrases = new PhraseList(product, language);
  if (head !== null) {
    const nounStems = stemsOf(fold(head.text), language);
    addAll(phrases, { product, reading, head, nounStems, brand, profile, language, traits });
  } else addNameless(phrases, product, reading, brand);
  const { texts } = phrases;
  const shown = texts.filter(isTelling).slice(0, suggestionsMax);
  if (shown.length === 0) shown.push(...texts.slice(0, suggestionsMax));
  const name = head?.text ?? null;
  const mayBeSeveral = head?.isGuess === false && language === storeLanguage;
  const subject = { product, reading, profile, language, brand, name, mayBeSeveral };
  const searchPhrases = hiddenPhrases(
    subject,
    shown,
    texts.filter((text) => !shown.includes(text)),
  );
  return { suggestionPhrases: shown, searchPhrases, type: null };
}

/** One word alone is what half of a category has: it is hidden, unless there is nothing else. */
function isTelling(text: string): boolean {
  return text.includes(' ') || isSpaceless(text);
}

interface Subject {
  readonly product: PhraseProduct;
  readonly reading: TitleReading;
  readonly head: Head;
  /** Of the words of its short text. */
  readonly nounStems: string;
  /** As it is typed, or null. */
  readonly brand: string | null;
  readonly profile: CatalogProfile;
  readonly language: OfflineLanguage;
  readonly traits: readonly Trait[];
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
  phrases.add(fitting[0] ?? null);
  addBrand(phrases, subject);
  phrases.add(fitting[1] ?? null);
  addFullName(phrases, subject);
  addTraits(phrases, subject);
  addAudience(phrases, subject);
  addMeasure(phrases, subject);
  addNames(phrases, subject);
  addOwnModel(phrases, subject);
  addTitleWords(phrases, subject);
  for (const phrase of fitting) phrases.add(phrase);
}

/** `galaxy j3`, with and without the brand. */
function addOwnModel(phrases: PhraseList, { reading, head, brand, profile, language }: Subject): void {
  const model = brand === null ? null : ownModel(reading, profile, language);
  if (model === null) return;
  const words = head.isGuess ? [] : fold(model).split(' ');
  if (
    fold(head.long)
      .split(' ')
      .some((word) => words.includes(word))
  )
    return;
  phrases.add(model);
  phrases.add(`${brand} ${model}`);
}

/** What it goes with, `iphone 7 case`: of all that is typed for accessories the most. */
function fittingPhrases({ product, reading, head, profile, language }: Subject): (string | null)[] {
  const { fits } = language.grammar;
  const models = fits === null ? [] : modelsFitted(reading, profile, language);
  if (fits === null || models.length === 0) return [];
  const isCategory = leafParts(leafOf(product.category)).some(
    (part) => stemsOf(fold(part), language) === stemsOf(fold(head.text), language),
  );
  const noun = isCategory ? head.text : usualNoun(head.text, profile, language);
  return models.map((model) => (fold(model).includes(fold(noun)) ? null : fits.join(noun, model)));
}

/** A name without what only tells it from its like: `case` of `hard shell case`, but `screen protector`. */
function usualNoun(
  name: string,
  { runs }: CatalogProfile,
  { words: { nounFirst } }: OfflineLanguage,
): string {
  const words = name.split(' ');
  for (let length = 1; length < words.length; length += 1) {
    const part = nounFirst ? words.slice(0, length) : words.slice(-length);
    const whole = nounFirst ? words.slice(0, length + 1) : words.slice(-length - 1);
    const count = runs.get(fold(part.join(' ')))?.count ?? 0;
    const longer = runs.get(fold(whole.join(' ')))?.count ?? 0;
    if (count > longer * usualNounShare) return part.join(' ');
  }
  return name;
}

/** A noun stands alone where so many times as many titles have it without the word. */
const usualNounShare = 3;

/** Of a title of codes only brand and model are typed. */
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

function addBrand(phrases: PhraseList, { product, head, brand, language, profile, reading }: Subject): void {
  if (brand === null || ` ${fold(head.text)} `.includes(` ${fold(brand)} `)) return;
  const key = brandKey(brand);
  const count = profile.pairs.get(pairKey(key, fold(leafOf(product.category)))) ?? 0;
  phrases.add(
    language.grammar.brand(head.text, brand),
    key === profile.houseBrand || isCommon(count, profile),
  );
  const line = lineOf(reading, head, profile);
  if (line === null) return;
  const named = language.words.nounFirst ? `${brand} ${line}` : `${brand} ${line} ${head.text}`;
  phrases.add(named);
}

/** The line of products that a title names right behind the brand: `xeon` of `Intel Xeon X5470 processor`. */
function lineOf({ words }: TitleReading, head: Head, { runs, brandCount }: CatalogProfile): string | null {
  const at = words.findIndex(({ kind }) => kind !== 'brand');
  const word = words[at];
  if (at < 1 || word?.kind !== 'plain' || word.apart || word.text.length < lineMinLetters) return null;
  if (fold(head.long).split(' ').includes(word.folded)) return null;
  if (isVague(word.folded) || isPostModifier(word.folded) || isTechnique(word.folded)) return null;
  const counts = runs.get(word.folded);
  return counts !== undefined && !counts.isSpread && brandCount > 1 ? word.text : null;
}

const lineMinLetters = 3;

/** Whether what so many products have is no reason to look at one of them. */
function isCommon(count: number, { productCount }: CatalogProfile): boolean {
  return count > commonMin && count > productCount * commonShare;
}

const commonMin = 1_000;
const commonShare = 0.05;

/** The name with what stands right beside it: `in-ear headphones`, `wireless access point`. */
function addFullName(phrases: PhraseList, subject: Subject): void {
  const { head, reading, profile, language } = subject;
  if (head.long !== head.text) phrases.add(head.long, isCommon(countOf(head.long, subject), profile));
  const place = placeOf(head.text, reading);
  if (place === null) return;
  const [start, last] = place;
  const { words } = reading;
  const { nounFirst } = language.words;
  const at = nounFirst ? last + 1 : start - 1;
  const beside = words[at];
  if (beside === undefined || beside.text.length < 2 || (nounFirst ? beside : words[start])?.apart) return;
  if ((beside.kind !== 'plain' && beside.kind !== 'colour') || isVague(beside.folded)) return;
  if (profile.brands.has(beside.folded) || fold(head.text).split(' ').includes(beside.folded)) return;
  if (nounFirst) {
    phrases.add(`${head.text} ${beside.text}`);
    return;
  }
  if (isOfMeasure(words, at) || (words[at - 1]?.kind === 'number' && !beside.apart)) return;
  const before = isOfMeasure(words, at - 1) ? null : usualBefore(words, at, profile);
  phrases.add(`${before === null ? '' : `${before} `}${beside.text} ${head.text}`);
}

/** The word without which another is hardly said: `dual` of `dual layer case`. */
function usualBefore(
  words: TitleReading['words'],
  at: number,
  { runs, brands }: CatalogProfile,
): string | null {
  const [word, before] = [words[at], words[at - 1]];
  if (word === undefined || before?.kind !== 'plain' || word.apart || brands.has(before.folded)) return null;
  const both = runs.get(`${before.folded} ${word.folded}`);
  const alone = runs.get(word.folded)?.count ?? 0;
  // What one brand alone says is the name of a line.
  if (both?.isSpread !== true || both.count * usualBeforeShare < alone) return null;
  return isVague(before.folded) ? null : before.text;
}

const usualBeforeShare = 3;

/** The places of the first and last word of a name in the title. */
function placeOf(name: string, { words }: TitleReading): [start: number, last: number] | null {
  const parts = fold(name).split(' ');
  const start = words.findIndex((_, at) =>
    parts.every((part, offset) => words[at + offset]?.folded === part),
  );
  return start < 0 ? null : [start, start + parts.length - 1];
}

/** The name alone, and as the category calls it. */
function addNames(phrases: PhraseList, subject: Subject): void {
  const { product, head, reading, profile, language } = subject;
  const leaf = pairKey('', fold(leafOf(product.category)));
  phrases.add(head.text, isCommon(countOf(head.text, subject), profile));
  const name = head.isInTitle
    ? leafNameInTitle(product, reading, profile, language)
    : leafName(product, profile, language);
  if (name !== null && isSameThing(name, subject))
    phrases.add(name, isCommon(profile.pairs.get(leaf) ?? 0, profile));
  if (language.language !== 'tr') return;
  for (const span of turkishNames(reading.words)) phrases.add(textOf(reading.words, ...span));
}

/** Whether a category names what the title does: a notebook case that lies among notebooks is none. */
function isSameThing(name: string, { head, language }: Subject): boolean {
  if (!head.isInTitle || isSpaceless(name)) return true;
  return language.stem(nounOf(name, language)) === language.stem(nounOf(head.text, language));
}

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
    if (phrase !== null && (kind === 'use' || kind === 'technology')) addRenamed(phrases, phrase, subject);
  }
  const at = reading.words.findIndex(({ kind }) => kind === 'colour');
  const colour = reading.words[at];
  if (colour === undefined || seen.has('colour')) return;
  const shade = reading.words[at - 1];
  const text = shade !== undefined && shades.has(shade.folded) ? `${shade.text} ${colour.text}` : colour.text;
  phrases.add(traitPhrase('colour', text, subject));
}

/** `gaming laptop` for `gaming notebook`. */
function addRenamed(phrases: PhraseList, phrase: string, { product, head, language }: Subject): void {
  const other = otherNames(head.text, language, categoryNounsOf(product, language)).find(
    (name) => name.split(' ').length <= head.text.split(' ').length,
  );
  if (other !== undefined && phrase.includes(head.text)) phrases.add(phrase.replace(head.text, other));
}

const shades = new Set(['light', 'dark', 'matte', 'photo', 'acik', 'koyu']);

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
  for (const [at, { kind, folded, text }] of reading.words.slice(0, reading.nameEnd).entries()) {
    if (kind !== 'plain' || own.includes(folded) || isVague(folded) || text.length < 2) continue;
    if (isCounted(reading.words, at)) continue;
    phrases.add(attested(folded, subject));
  }
}

/** A trait and the head as titles of the catalog put them together, in whatever form: `robe noire` for `Noir`. */
function attested(trait: string, { nounStems: noun, profile, language }: Subject): string | null {
  const stems = stemsOf(fold(trait), language);
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
