/**
 * The products of one segment that hold one word of a query: streams of them with what the word is worth in each, and
 * bounds on that. What a single product holds is read off its own words (document-scan.ts).
 */
import { prefixRange, type Range, type TermMatch } from './dictionary.ts';
import type { ValueStream } from './grade-walk.ts';
import { codeValue, isTopicValue, type Meaning, meaning, valueOfAll, valueOfPhrase } from './intent.ts';
import type { LiveSegment } from './live-segment.ts';
import { occurrenceMax } from './occurrence.ts';
import { countPostings, holds, intersect, markItems, runOf, sortedItems, unite } from './posting-list.ts';
import type { PostingTable } from './posting-table.ts';
import type { Query, QueryWord, TermPattern } from './query.ts';
import type { Segment } from './segment.ts';
import { lowerBound, type StringColumn } from './string-column.ts';
import { besideBit, type DocumentWords, occurrenceShift, termBits } from './word-entries.ts';
import { PostingLookUp, ReadingLookUp, type ValuedRun, type WordLookUp } from './word-look-up.ts';
import { type Alternative, lookUpWord, type WordTerms } from './word-terms.ts';

/** Characters of a code from which on its beginning finds it: fewer would begin thousands of codes. */
const codePrefixMin = 3;

/** To look a product up in so many lists costs less than to read its words. Chosen. */
const seekMax = 4;

const bestOfPhraseElsewhere = valueOfAll([meaning.synonym.bestInTitle]);

/** A segment and the words of the query in it. */
export interface SearchedSegment {
  readonly live: LiveSegment;
  readonly words: readonly ProductWord[];
}

/** The words of a query in each segment. */
export function lookUpProducts(segments: readonly LiveSegment[], query: Query): SearchedSegment[] {
  return segments.map((live) => ({
    live,
    words: query.words.map((word) => new ProductWord(live.segment, word)),
  }));
}

/** A word of a query in one segment. */
export class ProductWord {
  /** What of the segment's dictionary answers the word. */
  readonly terms: WordTerms;
  /** Terms that meet the word, and what their occurrences are worth. */
  readonly runs: readonly MeantRun[];
  /** See {@link QueryWord}. */
  readonly run: number;
  /** No part of a value that the word has in a title is above that of this one; 0 where no title can hold it. */
  readonly bestInTitle: number;
  /** The same in a product that holds the word elsewhere. */
  readonly bestElsewhere: number;
  /** At most so many products hold the word in the title. */
  readonly inTitleMax: number;
  /** At most so many products hold the word. */
  readonly heldMax: number;
  readonly #segment: Segment;
  readonly #codes: readonly CodeRun[];
  /** Other ways to say the word that take several. */
  readonly #phrases: readonly Alternative[];
  #titleLookUp: WordLookUp | null = null;
  #otherLookUp: WordLookUp | null = null;
  #codeDocuments: readonly CodeDocuments[] | null = null;
  #phraseWords: readonly (readonly PhraseWord[])[] | null = null;

  constructor(segment: Segment, word: QueryWord) {
    this.#segment = segment;
    this.terms = lookUpWord(segment.words, word);
    this.run = word.run;
    this.runs = termRuns(this.terms);
    this.#codes = [word.own, ...word.joined].flatMap((pattern) => findCodes(segment.codes, pattern));
    this.#phrases = this.terms.alternatives.filter(({ length }) => length > 1);
    this.bestInTitle = this.#bestInTitle();
    this.bestElsewhere = this.#bestElsewhere();
    this.inTitleMax = this.#countMax([segment.titlePostings]);
    this.heldMax =
      this.#codes.reduce((total, { start, end }) => total + end - start, 0) +
      this.#countMax([segment.titlePostings, segment.otherPostings]);
  }

  get hasPhrases(): boolean {
    return this.#phrases.length > 0;
  }

  /** United bit by bit: a synonym may have the most points where another reading alone is literal. */
  #bestInTitle(): number {
    const ofPhrases = this.hasPhrases ? meaning.synonym.bestInTitle : 0;
    return this.runs.reduce((best, run) => best | run.meaning.bestInTitle, ofPhrases);
  }

  #bestElsewhere(): number {
    const ofPhrases = this.hasPhrases ? bestOfPhraseElsewhere : 0;
    const best = this.#codes.reduce((most, { value }) => most | value, ofPhrases);
    return this.runs.reduce((most, run) => most | run.meaning.bestElsewhere, best);
  }

  #countMax(tables: readonly PostingTable[]): number {
    const count = (runs: readonly Range[]) =>
      tables.reduce((total, table) => total + countPostings(table, runs), 0);
    const ofPhrase = (phrase: Alternative) => Math.min(...phrase.map((forms) => count(forms.map(runOf))));
    return this.#phrases.reduce((total, phrase) => total + ofPhrase(phrase), count(this.runs));
  }

  /** The most that the word can be worth in a title whose words have this occurrence at best. */
  boundInTitle(best: number): number {
    let bound = 0;
    for (let run = 0; run < this.runs.length; run += 1) {
      bound = Math.max(bound, this.runs[run]?.meaning.inTitle[best] ?? 0);
    }
    return this.hasPhrases ? Math.max(bound, meaning.synonym.inTitle[best] ?? 0) : bound;
  }

  /** Products that hold the word in the title, in several streams that overlap; of phrases some that do not. */
  titleStreams(): ValueStream[] {
    const { titlePostings } = this.#segment;
    return [
      ...this.runs.map((run) => streamOf(titlePostings, run, run.meaning.inTitle)),
      ...this.#phrases.map((phrase) => {
        const titles = intersect(phrase.map((forms) => unite(titlePostings, forms.map(runOf))));
        return streamOfList(titles, meaning.synonym.bestInTitle);
      }),
    ];
  }

  /** Products that hold the word elsewhere; some of them hold it in the title too, or merely mention its phrases. */
  otherStreams(): ValueStream[] {
    const { otherPostings } = this.#segment;
    return [
      ...this.runs.map((run) => streamOf(otherPostings, run, run.meaning.elsewhere)),
      ...this.#ofCodes().map(({ documents, value }) => streamOfList(documents, value)),
      ...this.#phrases.map((phrase) => streamOfList(this.#holdersOf(phrase), bestOfPhraseElsewhere)),
    ];
  }

  /** Sets the bits of all products that hold the word, and of some that merely mention the words of a phrase for it. */
  markHolders(bitmap: Uint32Array): void {
    const { titlePostings, otherPostings } = this.#segment;
    const ofCodes = this.#ofCodes().map(({ documents }) => documents);
    markItems(bitmap, titlePostings, this.runs);
    markItems(bitmap, otherPostings, this.runs, [
      ...ofCodes,
      ...this.#phrases.map((phrase) => this.#holdersOf(phrase)),
    ]);
  }

  /** What the word is worth in a title; 0 where that does not hold it. Cheapest for rising documents. */
  valueInTitle(document: number): number {
    this.#titleLookUp ??= titleLookUp(this.#segment, this.runs);
    let best = this.#titleLookUp.valueOf(document);
    for (let index = 0; index < this.#phrases.length; index += 1) {
      best = Math.max(best, this.#valueSideBySide(index, document));
    }
    return best;
  }

  /** What the word is worth in a product elsewhere than in the title. */
  valueElsewhere(document: number): number {
    this.#otherLookUp ??= otherLookUp(this.#segment, this.runs);
    let best = this.#otherLookUp.valueOf(document);
    for (const { documents, value } of this.#ofCodes()) {
      if (value > best && holds(documents, document)) best = value;
    }
    for (let index = 0; index < this.#phrases.length; index += 1) {
      best = Math.max(best, this.#valueAnywhere(index, document));
    }
    return best;
  }

  /** Few terms meet the word, so that looking it up costs little. */
  get isSeekable(): boolean {
    return isSeekable(this.runs) && !this.hasPhrases;
  }

  #ofCodes(): readonly CodeDocuments[] {
    const { codeDocuments } = this.#segment;
    this.#codeDocuments ??= this.#codes.map(({ start, end, value }) => ({
      documents: sortedItems(codeDocuments.subarray(start, end)),
      value,
    }));
    return this.#codeDocuments;
  }

  /** What a phrase is worth where the title has its words side by side, at its best place; else 0. */
  #valueSideBySide(phrase: number, document: number): number {
    for (const { title } of this.#wordsOf(phrase)) if (title.valueOf(document) === 0) return 0;
    const { titleWords, titleWordOffsets } = this.#segment;
    const end = titleWordOffsets[document + 1] ?? 0;
    const words = this.#phrases[phrase] ?? [];
    let best = 0;
    for (let first = titleWordOffsets[document] ?? 0; first + words.length <= end; first += 1) {
      const isThere = words.every((forms, index) => {
        const entry = titleWords[first + index] ?? 0;
        return entry < besideBit && forms.includes(entry & termBits);
      });
      if (!isThere) continue;
      const values = words.map((_, index) => {
        const occurrence = ((titleWords[first + index] ?? 0) >>> occurrenceShift) & occurrenceMax;
        return meaning.synonym.inTitle[occurrence] ?? 0;
      });
      best = Math.max(best, valueOfPhrase(values));
    }
    return best;
  }

  /** What a phrase is worth in a product that is about each of its words, wherever they stand; else 0. */
  #valueAnywhere(phrase: number, document: number): number {
    let least = Number.POSITIVE_INFINITY;
    for (const { title, other } of this.#wordsOf(phrase)) {
      const value = valueOfAll([Math.max(title.valueOf(document), other.valueOf(document))]);
      if (!isTopicValue(value)) return 0;
      least = Math.min(least, value);
    }
    return least;
  }

  #wordsOf(phrase: number): readonly PhraseWord[] {
    this.#phraseWords ??= this.#phrases.map((words) =>
      words.map((forms) => {
        const runs = forms.map((term) => ({ ...runOf(term), meaning: meaning.synonym }));
        return { title: titleLookUp(this.#segment, runs), other: otherLookUp(this.#segment, runs) };
      }),
    );
    return this.#phraseWords[phrase] ?? [];
  }

  /** Products that hold all words of a phrase. */
  #holdersOf(phrase: Alternative): Uint32Array {
    const { titlePostings, otherPostings } = this.#segment;
    const lists = phrase.map((forms) => {
      const runs = forms.map(runOf);
      return unite(otherPostings, runs, [unite(titlePostings, runs)]);
    });
    return intersect(lists);
  }
}

/** Terms that meet the word, and what their occurrences are worth. */
export interface MeantRun extends Range {
  readonly meaning: Meaning;
}

/** Whole terms, begun ones, other forms, and other words of one term, each with its meaning. */
function termRuns({ own, joined, variants, alternatives }: WordTerms): MeantRun[] {
  const runs = [
    ...writtenRuns(own, meaning.whole, meaning.begun),
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

/** A word of a phrase, met as a synonym. */
interface PhraseWord {
  readonly title: WordLookUp;
  readonly other: WordLookUp;
}

function titleLookUp({ titlePostings, titleDocuments }: Segment, runs: readonly MeantRun[]): WordLookUp {
  const valued = runs.map(({ start, end, meaning: meant }) => ({ start, end, values: meant.inTitle }));
  return lookUpOf(titlePostings, titleDocuments, valued);
}

function otherLookUp({ otherPostings, otherDocuments }: Segment, runs: readonly MeantRun[]): WordLookUp {
  const valued = runs.map(({ start, end, meaning: meant }) => ({ start, end, values: meant.elsewhere }));
  return lookUpOf(otherPostings, otherDocuments, valued);
}

function lookUpOf(postings: PostingTable, documents: DocumentWords, runs: readonly ValuedRun[]): WordLookUp {
  if (!isSeekable(runs)) return new ReadingLookUp(documents, runs);
  const streams = runs.flatMap(({ start, end, values }) =>
    Array.from({ length: end - start }, (_, index) => streamOf(postings, runOf(start + index), values)),
  );
  return new PostingLookUp(streams);
}

function isSeekable(runs: readonly Range[]): boolean {
  return runs.reduce((total, { start, end }) => total + end - start, 0) <= seekMax;
}

function streamOf(
  { offsets, items, occurrences }: PostingTable,
  run: Range,
  values: Uint8Array,
): ValueStream {
  const start = offsets[run.start] ?? 0;
  const end = offsets[run.end] ?? 0;
  return { documents: items, bytes: occurrences ?? noBytes, start, end, meaning: values };
}

/** Tables of products have occurrences. */
const noBytes = new Uint8Array(0);

/** All of one value. */
function streamOfList(documents: Uint32Array, value: number): ValueStream {
  const bytes = new Uint8Array(documents.length);
  return { documents, bytes, start: 0, end: documents.length, meaning: Uint8Array.of(value) };
}

/** Codes that meet a word, and what that is worth. */
interface CodeRun extends Range {
  readonly value: number;
}

/** Products of codes, ascending. */
interface CodeDocuments {
  readonly documents: Uint32Array;
  readonly value: number;
}

/** Codes that meet a pattern, whole or by their beginning. */
function findCodes(codes: StringColumn, { text, prefix }: TermPattern): CodeRun[] {
  const bytes = Buffer.from(text);
  const { start, end } = prefixRange(codes, bytes);
  const wholeEnd = lowerBound(start, end, (place) => (codes.compareBytes(place, bytes) === 0 ? -1 : 1));
  const isLong = prefix && text.length >= codePrefixMin;
  return [
    { start, end: wholeEnd, value: codeValue.whole },
    { start: wholeEnd, end: isLong ? end : wholeEnd, value: codeValue.begun },
  ].filter((run) => run.end > run.start);
}
