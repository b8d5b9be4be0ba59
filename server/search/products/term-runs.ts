/** The terms of a segment that meet a word, what their occurrences are worth, and the ways to get at them. */

import { runOf } from '../columns/posting-list.ts';
import type { PostingTable } from '../columns/posting-table.ts';
import { giveUpUnless } from '../columns/segment-pages.ts';
import type { Range } from '../columns/string-column.ts';
import type { TermMatch } from '../segment/dictionary.ts';
import type { Segment } from '../segment/segment.ts';
import type { DocumentWords } from '../segment/word-entries.ts';
import type { WordTerms } from '../segment/word-terms.ts';
import type { QueryBudget } from '../step-budget.ts';
import type { Meaning, Meanings } from './intent.ts';
import type { ValueStream } from './value-stream.ts';
import { PostingLookUp, ReadingLookUp, type ValuedRun, type WordLookUp } from './word-look-up.ts';

/** To look a document up in so many lists costs less than to read its words. Chosen. */
const seekMax = 4;

/** Terms that meet the word, and what their occurrences are worth. */
export interface MeantRun extends Range {
  readonly meaning: Meaning;
}

/** Whole terms, begun ones, other forms, and other words of one term, each with its meaning; ascending. */
export function termRuns(
  { own, inTitle, joined, variants, alternatives }: WordTerms,
  meaning: Meanings,
): MeantRun[] {
  const ofOwn =
    inTitle === null
      ? writtenRuns(own, meaning.whole, meaning.begun)
      : inTitle.flatMap((match) => writtenRuns(match, meaning.titleWhole, meaning.titleBegun));
  const runs = [
    ...ofOwn,
    ...joined.flatMap((match) => writtenRuns(match, meaning.joined, meaning.joinedBegun)),
    // What the word begins is met already, and worth as much.
    ...variants
      .filter((term) => term < own.start || term >= own.end)
      .map((term) => ({ ...runOf(term), meaning: meaning.variant })),
    ...alternatives
      .filter(({ length }) => length === 1)
      .flatMap(([forms = []]) => forms.map((term) => ({ ...runOf(term), meaning: meaning.synonym }))),
  ];
  return runs.filter(({ start, end }) => end > start).sort((left, right) => left.start - right.start);
}

function writtenRuns({ start, end, exact }: TermMatch, whole: Meaning, begun: Meaning): MeantRun[] {
  if (exact < 0) return [{ start, end, meaning: begun }];
  return [
    { start: exact, end: exact + 1, meaning: whole },
    { start: exact + 1, end, meaning: begun },
  ];
}

/** Looks runs up in titles. */
export function titleLookUp(
  { titlePostings, titleDocuments }: Segment,
  runs: readonly MeantRun[],
  budget: QueryBudget,
): WordLookUp {
  const valued = runs.map(({ start, end, meaning: meant }) => ({ start, end, values: meant.inTitle }));
  return lookUpOf(titlePostings, titleDocuments, valued, budget);
}

/** Looks runs up elsewhere than in titles. */
export function otherLookUp(
  { otherPostings, otherDocuments }: Segment,
  runs: readonly MeantRun[],
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

/** The postings of a run, with what each is worth. */
export function streamOf(
  { offsets, items, occurrences, pages = null }: PostingTable,
  run: Range,
  values: Uint8Array,
): ValueStream {
  const start = offsets[run.start] ?? 0;
  const end = offsets[run.end] ?? 0;
  const bytes = occurrences ?? noBytes;
  if (pages !== null) {
    const holdsItems = pages.holds(items, start, end);
    giveUpUnless(pages.holds(bytes, start, end) && holdsItems);
  }
  const lists = offsets.subarray(run.start, run.end + 1);
  return { documents: items, bytes, start, end, lists, meaning: values, isBound: false };
}

/** Tables of products have occurrences. */
const noBytes = new Uint8Array(0);
