/**
 * Reads from a product the words that could be its type, each with marks of its position, and its cues: everything that occurs with
 * some types more often than with others. Pure; it decides nothing (type-model.ts does). A product without usable words has no
 * candidates. Values of attributes above 40 characters are passed over.
 */
// Tests: ./read-type-cues.test.ts.

import titleFile from '../../../../language/enrichment/title-words.json' with { type: 'json' };
import { wordsOfLines } from '../../../../language/words.ts';
import type { TitleWord } from '../../../../search/phrases/title-words.ts';
import { fold } from '../../../../search/text/fold.ts';
import { unitOf } from '../../../../search/text/units.ts';
import type { PhraseProduct } from '../../../phrase-generator.ts';
import { leafNouns, leafOf } from '../category-nouns.ts';
import {
  breaksBefore,
  breaksBehind,
  type OfflineLanguage,
  readTitle,
  type TitleReading,
} from '../title-reading.ts';
import { audienceOf, isConjunction, isShade, isTechnique, isVague, traitKind } from '../trait-words.ts';

/** Properties of a word by its position, as bits. */
export const mark = {
  /** A phrase ends with it (or begins, where nouns come first). */
  ends: 1,
  /** A measure follows: `mouse 500 dpi`. */
  measured: 2,
  /** Another number or code follows: `category 6`. */
  numbered: 4,
  /** No phrase ended before. */
  first: 8,
  /** A number stands before it, which counts it or is the name of a model. */
  counted: 16,
  /** It stands behind `for`: what the thing goes with. */
  use: 32,
  /** It stands behind `with`, which adds as often as it separates. */
  with: 64,
  /** The word behind it ends the phrase. */
  modifies: 128,
  /** It is in small letters in a title of capitals: a word, no name. */
  small: 256,
  /** An attribute of the product has the word as a value: `black`. */
  value: 512,
  /** An attribute says that it is the type. */
  named: 1_024,
  /** The last element of its category path names it. */
  leaf: 2_048,
  /** It is in brackets: `(unlocked)`. */
  aside: 4_096,
  /** It is the last possessive of its phrase: `kapağı` in `tencere kapağı yuvarlak`. */
  possessed: 8_192,
} as const;

/** A word that could be the type of a product. */
export interface TypeCandidate {
  /** The stem of the folded word. */
  readonly stem: string;
  /** Its place among the words of the title; null where only category or an attribute name it. */
  readonly at: number | null;
  /** The stem of the word that goes on with it in the title, or null. */
  readonly goesOn: string | null;
  /** Bits of {@link mark}. */
  readonly marks: number;
}

/** The candidates for a product's type, and its cues. */
export interface TypeCues {
  readonly title: TitleReading;
  readonly candidates: readonly TypeCandidate[];
  /** Distinct. */
  readonly cues: readonly string[];
  /** The cue of its category, or null. */
  readonly category: string | null;
  /** Folded; empty where there is none. */
  readonly brand: string;
}

const wordMinLetters = 2;
/** Values of more characters are sentences. */
const valueMaxLength = 40;

/** Reads the cues of a product. */
export function readTypeCues(product: PhraseProduct, language: OfflineLanguage): TypeCues {
  const title = readTitle(product, language);
  const brand = product.brand === null ? '' : fold(product.brand);
  const category = product.category === null ? null : `category:${fold(product.category)}`;
  const places = readPlaces(product, title, language);
  for (const stem of leafNouns(leafOf(product.category), language)) {
    const known = places.get(stem) ?? { stem, at: null, goesOn: null, marks: 0 };
    places.set(stem, { ...known, marks: known.marks | mark.leaf });
  }
  const cues = new Set(titleCues(title, language));
  if (brand !== '') cues.add(`brand:${brand}`);
  if (category !== null) cues.add(category);
  return { title, candidates: Array.from(places.values()), cues: Array.from(cues), category, brand };
}

/** Words of the name, and units: `dpi` goes along with mice and scanners. */
function* titleCues({ words, nameEnd }: TitleReading, { stem }: OfflineLanguage): Generator<string> {
  for (const [at, { kind, folded }] of words.entries()) {
    if (kind === 'unit') yield `unit:${unitOf(folded)}`;
    else if (kind === 'code') {
      const unit = measuredUnit(folded);
      if (unit !== null) yield `unit:${unit}`;
      else if (at < nameEnd) yield stem(folded);
    } else if (kind === 'plain' && at < nameEnd) yield stem(folded);
  }
}

/** The unit of `16gb` and `5lt`. */
function measuredUnit(code: string): string | null {
  const amount = /^\d[\d.,x]*/.exec(code)?.[0] ?? '';
  return amount === '' ? null : unitOf(code.slice(amount.length));
}

/** The words of a title that could be its type, by their stems: of one that is there twice the first that names the thing. */
function readPlaces(
  product: PhraseProduct,
  { words, nameEnd, spelled, script }: TitleReading,
  language: OfflineLanguage,
): Map<string, TypeCandidate> {
  const { stem } = language;
  const { nounFirst } = language.words;
  const values = valueStems(product, language);
  const named = namedStems(product, language);
  const hasCapitals = language.language !== 'de' && /\p{Lu}/u.test(spelled);
  const places = new Map<string, TypeCandidate>();
  const brackets = bracketsOf(spelled);
  const isName = nameOfOtherScript(words, script);
  let hasEnded = false;
  let isBehindWith = false;
  for (const [at, word] of words.entries()) {
    if (word.kind === 'stop') isBehindWith = withWords.has(word.folded);
    if (word.kind !== 'plain' || word.text.length < wordMinLetters || isNoThing(word.folded)) continue;
    if (isShadeOf(words, at) || isPackage(words, at) || isOfPart(words, at)) continue;
    // `notebook- or telephone holder`.
    if (spelled[word.end] === '-' && /\s/.test(spelled[word.end + 1] ?? '')) continue;
    if (isName(word)) continue;
    const own = stem(word.folded);
    let marks = marksOfPlace(words, at, nounFirst);
    if (nounFirst && isName(words[at - 1])) marks = (marks | mark.ends) & ~mark.modifies;
    // `1 pc(s)`.
    if ((marks & mark.counted) !== 0 && word.text.length === wordMinLetters) continue;
    if (brackets[word.start] === 1) marks |= mark.aside;
    if (at >= nameEnd || isBeforeUse(words, at)) marks |= mark.use | (isBehindWith ? mark.with : 0);
    else if (!hasEnded) marks |= mark.first;
    // A title's first word has a capital in any case.
    const isBegin = nounFirst && places.size === 0;
    if (hasCapitals && (isBegin || isSmall(spelled.slice(word.start, word.end)))) marks |= mark.small;
    if (endsPossessed(words, at, language)) marks |= mark.possessed;
    if (values.has(own)) marks |= mark.value;
    if (named.has(own)) marks |= mark.named;
    const next = words[nounFirst ? at - 1 : at + 1];
    const goesOn = (marks & isEnd) === 0 && next?.kind === 'plain' ? stem(next.folded) : null;
    const known = places.get(own);
    if (known === undefined || namesBetter(marks, known.marks))
      places.set(own, { stem: own, at, goesOn, marks });
    if ((marks & isEnd) !== 0 && (marks & mark.counted) === 0) hasEnded = true;
  }
  for (const own of named)
    if (!places.has(own)) places.set(own, { stem: own, at: null, goesOn: null, marks: mark.named });
  return places;
}

/** Whether a word only names the shade of the colour after it: `space` of "phone - space gray", `light` of `light cyan`. */
function isShadeOf(words: readonly TitleWord[], at: number): boolean {
  const [word, next] = [words[at], words[at + 1]];
  if (word === undefined || next?.kind !== 'colour' || next.apart) return false;
  return isShade(word.folded) || (at > 0 && word.apart && breaksBehind(words, at + 1));
}

/** Whether a word says what a part or an accessory is made for: `notebook spare part`. */
function isOfPart(words: readonly TitleWord[], at: number): boolean {
  let next = at + 1;
  while (
    words[next]?.apart === false &&
    isVague(words[next]?.folded ?? '') &&
    !madeFor.has(words[next]?.folded ?? '')
  )
    next += 1;
  return words[next]?.apart === false && madeFor.has(words[next]?.folded ?? '');
}

/** Whether a word is how things are sold, with their number behind it: `set of 4`. */
function isPackage(words: readonly TitleWord[], at: number): boolean {
  const next = words[at + 1];
  return next?.folded === 'of' && !next.apart && isNumber(words[at + 2]);
}

/** Tells the words that are names, such as `TH-UF` of `TH-UF โคมฝัง`: beside words of the store's script those of another. */
function nameOfOtherScript(
  words: readonly TitleWord[],
  script: RegExp | null,
): (word: TitleWord | undefined) => boolean {
  const isPlain = (word: TitleWord | undefined) => word?.kind === 'plain';
  if (script === null || !words.some((word) => isPlain(word) && script.test(word.text))) return () => false;
  return (word) => isPlain(word) && !script.test(word?.text ?? '');
}

/** Whether a place rather names the thing than one before it: `slip case` says less than the end of `notebook case`. */
function namesBetter(marks: number, before: number): boolean {
  if (((marks ^ before) & mark.use) !== 0) return (before & mark.use) !== 0;
  return (before & isEnd) === 0 && (marks & isEnd) !== 0 && (marks & (mark.aside | mark.counted)) === 0;
}

/** Whether a word is the last possessive before the phrase ends. */
function endsPossessed(words: readonly TitleWord[], at: number, language: OfflineLanguage): boolean {
  if (at === 0 || words[at]?.apart === true || !isPossessed(words[at]?.folded ?? '', language)) return false;
  let next = at + 1;
  while (words[next]?.kind === 'plain' && words[next]?.apart === false) {
    if (isPossessed(words[next]?.folded ?? '', language)) return false;
    next += 1;
  }
  return true;
}

/** Whether a folded noun has a possessive ending; false in languages that phrase-languages.ts has no rule for. */
export function isPossessed(word: string, { words: { possessed } }: OfflineLanguage): boolean {
  return possessed?.test(word) === true;
}

/** Folded words that stand behind what a thing goes with. */
const usePostpositions = new Set(wordsOfLines(titleFile.after_use));

/** Whether a word of use stands behind the words that a word is among. */
function isBeforeUse(words: readonly TitleWord[], at: number): boolean {
  let end = at + 1;
  while (words[end]?.kind === 'plain' && words[end]?.apart === false) end += 1;
  const next = words[end];
  return next?.apart === false && usePostpositions.has(next.folded);
}

/** Marks each place of a text that is in brackets. */
function bracketsOf(text: string): Uint8Array {
  const inside = new Uint8Array(text.length);
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ('([{'.includes(text[at] ?? '')) depth += 1;
    else if (')]}'.includes(text[at] ?? '')) depth = Math.max(0, depth - 1);
    else if (depth > 0) inside[at] = 1;
  }
  return inside;
}

const isEnd = mark.ends | mark.measured;

/** Returns the marks of what stands beside a word. */
function marksOfPlace(words: readonly TitleWord[], at: number, nounFirst: boolean): number {
  const counted = words[at]?.apart === false && countsNext(words[at - 1]) ? mark.counted : 0;
  if (endsPhrase(words, at, nounFirst) && (nounFirst || !isJoined(words, at))) return counted | mark.ends;
  if (!nounFirst && isMeasuredBehind(words, at)) return counted | mark.measured;
  if (isNumber(words[at + 1])) return counted | mark.numbered;
  const neighbour = nounFirst ? at - 1 : at + 1;
  const isModifier =
    words[neighbour]?.kind === 'plain' &&
    (endsPhrase(words, neighbour, nounFirst) || (!nounFirst && isMeasuredBehind(words, neighbour)));
  return counted | (isModifier ? mark.modifies : 0);
}

/** They say little, but all that a thing is that is made for another. */
const madeFor = new Set(wordsOfLines(titleFile.made_for));

/** Whether a word describes a thing or its audience, and does not name it: `original`, `usb`, `kids`. */
function isNoThing(word: string): boolean {
  return (isVague(word) && !madeFor.has(word)) || isTechnique(word) || audienceOf(word) !== null;
}

/** Folded words that add something to a thing, as against `for`. */
const withWords = new Set(wordsOfLines(titleFile.with));

function endsPhrase(words: readonly TitleWord[], at: number, nounFirst: boolean): boolean {
  return nounFirst ? breaksBefore(words, at) : breaksBehind(words, at);
}

/** Whether another thing is named beside it: `phone and tablet stand`. */
function isJoined(words: readonly TitleWord[], at: number): boolean {
  const next = words[at + 1];
  return next?.apart === false && isConjunction(next.folded) && words[at + 2]?.apart === false;
}

function isNumber(word: TitleWord | undefined): boolean {
  return word?.kind === 'number' || word?.kind === 'code';
}

/** Whether a measure follows: `cable 3 m`, `termos 5lt`, `monitor 22"`. */
function isMeasuredBehind(words: readonly TitleWord[], at: number): boolean {
  const next = words[at + 1];
  if (next?.kind === 'number') return words[at + 2]?.apart !== false || words[at + 2]?.kind === 'unit';
  return next?.kind === 'code' && (measuredUnit(next.folded) !== null || /^\d+['’]/.test(next.text));
}

/** Whether a word is an amount that counts what follows: `4 ports`, `512 gb ssd`, `4g lte`. */
function countsNext(word: TitleWord | undefined): boolean {
  if (word?.kind === 'number' || word?.kind === 'unit') return true;
  return word?.kind === 'code' && /^\d.{0,3}$/.test(word.folded);
}

function isSmall(text: string): boolean {
  return text === text.toLowerCase() && text !== text.toUpperCase();
}

/** Stems of the words that attributes have as short values. */
function valueStems({ attributes }: PhraseProduct, { stem }: OfflineLanguage): Set<string> {
  const stems = new Set<string>();
  for (const [label, value] of attributes) {
    if (value.length > valueMaxLength || traitKind(label) === 'kind') continue;
    for (const word of fold(value).split(' ')) stems.add(stem(word));
  }
  return stems;
}

/** Stems of the nouns that an attribute such as `type` names. */
function namedStems({ attributes }: PhraseProduct, language: OfflineLanguage): Set<string> {
  const stems = new Set<string>();
  for (const [label, value] of attributes) {
    if (value.length > valueMaxLength || traitKind(label) !== 'kind' || !/^[\p{L}\p{M}\s-]+$/u.test(value))
      continue;
    for (const noun of leafNouns(value, language)) stems.add(noun);
  }
  return stems;
}
