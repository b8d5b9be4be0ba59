/**
 * The terms of a segment that match a word, and the word's value in single products: looked up in its postings if these are few lists,
 * otherwise read from the words of the product. It never changes the index, and gives 0 for a document that does not hold the word.
 * Values are bytes. Reading more than 32 words of one document costs extra steps. Documents outside of the segment are the caller's
 * fault.
 */
// Tests: ./word-look-up.test.ts.
import { gallopWithin, runOf } from '../columns/posting-list.ts';
import type { PostingTable } from '../columns/posting-table.ts';
import type { Range } from '../columns/string-column.ts';
import { occurrenceMax } from '../document/occurrence.ts';
import type { TermMatch } from '../segment/dictionary.ts';
import type { Segment } from '../segment/segment.ts';
import { type DocumentWords, occurrenceShift, termBits } from '../segment/word-entries.ts';
import type { WordTerms } from '../segment/word-terms.ts';
import { type QueryBudget, stepsOf } from '../step-budget.ts';
import type { Meaning, Meanings } from './intent.ts';
import type { ValueStream } from './value-stream.ts';

/** Looks one word up in titles, or elsewhere. */
export interface WordLookUp {
  /** The highest value of the word there; 0 where the document does not hold it. Cheapest for rising documents. */
  valueOf(document: number): number;
}

/** Looks up in ascending streams. */
export class PostingLookUp implements WordLookUp {
  readonly #streams: readonly ValueStream[];
  /** The place where the last look-up ended in each stream. */
  readonly #places: Uint32Array;

  constructor(streams: readonly ValueStream[]) {
    this.#streams = streams;
    this.#places = Uint32Array.from(streams, ({ start }) => start);
  }

  valueOf(document: number): number {
    let best = 0;
    for (let index = 0; index < this.#streams.length; index += 1) {
      const stream = this.#streams[index] as ValueStream;
      const place = seek(stream, document, this.#places[index] ?? 0);
      this.#places[index] = place;
      if (place === stream.end || stream.documents[place] !== document) continue;
      const value = stream.meaning[stream.bytes[place] ?? 0] ?? 0;
      if (value > best) best = value;
    }
    return best;
  }
}

function seek({ documents, start, end }: ValueStream, wanted: number, from: number): number {
  const isBehind = from > start && (documents[from - 1] ?? 0) >= wanted;
  return gallopWithin(documents, wanted, isBehind ? start : from, end);
}

/** The number of words of a document that are read for the fixed cost of looking at it. */
const wordsOfLook = 32;

/** Looks up by reading the words of documents; many words cost steps. */
export class ReadingLookUp implements WordLookUp {
  readonly #entries: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #spans: readonly Span[];
  readonly #ascend: boolean;
  readonly #budget: QueryBudget;

  /** `runs` ascend. */
  constructor(words: DocumentWords, runs: readonly ValuedRun[], budget: QueryBudget) {
    this.#entries = words.entries;
    this.#offsets = words.offsets;
    this.#spans = spansOf(runs);
    this.#ascend = words.ascend === true;
    this.#budget = budget;
  }

  valueOf(document: number): number {
    const entries = this.#entries;
    const from = this.#offsets[document] ?? 0;
    const to = this.#offsets[document + 1] ?? 0;
    let best = 0;
    let readCount = 0;
    for (let index = 0; index < this.#spans.length; index += 1) {
      const span = this.#spans[index] as Span;
      const { start, length } = span;
      const first = this.#ascend ? seekTerm(entries, start, from, to) : from;
      let place = first;
      for (; place < to; place += 1) {
        const entry = entries[place] ?? 0;
        const term = entry & termBits;
        if ((term - start) >>> 0 >= length) {
          if (this.#ascend) break;
          continue;
        }
        const value = valuesOf(span, term)[(entry >>> occurrenceShift) & occurrenceMax] ?? 0;
        if (value > best) best = value;
      }
      readCount += place - first;
    }
    if (readCount > wordsOfLook) this.#budget.spend((readCount - wordsOfLook) * stepsOf.wordRead);
    return best;
  }
}

/** The first place of ascending entries whose term is not below `wanted`. */
function seekTerm(entries: Uint32Array, wanted: number, start: number, end: number): number {
  let from = start;
  let to = end;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (((entries[middle] ?? 0) & termBits) < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Consecutive terms, and the values of their occurrences. */
export interface ValuedRun extends Range {
  readonly values: Uint8Array;
}

/** Runs that follow each other: a word is in one of them by a single comparison, which for most words fails. */
interface Span {
  readonly start: number;
  readonly length: number;
  readonly runs: readonly ValuedRun[];
}

function spansOf(runs: readonly ValuedRun[]): Span[] {
  const spans: Span[] = [];
  for (const run of runs) {
    const last = spans.at(-1);
    if (last !== undefined && last.start + last.length === run.start) {
      spans[spans.length - 1] = { ...last, length: run.end - last.start, runs: [...last.runs, run] };
    } else {
      spans.push({ start: run.start, length: run.end - run.start, runs: [run] });
    }
  }
  return spans;
}

function valuesOf({ runs }: Span, term: number): Uint8Array {
  let index = 0;
  while (index + 1 < runs.length && term >= (runs[index] as ValuedRun).end) index += 1;
  return (runs[index] as ValuedRun).values;
}

/** Looking a document up in up to this many lists costs less than reading its words. Chosen. */
const seekMax = 4;

/** Terms that match the word, and the values of their occurrences. */
export interface WeightedRun extends Range {
  readonly meaning: Meaning;
}

/** Whole terms, begun ones, other forms, and other words of one term, each with its meaning; ascending. */
export function termRuns(
  { own, inTitle, joined, variants, alternatives }: WordTerms,
  meaning: Meanings,
): WeightedRun[] {
  const ofOwn =
    inTitle === null
      ? writtenRuns(own, meaning.whole, meaning.begun)
      : inTitle.flatMap((match) => writtenRuns(match, meaning.titleWhole, meaning.titleBegun));
  const runs = [
    ...ofOwn,
    ...joined.flatMap((match) => writtenRuns(match, meaning.joined, meaning.joinedBegun)),
    // Words that this one begins are matched already, and worth as much.
    ...variants
      .filter((term) => term < own.start || term >= own.end)
      .map((term) => ({ ...runOf(term), meaning: meaning.variant })),
    ...alternatives
      .filter(({ length }) => length === 1)
      .flatMap(([forms = []]) => forms.map((term) => ({ ...runOf(term), meaning: meaning.synonym }))),
  ];
  return runs.filter(({ start, end }) => end > start).sort((left, right) => left.start - right.start);
}

function writtenRuns({ start, end, exact }: TermMatch, whole: Meaning, begun: Meaning): WeightedRun[] {
  if (exact < 0) return [{ start, end, meaning: begun }];
  return [
    { start: exact, end: exact + 1, meaning: whole },
    { start: exact + 1, end, meaning: begun },
  ];
}

/** Looks runs up in titles. */
export function titleLookUp(
  { titlePostings, titleDocuments }: Segment,
  runs: readonly WeightedRun[],
  budget: QueryBudget,
): WordLookUp {
  const valued = runs.map(({ start, end, meaning: meant }) => ({ start, end, values: meant.inTitle }));
  return lookUpOf(titlePostings, titleDocuments, valued, budget);
}

/** Looks runs up outside of titles. */
export function otherLookUp(
  { otherPostings, otherDocuments }: Segment,
  runs: readonly WeightedRun[],
  budget: QueryBudget,
): WordLookUp {
  const valued = runs.map(({ start, end, meaning: meant }) => ({ start, end, values: meant.elsewhere }));
  return lookUpOf(otherPostings, otherDocuments, valued, budget);
}

function lookUpOf(
  postings: PostingTable,
  documents: DocumentWords,
  runs: readonly ValuedRun[],
  budget: QueryBudget,
): WordLookUp {
  if (!isSeekable(runs)) return new ReadingLookUp(documents, runs, budget);
  const streams = runs.flatMap(({ start, end, values }) =>
    Array.from({ length: end - start }, (_, index) => streamOf(postings, runOf(start + index), values)),
  );
  return new PostingLookUp(streams);
}

/** Few terms, so that looking them up costs little. */
export function isSeekable(runs: readonly Range[]): boolean {
  return runs.reduce((total, { start, end }) => total + end - start, 0) <= seekMax;
}

/** The postings of a run, with their values. */
export function streamOf(
  { offsets, items, occurrences }: PostingTable,
  run: Range,
  values: Uint8Array,
): ValueStream {
  const start = offsets[run.start] ?? 0;
  const end = offsets[run.end] ?? 0;
  const bytes = occurrences ?? noBytes;
  const lists = offsets.subarray(run.start, run.end + 1);
  return { documents: items, bytes, start, end, lists, meaning: values, isBound: false };
}

/** Tables of products have occurrences. */
const noBytes = new Uint8Array(0);
