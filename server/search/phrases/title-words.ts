/**
 * Splits a title at white space and classifies each piece for phrases. Used for suggestions only: words.ts splits text for search. It
 * never changes a title. Any text is accepted, lone surrogates too; pieces without letters and digits are left out, and positions
 * count UTF-16 units from 0.
 */
// Tests: ./typed-phrases.test.ts.
import { fold } from '../text/fold.ts';
import { unitOf } from '../text/units.ts';
import type { PhraseLanguage } from './phrase-languages.ts';

/**
 * `plain`: a word. `brand`: a word of the brand, at the beginning. `stop`: a word that binds others. `colour`: how a
 * thing looks. `number`: digits. `code`: digits and letters. `unit`: follows a number. `broken`: has punctuation inside
 * that phrases do not have.
 */
export type TitleWordKind = 'plain' | 'brand' | 'stop' | 'colour' | 'number' | 'code' | 'unit' | 'broken';

/** A piece of a title without the punctuation around it. */
export interface TitleWord {
  readonly text: string;
  readonly folded: string;
  /** Whether the text equals its folded form. */
  readonly isFolded: boolean;
  /** The index of its first UTF-16 unit in the title. */
  readonly start: number;
  readonly end: number;
  /** It begins the title, or punctuation is before it. */
  readonly apart: boolean;
  readonly kind: TitleWordKind;
}

/** The facts about a product besides its title. */
export interface TitleContext {
  /** Folded words of the brand. */
  readonly brandWords: readonly string[];
  /** Whether an attribute has this value, in lower case: `hoodie-xs-black` ends with two of them. */
  hasValue(lowerCase: string): boolean;
}

const beyondAscii = /[^ -~]|[A-Z]/;

const space = 1;
const punctuation = 2;
/** The class of signs at which a piece is cut off: `pc(s)`. */
const bracket = 3;
/** The class of signs that join words which make no phrase: `usb/ps2`, `wireless+bluetooth`. */
const breaker = 4;
/** The class of letters; the next one is that of digits. */
const letter = 5;
const digit = 6;

/** Class of each UTF-16 unit seen so far; 0 is not classified yet. */
const classes = new Uint8Array(0x10000);

/** The first words of a title in lower case, at most `limit`. */
export function titleWords(
  title: string,
  limit: number,
  language: PhraseLanguage,
  context: TitleContext,
): TitleWord[] {
  const words: TitleWord[] = [];
  // Printable ASCII in lower case is its own folded form.
  const isFolded = !beyondAscii.test(title);
  let apart = true;
  let position = 0;
  for (;;) {
    while (position < title.length && classAt(title, position) === space) position += 1;
    if (position === title.length || words.length === limit) return words;
    const piece = readPiece(title, position);
    const word = toWord(title, isFolded, piece, apart, words, language, context);
    if (word !== null) words.push(word);
    apart = word === null || (word.end < piece.end && !isPossessive(title, word.end, piece.end));
    position = piece.end;
  }
}

/** Whether only an apostrophe follows a word: `kids' bike` goes on. */
function isPossessive(title: string, start: number, end: number): boolean {
  return end === start + 1 && (title[start] === "'" || title[start] === '’');
}

/** A piece between white space; its word is from `wordStart` to before `wordEnd`. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly wordStart: number;
  readonly wordEnd: number;
  readonly hasLetter: boolean;
  readonly hasDigit: boolean;
  readonly hasHyphen: boolean;
  readonly isBroken: boolean;
}

function readPiece(title: string, start: number): Piece {
  let wordStart = start;
  while (wordStart < title.length && isBeforeWord(classAt(title, wordStart))) wordStart += 1;
  let wordEnd = wordStart;
  let hasLetter = false;
  let hasDigit = false;
  let hasHyphen = false;
  let sawBreaker = false;
  let isBroken = false;
  let end = wordStart;
  for (; end < title.length; end += 1) {
    const kind = classAt(title, end);
    if (kind === space || kind === bracket) break;
    if (kind >= letter) {
      wordEnd = end + 1;
      isBroken = sawBreaker;
      if (kind === digit) hasDigit = true;
      else hasLetter = true;
    } else if (kind === breaker) sawBreaker = true;
    else if (title[end] === '-') hasHyphen = true;
  }
  while (end < title.length && classAt(title, end) !== space) end += 1;
  return { start, end, wordStart, wordEnd, hasLetter, hasDigit, hasHyphen, isBroken };
}

function isBeforeWord(kind: number): boolean {
  return kind !== space && kind < letter;
}

/** The word of a piece, or null where it has neither letters nor digits. */
function toWord(
  title: string,
  isTitleFolded: boolean,
  piece: Piece,
  apart: boolean,
  words: readonly TitleWord[],
  language: PhraseLanguage,
  context: TitleContext,
): TitleWord | null {
  const start = piece.wordStart;
  const whole = title.slice(start, piece.wordEnd);
  if (whole === '') return isAmpersand(title, piece) ? ampersand(piece, apart) : null;
  const text = piece.hasHyphen ? withoutVariant(whole, context) : whole;
  const folded = isTitleFolded ? text : fold(text);
  const end = start + text.length;
  const kind = kindOf(piece, folded, text.length < whole.length, words, language, context);
  return { text, folded, isFolded: folded === text, start, end, apart: apart || start > piece.start, kind };
}

function isAmpersand(title: string, piece: Piece): boolean {
  return piece.end === piece.start + 1 && title[piece.start] === '&';
}

/** Makes the word `&`, which binds words as `and` does. */
function ampersand({ start, end }: Piece, apart: boolean): TitleWord {
  return { text: '&', folded: '&', isFolded: true, start, end, apart, kind: 'stop' };
}

function kindOf(
  piece: Piece,
  folded: string,
  isVariant: boolean,
  words: readonly TitleWord[],
  language: PhraseLanguage,
  { brandWords }: TitleContext,
): TitleWordKind {
  if (piece.isBroken || folded === '') return 'broken';
  if (piece.hasDigit && !isVariant) return piece.hasLetter ? 'code' : 'number';
  const before = words[words.length - 1]?.kind ?? 'brand';
  if (before === 'brand' && brandWords[words.length] === folded) return 'brand';
  if ((before === 'number' || before === 'code') && unitOf(folded) !== null) return 'unit';
  const role = language.roles.get(folded);
  if (role !== undefined) return role;
  return language.adjectives?.test(folded) === true ? 'colour' : 'plain';
}

/** Removes the attribute values at the end of a variant's title: `hoodie` of `hoodie-xs-black`. */
function withoutVariant(text: string, context: TitleContext): string {
  let end = text.length;
  for (;;) {
    const hyphen = text.lastIndexOf('-', end - 1);
    if (hyphen <= 0 || !context.hasValue(text.slice(hyphen + 1, end))) return text.slice(0, end);
    end = hyphen;
  }
}

/** Returns the class of a unit; both halves of a surrogate pair have the class of their character. */
function classAt(text: string, position: number): number {
  const unit = text.charCodeAt(position);
  const known = classes[unit];
  if (known !== 0 && known !== undefined) return known;
  if (unit >= 0xd800 && unit < 0xdc00) return classify(text.codePointAt(position) ?? unit);
  if (unit >= 0xdc00 && unit < 0xe000) return classify(text.codePointAt(position - 1) ?? unit);
  const found = classify(unit);
  classes[unit] = found;
  return found;
}

function classify(code: number): number {
  const character = String.fromCodePoint(code);
  if (/\s/u.test(character)) return space;
  if (/\p{N}/u.test(character)) return digit;
  if (/[\p{L}\p{M}]/u.test(character)) return letter;
  if (/[()[\]{}]/.test(character)) return bracket;
  return /[/\\+|=*<>@#:;,!?"]/.test(character) ? breaker : punctuation;
}
