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

/** A parsed query; equal texts give equal queries. */
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
  const join = createJoin(words);
  return {
    folded,
    words: words.map((word, index) => ({
      own: { text: word.text, prefix: index === last || word.kind === 'lone' },
      joined: joinedPatterns(words, index, join),
    })),
  };
}

/** Makes one pattern of the words from `start` to before `end`, or null where that makes no sense. */
type Join = (start: number, end: number) => TermPattern | null;

function joinedPatterns(words: readonly Word[], index: number, join: Join): TermPattern[] {
  const spans = [
    join(index - 1, index + 1),
    join(index, index + 2),
    join(...compoundSpan(words, index)),
    join(0, words.length),
  ];
  return Array.from(new Set(spans)).filter((pattern) => pattern !== null);
}

/** Remembers each span, so that a query of hundreds of words does not join them hundreds of times. */
function createJoin(words: readonly Word[]): Join {
  const known = new Map<string, TermPattern | null>();
  return (start, end) => {
    const span = `${start} ${end}`;
    const before = known.get(span);
    if (before !== undefined) return before;
    const parts = words.slice(Math.max(start, 0), end);
    const isSpan = start >= 0 && end <= words.length && parts.length > 1;
    const pattern =
      isSpan && parts.every((part) => part.kind === 'word')
        ? { text: parts.map((part) => part.text).join(''), prefix: end === words.length }
        : null;
    known.set(span, pattern);
    return pattern;
  };
}

function compoundSpan(words: readonly Word[], index: number): [start: number, end: number] {
  let start = index;
  while (words[start]?.glued === true) start -= 1;
  let end = index + 1;
  while (words[end]?.glued === true) end += 1;
  return [start, end];
}
