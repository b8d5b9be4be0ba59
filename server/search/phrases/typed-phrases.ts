/**
 * Phrases from the title of a product with a known type, as shoppers type them: a qualifier and the type. In "high speed hdmi cable,
 * black" the words right before the type qualify it together (`hdmi cable`, `high speed hdmi cable`), and so does each separate word
 * (`black cable`). What the thing is for qualifies it as well: `iphone case` from "case for Apple iPhone 7". In languages whose
 * phrases begin with their noun, qualifiers follow the type. Pure. At most 3 words qualify a type together, and a code of more than 4
 * characters is no qualifier. A title without words, or a type that it does not name, gives fewer or no phrases, never an error.
 */
// Tests: ./typed-phrases.test.ts.
import { kindOfTitleWord, titleWordKind } from '../document/title-zones.ts';
import { fold } from '../text/fold.ts';
import { unitOf } from '../text/units.ts';
import type { PhraseLanguage } from './phrase-languages.ts';
import { isBound } from './title-sequences.ts';
import type { TitleWord } from './title-words.ts';

/** The most words that qualify a type together. Chosen. */
const qualifiersMax = 3;
/** The longest code that shoppers type as a qualifier, in characters: `4k` and `cat6`, but not `006r90321`. */
const shortCodeLength = 4;

/** A qualifier and a type. */
export interface TypedPhrase {
  readonly text: string;
  /**
   * Whether the title's next word on the side away from the type belongs to something else, so that the qualifier is
   * complete.
   */
  readonly isWhole: boolean;
}

/**
 * Makes the phrases of a title's first words with the name of its type, each once. `singular` turns a word into its
 * singular.
 */
export function typedPhrases(
  words: readonly TitleWord[],
  name: string,
  language: PhraseLanguage,
  singular: (word: string) => string,
): TypedPhrase[] {
  const { nounFirst } = language;
  const span = spanOf(words, fold(name).split(' '));
  const isPlural = (word: string) => singular(word) !== word;
  const phrases = new Map<string, boolean>();
  const add = (start: number, end: number, isWhole = true) => {
    if (isBound(words, start, language)) return;
    const qualifier = words
      .slice(start, end)
      .map(({ text }) => text)
      .join(' ');
    const text = nounFirst ? `${name} ${qualifier}` : `${qualifier} ${name}`;
    phrases.set(text, isWhole || phrases.get(text) === true);
  };
  if (span !== null) addBeside(words, span, nounFirst, add);
  let isUsed = false;
  for (let start = 0; start < words.length; ) {
    const word = words[start];
    const end = runEnd(words, start, span, isUsed);
    // Shoppers type the first name of the words after "for": `galaxy` of "for Samsung Galaxy S7 cell phones".
    const isFurther = isUsed && words[start - 1]?.kind !== 'stop';
    if (end > start && !isFurther && !isBeside(words, start, end, span, nounFirst))
      addApart(words, start, end, span, add, isPlural);
    if (word?.kind === 'stop') isUsed = kindOfTitleWord(word.folded) === titleWordKind.use;
    start = Math.max(end, start + 1);
  }
  return Array.from(phrases, ([text, isWhole]) => ({ text, isWhole })).filter(
    ({ text }) => !hasTwice(text, singular),
  );
}

/** Whether the word right behind a qualifier belongs to it: `haut` of "câble haut débit". */
function isOpenBehind(words: readonly TitleWord[], last: number): boolean {
  const next = words[last + 1];
  return next?.kind === 'plain' && !next.apart && words[last]?.kind !== 'colour';
}

/** Whether the words right before a qualifier belong to it: `bean` in "bean bag chair", `16gb` in "16gb memory phone". */
function isOpenBefore(words: readonly TitleWord[], start: number): boolean {
  const before = words[start - 1];
  const first = words[start];
  if (before === undefined || first === undefined || first.apart || first.kind === 'colour') return false;
  return before.kind === 'plain' || before.kind === 'number' || before.kind === 'code';
}

type Span = readonly [start: number, end: number];

/** Finds the words of a name side by side; null if they are not. */
function spanOf(words: readonly TitleWord[], name: readonly string[]): Span | null {
  const start = words.findIndex((_, at) => name.every((word, index) => words[at + index]?.folded === word));
  return start < 0 ? null : [start, start + name.length];
}

/** Adds phrases of the words right beside the type, on the side of its qualifiers. */
function addBeside(
  words: readonly TitleWord[],
  [start, end]: Span,
  nounFirst: boolean,
  add: (start: number, end: number, isWhole?: boolean) => void,
): void {
  for (let count = 1; count <= qualifiersMax; count += 1) {
    const at = nounFirst ? end + count - 1 : start - count;
    if (!isQualifier(words[at], words[at - 1]) || words[nounFirst ? at : at + 1]?.apart !== false) return;
    if (nounFirst) add(end, end + count, !isOpenBehind(words, end + count - 1));
    else add(start - count, start, !isOpenBefore(words, start - count));
  }
}

/** Finds the end of the qualifiers that begin at `start`. Among the words after "for" they end before a code. */
function runEnd(words: readonly TitleWord[], start: number, span: Span | null, isUsed: boolean): number {
  let end = start;
  const isOfName = (at: number) => span !== null && at >= span[0] && at < span[1];
  while (
    isQualifier(words[end], words[end - 1]) &&
    !isOfName(end) &&
    !(isUsed && words[end]?.kind === 'code') &&
    (end === start || words[end]?.apart === false)
  )
    end += 1;
  return end;
}

/** Whether words are right beside the type and so qualify it together. After the type only a colour does. */
function isBeside(
  words: readonly TitleWord[],
  start: number,
  end: number,
  span: Span | null,
  nounFirst: boolean,
): boolean {
  if (span === null) return false;
  if (end === span[0]) return words[end]?.apart === false;
  if (start !== span[1] || words[start]?.apart === true) return false;
  return nounFirst || words[start]?.kind !== 'colour';
}

/**
 * Adds phrases of qualifiers apart from the type. After the type each word makes a phrase by itself; before it the last
 * word does and, of two, both together; of the words after "for", the last word.
 */
function addApart(
  words: readonly TitleWord[],
  start: number,
  end: number,
  span: Span | null,
  add: (start: number, end: number) => void,
  isPlural: (word: string) => boolean,
): void {
  const isUse = words[start - 1]?.kind === 'stop';
  const isBefore = span !== null && start < span[0];
  // `mount for phones` is typed as `phone mount`.
  if ((isUse || span !== null) && isPlural(words[end - 1]?.text ?? '')) return;
  if (end - start <= 2 && !isUse) add(start, end);
  if (isBefore || isUse) add(end - 1, end);
  else for (let at = start; at < end; at += 1) if (span === null || isOneQuality(words, at)) add(at, at + 1);
}

/** Whether a word after the type qualifies it by itself: a colour, a code, or a word alone between commas. */
function isOneQuality(words: readonly TitleWord[], at: number): boolean {
  const [word, next] = [words[at], words[at + 1]];
  if (word === undefined || word.kind !== 'plain') return true;
  return word.apart && (next === undefined || next.apart);
}

/** Whether a word may qualify: not one that a number counts, as in `2 pieces`. */
function isQualifier(word: TitleWord | undefined, before: TitleWord | undefined): boolean {
  if (word === undefined || (before?.kind === 'number' && !word.apart)) return false;
  if (word.kind === 'code') return word.text.length <= shortCodeLength;
  // `mah` of "20,000 mAh".
  return (
    (word.kind === 'plain' || word.kind === 'colour') && word.text.length > 1 && unitOf(word.folded) === null
  );
}

/** Whether a phrase says the type twice: `cable network cable`, `coffee beans bean`, `aa batteries battery`. */
function hasTwice(phrase: string, singular: (word: string) => string): boolean {
  const words = phrase.split(' ').map(singular);
  return words.some((word, at) => words.some((other, place) => place !== at && isSame(word, other)));
}

/** Whether one word equals the other or begins it: `bean`, `beans`. */
function isSame(word: string, other: string): boolean {
  return word === other || (word.length >= sameMinLetters && other.startsWith(word));
}

const sameMinLetters = 4;
