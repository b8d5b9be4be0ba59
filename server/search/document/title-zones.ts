/**
 * What the words of a title are there for. A title names a thing, then tells more about it:
 *
 *   Acme wireless mouse M185, black, for notebooks
 *   └──────── name ────────┘             └─ use ─┘
 *
 * Nouns of the name are words before a number, a preposition or the end of its part, if they are none of these nor
 * brand: `mouse`.
 *
 * The same rules for all languages and scripts: they look at punctuation, digits, the product's own brand, and short
 * lists of prepositions. Where a language puts the noun first, the early words count as well (occurrence.ts).
 */

import { compoundsOf, scanWords, type Word } from '../text/words.ts';
import { field } from './fields.ts';

/** A term that a title holds, once for each time. */
export interface TitleTerm {
  readonly text: string;
  /** {@link field} bits. */
  readonly fields: number;
  /** One of its words, as against a compound of several, or a last character that is held for lone ones. */
  readonly isWord: boolean;
}

/** What comes after them is what the thing goes with, in the languages of shops (folded). */
const usePrepositions = new Set(
  (
    'for with without including includes compatible fits suits replaces ' +
    'fur mit ohne pour avec sans para con sin per senza com sem voor met zonder for med till til ' +
    'dla do z bez icin ile для с без'
  ).split(' '),
);

/** They end the name of the thing. */
const otherPrepositions = new Set(
  (
    'from to of in on by via von vom aus bei zu zum zur im am an auf de du des en par sur au aux del della di da do ' +
    'van op bij fra fran av pa od na v из в на от к'
  ).split(' '),
);

const hasNumber = /\p{N}/u;

const earlyWords = 4;
const shortTitleWords = 5;

/**
 * What a folded title holds: its words in order, then the rest. `brand` is folded, or null; `respelled` is the title in
 * its other spelling, folded, or null (respelling.ts).
 */
export function zoneTitle(folded: string, brand: string | null, respelled: string | null): TitleTerm[] {
  const parts = titleParts(folded).map(scanWords);
  const all = parts.flat().filter(({ kind }) => kind !== 'tail');
  const brandWords = brand === null ? [] : scanWords(brand).filter(({ kind }) => kind !== 'tail');
  const nameStart = beginsWith(all, brandWords) ? brandWords.length : 0;
  const brandTexts = new Set(brandWords.map(({ text }) => text));
  const length = all.length <= shortTitleWords ? field.titleShort : 0;
  const words: TitleTerm[] = [];
  const beside: TitleTerm[] = [];
  const seen = new Set<string>();
  for (const part of parts) {
    // A break right after the brand ends nothing; what stands after any other is no noun of the name.
    const isName = words.length <= nameStart;
    let zone: number = field.titleName;
    let useFrom = part.length;
    part.forEach((word, index) => {
      const place = words.length;
      if (zone === field.titleName && usePrepositions.has(word.text) && place > nameStart) {
        zone = field.titleUse;
        useFrom = index;
      }
      let fields = zone | length;
      if (isName && zone === field.titleName && isNoun(part, index, brandTexts))
        fields = field.titleNoun | length;
      if (place < nameStart + earlyWords) fields |= field.titleEarly;
      if (zone !== field.titleUse && seen.has(word.text)) fields |= field.titleRepeated;
      if (zone !== field.titleUse) seen.add(word.text);
      const isWord = word.kind !== 'tail';
      (isWord ? words : beside).push({ text: word.text, fields, isWord });
    });
    addCompounds(beside, part.slice(0, useFrom), field.titleName | length);
    addCompounds(beside, part.slice(useFrom), field.titleUse | length);
  }
  if (respelled !== null) addRespelled(beside, words, respelled);
  return [...words, ...beside];
}

/** Another spelling cuts a title into the same words, but for texts that are stranger than spelling. */
function addRespelled(terms: TitleTerm[], words: readonly TitleTerm[], respelled: string): void {
  const others = titleParts(respelled)
    .flatMap(scanWords)
    .filter(({ kind }) => kind !== 'tail');
  if (others.length !== words.length) return;
  words.forEach(({ text, fields }, index) => {
    const other = others[index]?.text ?? text;
    if (other !== text) terms.push({ text: other, fields, isWord: false });
  });
}

function addCompounds(terms: TitleTerm[], words: readonly Word[], fields: number): void {
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

function isBreak(text: string, place: number): boolean {
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

/** Of ASCII, as nearly everything in a title is. */
function isLetterOrDigit(code: number): boolean {
  return isDigit(code) || (code >= 97 && code <= 122);
}

function beginsWith(words: readonly Word[], beginning: readonly Word[]): boolean {
  return beginning.every(({ text }, place) => words[place]?.text === text);
}

/** The last word before a number, a preposition or the end of its part; neither number nor preposition nor brand. */
function isNoun(words: readonly Word[], index: number, brand: ReadonlySet<string>): boolean {
  const word = words[index];
  const next = words[index + 1];
  if (word === undefined || !isPlain(word) || brand.has(word.text)) return false;
  return next === undefined || next.kind === 'tail' || !isPlain(next);
}

function isPlain({ text }: Word): boolean {
  return !hasNumber.test(text) && !usePrepositions.has(text) && !otherPrepositions.has(text);
}
