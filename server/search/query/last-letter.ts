/**
 * A query whose last word is one letter or digit behind another word: `usb c`, `t s`, `4 k`, `2 in 1`. If the catalog writes the
 * letter together with the words before it, shoppers usually mean that, rather than the beginning of another word. Pure; it never asks
 * the catalog itself (words-together.ts does). Any other query gives null.
 */
// Tests: ./last-letter.test.ts.
import type { Query, QueryWord, TermPattern } from './query.ts';

/** The last letter of a query, with every way to read it as a word. */
export interface LastLetter {
  readonly letter: string;
  /** The word before it. */
  readonly before: string;
  /** The letter written together with words before it: `usbc`. Never only another form of them, as `bags` is of `bag`. */
  readonly together: readonly string[];
  /** The same query, its last word a whole one. */
  readonly query: Query;
}

/** The ways to read the last letter of a query, or null if it cannot be a word. */
export function lastLetterOf(query: Query, stem: (word: string) => string): LastLetter | null {
  const letter = query.typed.at(-1) ?? '';
  const before = query.typed.at(-2) ?? '';
  if (letter.length > 2 || before === '' || Array.from(letter).length !== 1) return null;
  const last = query.words.find(({ own }) => own.text === letter);
  if (last === undefined || !last.own.prefix) return null;
  const isForm = (text: string) => stem(text) === stem(text.slice(0, -letter.length));
  const begun = last.joined.filter(({ text, prefix }) => prefix && !isForm(text));
  const together = [...new Set(begun.map(({ text }) => text))];
  if (together.length === 0) return null;
  const words = query.words.map((word) => wholeWord(word, word === last, letter));
  return { letter, before, together, query: { ...query, words, endsWhole: true } };
}

/** Whether a joined word can only be the letter and the words before it: `4k`, but not `card`. */
export function isMixed(together: string): boolean {
  return /\p{N}/u.test(together) && /\p{L}/u.test(together);
}

/** A word of the query, nothing of which goes on behind its end. */
function wholeWord(word: QueryWord, isLast: boolean, letter: string): QueryWord {
  const isDigit = /\p{N}/u.test(letter);
  const whole = ({ text }: TermPattern): TermPattern[] => {
    const pattern = { text, prefix: false };
    // `usb 3` is answered by `usb 3.0` too.
    return isDigit ? [pattern, { text: `${text}.`, prefix: true }] : [pattern];
  };
  const joined = word.joined.flatMap((pattern) => (pattern.prefix ? whole(pattern) : [pattern]));
  // Elsewhere it is a size or a class, and no part of what it stands behind.
  return isLast
    ? { ...word, own: { text: letter, prefix: false }, inTitle: whole(word.own), joined }
    : { ...word, joined };
}
