/**
 * Parses a text to a query: folded text and words, each with everything in a document that matches it. Any text is a query: one
 * without letters and digits has no words and finds nothing. Pure; equal texts give equal queries. It never shortens a text: the HTTP
 * thread refuses more than 100 characters, and longer ones only take more time.
 */
// Tests: ./query.test.ts.
import { fold } from '../text/fold.ts';
import { measuresOf } from '../text/measures.ts';
import type { Word } from '../text/word.ts';
import { scanWords, unspacedRuns } from '../text/words.ts';
import { headOf, priceStart } from './head-and-price.ts';
import type { SynonymMatch } from './synonyms.ts';

/** A pattern for words of the index: equal to `text` or, with `prefix`, beginning with it. */
export interface TermPattern {
  readonly text: string;
  readonly prefix: boolean;
}

/** One word of a query. A document matches it if it matches any of the members. */
export interface QueryWord {
  readonly own: TermPattern;
  /** Whether the word's place makes it the one that says what is sought: `bag` of `laptop bag`. */
  readonly isHead: boolean;
  /** The terms that answer the word in titles alone, in place of `own` (last-letter.ts); null for nearly all words. */
  readonly inTitle: readonly TermPattern[] | null;
  /** The same for all pairs of one run of a script without spaces: few of them are not a part of what it says. */
  readonly run: number;
  /**
   * The word written together with its neighbours, so that `t shirt` and `t-shirt` find `tshirt`, and `A-12/3`
   * the code `a123`: with the word before, with the word after, its whole compound, and the whole query; and the
   * measure that it is a part of.
   */
  readonly joined: readonly TermPattern[];
  /** Other forms of the word, such as its plural: all words of this stem. */
  readonly stem: Stem;
  /** Other ways to say it: distinct words, all of which a document has to hold in some form. */
  readonly alternatives: readonly (readonly StemmedWord[])[];
}

/** A stem, and whether it is a word of that stem itself: `mouse` may have the stem `mous`, which no word is. */
export interface Stem {
  readonly text: string;
  readonly isWord: boolean;
}

/** A word with its stem. */
export interface StemmedWord {
  readonly text: string;
  readonly stem: Stem;
}

/** The stem of a folded word. */
export function stemOf(word: string, stem: (word: string) => string): Stem {
  const text = stem(word);
  return { text, isWord: stem(text) === text };
}

/** A parsed query; equal texts give equal queries. */
export interface Query {
  /** The text that titles and phrases are compared with as a whole. */
  readonly folded: string;
  /** Distinct. */
  readonly words: readonly QueryWord[];
  /** The words in the text, one after the other (`scanWords`). */
  readonly typed: readonly string[];
  /** Runs of scripts without spaces. A product holds their pairs of characters anywhere; a suggestion goes on with the run. */
  readonly unspaced: readonly string[];
  /** Its last word is whole: phrases go on behind it with another word only. */
  readonly endsWhole: boolean;
}

/** Whether a query is the beginning of one word, or a word and the beginning of another: what the prefix graph has lists for. */
export function mayBeListed(query: Query): boolean {
  return !query.endsWhole && (query.words.length === 2 || isOnePrefix(query));
}

/** Whether a query is the beginning of one word, and nothing else. */
export function isOnePrefix({ folded, words: [word, ...others] }: Query): boolean {
  if (word === undefined || others.length > 0) return false;
  return word.own.prefix && word.own.text === folded && word.joined.length === 0;
}

/** A store's language and synonyms, applied to the words of a query. */
export interface QueryAnalysis {
  /** Phrases of the language begin with their noun, as against ending with it. */
  readonly nounFirst: boolean;
  readonly stem: (word: string) => string;
  /** Other ways to say parts of the query; words as {@link queryWords} gives them. */
  readonly expand: (words: readonly Word[]) => readonly SynonymMatch[];
}

/** The words of a folded query: without the last characters of runs, which the index holds for lone ones only. */
export function queryWords(folded: string): Word[] {
  return scanWords(folded).filter((word) => word.kind !== 'tail');
}

/**
 * Parses a query. The last word may be unfinished, so it is a prefix, white space after it or not, but for a number in
 * inches (`14"`); and so is a lone character of a script without spaces, since the index holds such characters in pairs (words.ts). A query
 * without letters and digits has no words, and finds nothing. A repeated word counts once, as whole as it is anywhere. A price at
 * the end is left out (head-and-price.ts).
 */
export function parseQuery(text: string, analysis: QueryAnalysis): Query {
  const folded = fold(text);
  const scanned = scanWords(folded);
  const words = scanned.filter((word) => word.kind !== 'tail');
  const runs = runsOf(scanned);
  // The last word may go on; a number with the sign for inches behind it is whole.
  const isBegun = (end: number) => end === words.length && words.at(-1)?.inches !== true;
  const join = createJoin(words, isBegun);
  const measures = measuresOf(words);
  const synonyms = analysis.expand(words);
  const texts = words.map((word) => word.text);
  const head = headOf(texts, analysis.nounFirst);
  const end = priceStart(texts);
  const parsed = new Map<string, QueryWord>();
  words.forEach((word, index) => {
    if (index >= end || parsed.has(word.text)) return;
    const prefix = isBegun(index + 1) || word.kind === 'lone';
    parsed.set(word.text, {
      own: { text: word.text, prefix },
      isHead: index === head || word.kind !== 'word',
      inTitle: null,
      run: runs[index] ?? index,
      joined: [
        ...joinedPatterns(words, index, join),
        ...measures
          .filter(({ start, end }) => index >= start && index < end)
          .map(({ end, text: together }) => ({ text: together, prefix: isBegun(end) })),
      ],
      stem: stemOf(word.text, analysis.stem),
      alternatives: leastOf(
        word.text,
        synonyms.filter(({ start, end }) => index >= start && index < end).map((synonym) => synonym.words),
      ).map((others) => others.map((other) => ({ text: other, stem: stemOf(other, analysis.stem) }))),
    });
  });
  const typed = scanned.map(({ text: word }) => word);
  const unspaced = unspacedRuns(scanned);
  return { folded, words: Array.from(parsed.values()), typed, unspaced, endsWhole: false };
}

/**
 * Alternatives without repeated words, and without those that say more than the word or another alternative: a product
 * that holds `laptop computer` holds `laptop`. The same words in another order are both kept.
 */
function leastOf(word: string, alternatives: readonly (readonly string[])[]): string[][] {
  const distinct = alternatives.map((words) => Array.from(new Set(words)));
  const isMore = (words: readonly string[]) =>
    words.includes(word) ||
    distinct.some((less) => less.length < words.length && less.every((one) => words.includes(one)));
  return distinct.filter((words) => !isMore(words));
}

/** Returns the number of each word's run: pairs up to the last character of a run share one. */
function runsOf(scanned: readonly Word[]): number[] {
  const runs: number[] = [];
  let run = 0;
  for (const { kind } of scanned) {
    if (kind !== 'tail') runs.push(run);
    if (kind !== 'pair') run += 1;
  }
  return runs;
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
function createJoin(words: readonly Word[], isBegun: (end: number) => boolean): Join {
  const known = new Map<number, TermPattern | null>();
  return (start, end) => {
    const span = (start + 1) * (words.length + 2) + end;
    const before = known.get(span);
    if (before !== undefined) return before;
    const parts = words.slice(Math.max(start, 0), end);
    const isSpan = start >= 0 && end <= words.length && parts.length > 1;
    const pattern =
      isSpan && parts.every((part) => part.kind === 'word')
        ? { text: parts.map((part) => part.text).join(''), prefix: isBegun(end) }
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
