/**
 * Finds what each word of a title says about the product. A title names a thing, then says more about it:
 *
 *   Acme wireless mouse M185, black, for notebooks
 *   └──────── name ────────┘             └─ use ─┘
 *
 * Nouns of the name are words before a number, a preposition or the end of its part, if they are none of these nor
 * brand: `mouse`.
 *
 * The same rules for all languages and scripts: they look at punctuation, digits, the product's own brand, and short
 * lists of prepositions. Where a language puts the noun first, the early words count as well (occurrence.ts).
 *
 * It reads only the title and the brand, never other products or the catalog. Texts must be folded and trusted (at most 255
 * characters); a text without words gives an empty list. Early words are the first 4, and a title is short up to 5 words.
 */
// Tests: ./title-zones.test.ts.

import prepositions from '../../language/prepositions.json' with { type: 'json' };
import { wordsOfLines } from '../../language/words.ts';
import { WordTable } from '../text/word-table.ts';
import { compoundsOf, scanWords, type Word } from '../text/words.ts';
import { field } from './occurrence.ts';

/** A term of a title, listed once per occurrence. */
export interface TitleTerm {
  readonly text: string;
  /** {@link field} bits. */
  readonly fields: number;
  /** One of its words, as against a compound of several, or a last character that is held for lone ones. */
  readonly isWord: boolean;
}

/** A `use` is followed by what the thing goes with (`for`); an `other` ends the name of the thing (`from`). */
const roles = new WordTable(
  new Map<string, 'use' | 'other'>([
    ...wordsOfLines(prepositions.other).map((word) => [word, 'other'] as const),
    ...wordsOfLines(prepositions.use).map((word) => [word, 'use'] as const),
  ]),
);

/** Whether a folded word ends the name of a thing in a title, in any of the languages. */
export function isPreposition(word: string): boolean {
  return roles.get(word) !== undefined;
}

/** The number of early words of a title, the brand not counted. */
export const earlyWords = 4;
/** A title with more words is not short. */
export const shortTitleWords = 5;

/** The words of a folded text, such as a brand, without the single characters that end runs of a script without spaces. */
export function wordsOf(folded: string): string[] {
  return scanWords(folded)
    .filter(({ kind }) => kind !== 'tail')
    .map(({ text }) => text);
}

/**
 * The terms of a folded title: its words in order, then all others. `brand` has the words of the brand; `respelled` is the folded
 * title in its other spelling, or null (text-terms.ts).
 */
export function zoneTitle(folded: string, brand: readonly string[], respelled: string | null): TitleTerm[] {
  const parts = titleParts(folded).map(scanWords);
  const nameStart = beginsWith(parts, brand) ? brand.length : 0;
  const length = countWords(parts) <= shortTitleWords ? field.titleShort : 0;
  const words: TitleTerm[] = [];
  const beside: TitleTerm[] = [];
  for (const part of parts) {
    // A break right after the brand ends nothing; what stands after any other is no noun of the name.
    const isName = words.length <= nameStart;
    const hasMore = readKinds(part);
    let useFrom = part.length;
    for (let index = 0; index < part.length; index += 1) {
      const { text, kind } = part[index] as Word;
      const place = words.length;
      if (useFrom > index && place > nameStart && wordKinds[index] === titleWordKind.use) useFrom = index;
      const isUse = index >= useFrom;
      let fields = length | (isUse ? field.titleUse : field.titleName);
      if (isName && !isUse && isNoun(part, index, brand)) fields = field.titleNoun | length;
      if (place < nameStart + earlyWords) fields |= field.titleEarly;
      const isWord = kind !== 'tail';
      (isWord ? words : beside).push({ text, fields, isWord });
    }
    if (!hasMore) continue;
    addCompounds(beside, part, 0, useFrom, field.titleName | length);
    addCompounds(beside, part, useFrom, part.length, field.titleUse | length);
  }
  if (respelled !== null) addRespelled(beside, words, respelled);
  return words.concat(beside);
}

/** The role of a folded word in the name of a thing. */
export const titleWordKind = { plain: 0, other: 1, use: 2, number: 3 } as const;

/** The kind of each word in the part being read ({@link titleWordKind}); kept from one part to the next. */
let wordKinds = new Uint8Array(64);

/** Reads the kinds of words; returns whether they may have compounds, which takes a number or a joining sign. */
function readKinds(words: readonly Word[]): boolean {
  if (words.length > wordKinds.length) wordKinds = new Uint8Array(words.length * 2);
  let hasMore = false;
  for (let index = 0; index < words.length; index += 1) {
    const { text, glued } = words[index] as Word;
    const kind = kindOfTitleWord(text);
    wordKinds[index] = kind;
    hasMore ||= glued || kind === titleWordKind.number;
  }
  return hasMore;
}

/** The {@link titleWordKind} of a folded word. */
export function kindOfTitleWord(word: string): number {
  if (hasNumber(word)) return titleWordKind.number;
  const role = roles.get(word);
  return role === undefined ? titleWordKind.plain : titleWordKind[role];
}

function countWords(parts: readonly (readonly Word[])[]): number {
  let count = 0;
  for (const part of parts) {
    for (const { kind } of part) {
      if (kind !== 'tail') count += 1;
    }
  }
  return count;
}

/** Another spelling cuts a title into the same words, but for texts that are stranger than spelling. */
function addRespelled(terms: TitleTerm[], words: readonly TitleTerm[], respelled: string): void {
  const others = titleParts(respelled).flatMap(wordsOf);
  if (others.length !== words.length) return;
  words.forEach(({ text, fields }, index) => {
    const other = others[index] ?? text;
    if (other !== text) terms.push({ text: other, fields, isWord: false });
  });
}

function addCompounds(
  terms: TitleTerm[],
  part: readonly Word[],
  start: number,
  end: number,
  fields: number,
): void {
  if (start === end) return;
  const words = end - start === part.length ? part : part.slice(start, end);
  for (const text of compoundsOf(words)) terms.push({ text, fields, isWord: false });
}

/**
 * A folded title cut at what separates its parts: brackets, semicolons and the like; commas, but not within a number;
 * dashes, slashes and plus signs with spaces around them; full stops before a space.
 */
function titleParts(folded: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let place = 0; place < folded.length; place += 1) {
    if (!isBreak(folded, place)) continue;
    parts.push(folded.slice(start, place));
    start = place + 1;
  }
  parts.push(folded.slice(start));
  return parts;
}

const alwaysBreaks = new Set(';:()[]{}|•·');
const breaksBetweenSpaces = new Set('-/+&');

/** Whether a title is cut into parts at a sign. */
export function isBreak(text: string, place: number): boolean {
  const sign = text.charCodeAt(place);
  if (isLetterOrDigit(sign) || sign === space) return false;
  const character = text[place] ?? '';
  if (character === ',') return !isDigit(text.charCodeAt(place - 1)) || !isDigit(text.charCodeAt(place + 1));
  if (character === '.') return text.charCodeAt(place + 1) === space;
  if (alwaysBreaks.has(character)) return true;
  const isApart = text.charCodeAt(place - 1) === space && text.charCodeAt(place + 1) === space;
  return isApart && breaksBetweenSpaces.has(character);
}

const space = 32;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether a code is an ASCII letter or digit, as nearly everything in a title is. */
function isLetterOrDigit(code: number): boolean {
  return isDigit(code) || (code >= 97 && code <= 122);
}

function beginsWith(parts: readonly (readonly Word[])[], beginning: readonly string[]): boolean {
  let place = 0;
  for (const part of parts) {
    for (const { text, kind } of part) {
      if (place === beginning.length) return true;
      if (kind === 'tail') continue;
      if (text !== beginning[place]) return false;
      place += 1;
    }
  }
  return place === beginning.length;
}

/** The last word before a number, a preposition or the end of its part; neither number nor preposition nor brand. */
function isNoun(words: readonly Word[], index: number, brand: readonly string[]): boolean {
  if (wordKinds[index] !== titleWordKind.plain) return false;
  const next = words[index + 1];
  const isLast = next === undefined || next.kind === 'tail' || wordKinds[index + 1] !== titleWordKind.plain;
  return isLast && !brand.includes((words[index] as Word).text);
}

const anyNumber = /\p{N}/u;

function hasNumber(word: string): boolean {
  for (let place = 0; place < word.length; place += 1) {
    const unit = word.charCodeAt(place);
    if (isDigit(unit)) return true;
    if (unit > 0x7f) return anyNumber.test(word);
  }
  return false;
}
