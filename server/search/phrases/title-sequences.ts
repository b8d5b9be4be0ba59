/**
 * Word sequences of a title: the parts of "Logitech Wireless Mouse M185, black" that may be phrases of shoppers. The neighbours of a
 * sequence distinguish a whole phrase from a part of one, without a dictionary or a grammar: "wireless mouse" ends before a code, a
 * comma or "for"; "logitech wireless" continues. This file handles one title; counted over a catalog, its result is the evidence of
 * suggestion-evidence.ts. Only the first 6 words are used, a sequence has 1 to 3 words, and one of more than 80 characters is left
 * out. A title without words gives an empty list. It never decides whether a sequence is a good phrase.
 */
// Tests: ./title-sequences.test.ts.
import { fold } from '../text/fold.ts';
import type { PhraseLanguage } from './phrase-languages.ts';
import { type TitleContext, type TitleWord, titleWords } from './title-words.ts';

/** A sequence of one to three words in lower case. */
export interface TitleSequence {
  readonly text: string;
  /** The text folded. */
  readonly key: string;
  /** Nothing before the sequence belongs to it: the title begins there, or a code or punctuation is before it. */
  readonly breaksBefore: boolean;
  /** Nothing after the sequence belongs to it. */
  readonly breaksBehind: boolean;
}

/** Sequences come from the first 6 words of a title: titles first say what a thing is, then what it measures. Chosen. */
const titleWordsMax = 6;
/** The most words of a sequence; longer texts are rarely typed. Chosen. */
const sequenceWordsMax = 3;
/** The longest code that may end a sequence, in characters: `s5`, `4k` and `2.0` do, `006r90321` is no phrase. */
const shortCodeLength = 3;
/** The longest sequence in UTF-16 units; longer ones are left out. Chosen. */
const displayMaxLength = 80;

/**
 * Finds the sequences in the first words of a title in lower case; a sequence is repeated as often as the title has it.
 */
export function titleSequences(
  title: string,
  language: PhraseLanguage,
  context: TitleContext,
): TitleSequence[] {
  // One more than sequences are made of, to see what follows the last.
  const words = titleWords(title, titleWordsMax + 1, language, context);
  const sequences: TitleSequence[] = [];
  const limit = Math.min(words.length, titleWordsMax);
  for (let start = 0; start < limit; start += 1) {
    if (!isFirstWord(words[start]) || isBound(words, start, language)) continue;
    const breaksBefore = breaksOffBefore(words, start);
    for (let last = start; last < limit && last < start + sequenceWordsMax; last += 1) {
      if (last > start && !continues(words, start, last)) break;
      const breaksBehind = breaksOffBehind(words, last);
      const isWhole = language.nounFirst ? breaksBefore : breaksBehind;
      if (!(start === last ? isName(words[start]) : isPhrase(words, start, last, isWhole, language)))
        continue;
      const text = textOf(title, words, start, last);
      if (text.length > displayMaxLength) continue;
      sequences.push({ text, key: keyOf(text, words, start, last), breaksBefore, breaksBehind });
    }
  }
  return sequences;
}

function isFirstWord(word: TitleWord | undefined): boolean {
  return word?.kind === 'plain' || word?.kind === 'brand' || word?.kind === 'colour';
}

/** Whether a word is a possessive that belongs to the word before it: `kapağı` in `tencere kapağı`. */
export function isBound(words: readonly TitleWord[], at: number, { possessed }: PhraseLanguage): boolean {
  const before = words[at - 1];
  if (possessed === null || before === undefined || words[at]?.apart === true || !isFlowing(before))
    return false;
  return possessed.test(words[at]?.folded ?? '');
}

/** Whether the sequence from `start` goes on to `last`: no punctuation, and digits at its very end only. */
function continues(words: readonly TitleWord[], start: number, last: number): boolean {
  const word = words[last];
  if (word === undefined || word.apart || word.kind === 'broken' || word.kind === 'unit') return false;
  return last - 1 === start || !hasDigits(words[last - 1]);
}

/** Whether a single word may be a phrase: longer than a letter, and no brand, which is a suggestion by itself. */
function isName(word: TitleWord | undefined): boolean {
  return word?.kind === 'plain' && word.text.length > 1;
}

/**
 * Whether a sequence may be a phrase. Sequences that go on count too, since the next word may be a name (`wireless
 * mouse pro`). Halves do not: those that a preposition runs through or that begin with the brand.
 */
function isPhrase(
  words: readonly TitleWord[],
  start: number,
  last: number,
  isWhole: boolean,
  { nounFirst }: PhraseLanguage,
): boolean {
  const end = words[last];
  if (end === undefined || end.kind === 'stop' || end.kind === 'brand') return false;
  if (end.kind === 'colour' && !nounFirst) return false;
  if (hasDigits(end) && (end.text.length > shortCodeLength || isMeasured(words[last + 1]))) return false;
  if (isWhole) return true;
  return words[start]?.kind !== 'brand' && (last - start === 1 || words[start + 1]?.kind !== 'stop');
}

/** Whether the next word makes the number before it half a measure: `16 GB`, `40 x 60`. */
function isMeasured(next: TitleWord | undefined): boolean {
  return next !== undefined && !next.apart && (next.kind === 'unit' || next.folded === 'x');
}

function breaksOffBefore(words: readonly TitleWord[], start: number): boolean {
  const before = words[start - 1];
  return before === undefined || words[start]?.apart === true || !isFlowing(before);
}

function breaksOffBehind(words: readonly TitleWord[], last: number): boolean {
  const next = words[last + 1];
  if (next === undefined || next.apart || next.kind === 'broken') return true;
  // A number measures the words that follow it: `usb 2.0` is complete, `black 1` counts the pieces that come next.
  return !hasDigits(words[last]) && !isFlowing(next);
}

function isFlowing(word: TitleWord): boolean {
  return word.kind === 'plain' || word.kind === 'colour';
}

function hasDigits(word: TitleWord | undefined): boolean {
  return word?.kind === 'number' || word?.kind === 'code';
}

/** The text of a sequence as the title spells it, with single spaces. */
function textOf(title: string, words: readonly TitleWord[], start: number, last: number): string {
  const first = words[start]?.start ?? 0;
  let isEven = true;
  for (let index = start + 1; index <= last; index += 1) {
    const end = words[index - 1]?.end ?? 0;
    isEven &&= words[index]?.start === end + 1 && title[end] === ' ';
  }
  const text = title.slice(first, words[last]?.end);
  return isEven ? text : text.replace(/\s+/g, ' ');
}

/** Folds the text of a sequence. If only spaces are between its words, the folded words are joined, which costs less. */
function keyOf(text: string, words: readonly TitleWord[], start: number, last: number): string {
  let isFolded = true;
  let areApartBySpaces = true;
  for (let index = start; index <= last; index += 1) {
    isFolded &&= words[index]?.isFolded === true;
    if (index > start) areApartBySpaces &&= words[index]?.start === (words[index - 1]?.end ?? 0) + 1;
  }
  if (isFolded) return text;
  if (!areApartBySpaces) return fold(text);
  return words
    .slice(start, last + 1)
    .map(({ folded }) => folded)
    .join(' ');
}
