/**
 * Cuts folded text into the words that the index holds. Cutting must be stable while a shopper types, so that
 * the words of a query are words, or beginnings of words, of the text that it begins. It must never depend on a
 * dictionary: `Intl.Segmenter` cuts `東京都` and `東京` + `都` differently, overlapping pairs do not.
 *
 * Pure. Any text is accepted, lone surrogates too; a text without letters and digits has no words. The text must be folded before, and
 * its length is bounded by the caller.
 */
// Tests: ./words.test.ts.
import { addMeasureTerms } from './measures.ts';
import { withoutPoints } from './numbers.ts';
import type { Word } from './word.ts';

export type { Word } from './word.ts';

const separator = 1;
const letter = 2;
const spaceless = 3;
const joiner = 4;
/** First half of a character beyond the basic plane, whose class is looked up each time. */
const half = 5;

/** Class of each UTF-16 unit seen so far; 0 is not classified yet. */
const classes = new Uint8Array(0x10000).fill(half, 0xd800, 0xdc00);

/** Punctuation inside of compounds and codes: `t-shirt`, `levi's`, `802.11`, `A-12/3`, `h&m`. */
const joiners = new Set("-'./_&+");

/**
 * Words of folded text in their order. `scanWords('t-shirt xl')` gives t, shirt (glued), xl; `scanWords('手机壳')`
 * gives the pairs 手机 and 机壳 and the tail 壳. Points, commas and stars between digits belong to the word: `2,7`
 * is 2.7, so that 27 is not found there, and `30*40` is 30x40.
 */
export function scanWords(folded: string): Word[] {
  const words: Word[] = [];
  let position = 0;
  let wordEnd = -1;
  while (position < folded.length) {
    const kind = classAt(folded, position);
    if (kind === letter) {
      const glued = wordEnd >= 0 && wordEnd < position;
      wordEnd = pushWord(words, folded, position, glued);
      position = wordEnd;
    } else if (kind === spaceless) {
      const end = runEnd(folded, position, spaceless);
      pushPairs(words, folded.slice(position, end));
      wordEnd = -1;
      position = end;
    } else {
      if (kind === separator) wordEnd = -1;
      position += widthAt(folded, position);
    }
  }
  return words;
}

/** Returns the terms that a document holds for a text: its words and their {@link compoundsOf}. */
export function indexTerms(words: readonly Word[]): string[] {
  const terms = words.map((word) => word.text);
  addCompounds(words, terms);
  return terms;
}

/**
 * Returns the terms that a document holds for a text in addition to its words: each compound of glued words, in pairs of neighbours and as a
 * whole, so that `wi-fi-6` is found by wifi, fi6 and wifi6 too; and the terms of its measures (measures.ts).
 */
export function compoundsOf(words: readonly Word[]): string[] {
  const compounds: string[] = [];
  addCompounds(words, compounds);
  return compounds;
}

function addCompounds(words: readonly Word[], terms: string[]): void {
  let start = 0;
  for (let index = 1; index < words.length; index += 1) {
    const { glued, text } = words[index] ?? noWord;
    if (!glued) {
      start = index;
      continue;
    }
    terms.push((words[index - 1] ?? noWord).text + text);
    const isLast = words[index + 1]?.glued !== true;
    if (isLast && index - start > 1) terms.push(joinWords(words, start, index + 1));
  }
  addMeasureTerms(words, terms);
}

/**
 * Returns the terms that a document holds for an identifier: its code without punctuation and spaces (`A-12/3` is `a123`), and, if
 * points or commas are between digits, also the code with them. A query of `12.34` asks for just that, and not for 1234, since it may
 * as well be a number.
 */
export function codeTerms(folded: string): string[] {
  if (plainCode.test(folded)) return [folded];
  const dotted = codeOf(folded);
  if (dotted === '') return [];
  const code = withoutPoints(dotted);
  return code === dotted ? [code] : [code, dotted];
}

/** Most are nothing but letters and digits, which is one word. */
const plainCode = /^[a-z0-9]+$/;

function codeOf(folded: string): string {
  let code = '';
  for (const { text, kind } of scanWords(folded)) {
    code += kind === 'pair' ? (Array.from(text)[0] ?? '') : text;
  }
  return code;
}

/** Returns the runs of two or more characters in scripts without spaces, joined again from the pairs of {@link scanWords}. */
export function unspacedRuns(words: readonly Word[]): string[] {
  const runs: string[] = [];
  let run = '';
  for (const { text, kind } of words) {
    if (kind === 'pair') run += Array.from(text)[0] ?? '';
    if (kind !== 'tail') continue;
    runs.push(run + text);
    run = '';
  }
  return runs;
}

const noWord: Word = { text: '', kind: 'word', glued: false, inches: false };

function joinWords(words: readonly Word[], start: number, end: number): string {
  let joined = '';
  for (let index = start; index < end; index += 1) joined += (words[index] ?? noWord).text;
  return joined;
}

/** Pushes the word that starts there; returns its end. */
function pushWord(words: Word[], folded: string, start: number, glued: boolean): number {
  const plainEnd = runEnd(folded, start, letter);
  const mayStartMeasure = plainEnd < folded.length && isDigit(folded, plainEnd - 1);
  const end = mayStartMeasure ? numberEnd(folded, plainEnd) : plainEnd;
  const text = folded.slice(start, end);
  words.push({
    text: end === plainEnd ? text : spellNumber(text),
    kind: 'word',
    glued,
    inches: mayStartMeasure && isInchSign(folded, end) && isDigit(folded, end - 1),
  });
  return end;
}

function pushPairs(words: Word[], run: string): void {
  const characters = Array.from(run);
  for (let index = 1; index < characters.length; index += 1) {
    const text = `${characters[index - 1]}${characters[index]}`;
    words.push({ text, kind: 'pair', glued: false, inches: false });
  }
  const last = characters[characters.length - 1] ?? '';
  const kind = characters.length === 1 ? 'lone' : 'tail';
  words.push({ text: last, kind, glued: false, inches: false });
}

function runEnd(text: string, start: number, kind: number): number {
  let end = start;
  while (end < text.length) {
    if (classes[text.charCodeAt(end)] === kind) end += 1;
    else if (classAt(text, end) === kind) end += widthAt(text, end);
    else break;
  }
  return end;
}

/**
 * The end of a word whose first run of letters and digits ends at `end`: digits, then a sign, then digits again go
 * on with it. The sign of grouping and the one of decimals may differ, `1,234.5`, but after a group of three digits
 * only: `2.0,3.5` are two numbers.
 */
function numberEnd(text: string, end: number): number {
  let sign = '';
  let signAt = end;
  let wordEnd = end;
  while (wordEnd + 1 < text.length) {
    const next = text[wordEnd] ?? '';
    if (next !== '.' && next !== ',' && next !== '*') break;
    if (!isDigit(text, wordEnd - 1) || !isDigit(text, wordEnd + 1)) break;
    const isOther = next !== '*' && sign !== '' && sign !== '*' && next !== sign;
    if (isOther && wordEnd - signAt !== 4) break;
    sign = next;
    signAt = wordEnd;
    wordEnd = runEnd(text, wordEnd + 1, letter);
  }
  return wordEnd;
}

function spellNumber(text: string): string {
  return text.replaceAll(',', '.').replaceAll('*', 'x');
}

const doubleQuote = 0x22;
const singleQuote = 0x27;
const space = 0x20;

/** `"` or `''`, with a space before it at most where it cannot open a quotation. */
function isInchSign(text: string, at: number): boolean {
  if (at >= text.length) return false;
  const unit = text.charCodeAt(at);
  if (unit === doubleQuote) return true;
  if (at + 1 >= text.length || (unit !== singleQuote && unit !== space)) return false;
  const second = text.charCodeAt(at + 1);
  if (unit === singleQuote) return second === singleQuote;
  if (second !== doubleQuote) return false;
  const after = at + 2 < text.length ? classAt(text, at + 2) : separator;
  return after === separator || after === joiner;
}

function isDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0x30 && unit <= 0x39;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function widthAt(text: string, position: number): number {
  return isHighSurrogate(text.charCodeAt(position)) ? 2 : 1;
}

function classAt(text: string, position: number): number {
  const unit = text.charCodeAt(position);
  const known = classes[unit] ?? 0;
  if (known === half) return classify(text.codePointAt(position) ?? unit);
  if (known !== 0) return known;
  const found = classify(unit);
  classes[unit] = found;
  return found;
}

function classify(code: number): number {
  const character = String.fromCodePoint(code);
  if (/[\p{L}\p{M}\p{N}]/u.test(character)) return isSpaceless(code) ? spaceless : letter;
  return joiners.has(character) ? joiner : separator;
}

/** Blocks of the scripts that put no spaces between words. */
function isSpaceless(code: number): boolean {
  return (
    (code >= 0x0e00 && code <= 0x0eff) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x3005 && code <= 0x3007) ||
    (code >= 0x3041 && code <= 0x30ff) ||
    (code >= 0x31f0 && code <= 0x31ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x3ffff)
  );
}
