/** A query as the engine reads it: folded text and words, each with the terms of a document that would answer it. */
import { fold } from './fold.ts';
import { scanWords, type Word } from './words.ts';

/** A term of the index that answers a word: equal to `text` or, with `prefix`, beginning with it. */
export interface TermPattern {
  readonly text: string;
  readonly prefix: boolean;
}

/** One word of a query. A document holds it if any of its terms meets `own` or one of `joined`. */
export interface QueryWord {
  readonly own: TermPattern;
  /**
   * The word written together with its neighbours, so that `t shirt` and `t-shirt` find `tshirt`, and `A-12/3`
   * the code `a123`: with the word before, with the word after, its whole compound, and the whole query.
   */
  readonly joined: readonly TermPattern[];
}

export interface Query {
  /** What titles and phrases are compared with as a whole. */
  readonly folded: string;
  readonly words: readonly QueryWord[];
}

/**
 * Parses a query. The last word may be unfinished, so it is a prefix, white space after it or not; and so is a
 * lone character of a script without spaces, since the index holds such characters in pairs (words.ts). A query
 * without letters and digits has no words, and finds nothing.
 */
export function parseQuery(text: string): Query {
  const folded = fold(text);
  const words = scanWords(folded).filter((word) => word.kind !== 'tail');
  const last = words.length - 1;
  return {
    folded,
    words: words.map((word, index) => ({
      own: { text: word.text, prefix: index === last || word.kind === 'lone' },
      joined: joinedPatterns(words, index),
    })),
  };
}

function joinedPatterns(words: readonly Word[], index: number): TermPattern[] {
  const spans: (readonly [start: number, end: number])[] = [
    [index - 1, index + 1],
    [index, index + 2],
    compoundSpan(words, index),
    [0, words.length],
  ];
  const patterns = new Map<string, TermPattern>();
  for (const [start, end] of spans) {
    if (start < 0 || end > words.length || end - start < 2) continue;
    const parts = words.slice(start, end);
    if (parts.some((part) => part.kind !== 'word')) continue;
    const text = parts.map((part) => part.text).join('');
    const prefix = end === words.length;
    if (prefix || !patterns.has(text)) patterns.set(text, { text, prefix });
  }
  return Array.from(patterns.values());
}

function compoundSpan(words: readonly Word[], index: number): readonly [start: number, end: number] {
  let start = index;
  while (words[start]?.glued === true) start -= 1;
  let end = index + 1;
  while (words[end]?.glued === true) end += 1;
  return [start, end];
}
