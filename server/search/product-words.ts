/**
 * The products of one segment that hold one word of a query: those that hold it in the title, and those that hold it
 * elsewhere. Lists are made when they are asked for; what a single product holds is read off its own words.
 */
import { prefixRange, type Range, type TermMatch } from './dictionary.ts';
import { codeValue, isTopicValue, type Meaning, meaning, valueOfAll, valueOfPhrase } from './intent.ts';
import type { LiveSegment } from './live-segment.ts';
import { occurrenceMax } from './occurrence.ts';
import {
  Cursor,
  countPostings,
  intersect,
  listOf,
  listOfValues,
  mergeAscending,
  type PostingList,
  runOf,
  unite,
} from './posting-list.ts';
import type { PostingTable } from './posting-table.ts';
import type { Query, QueryWord, TermPattern } from './query.ts';
import type { Segment } from './segment.ts';
import { lowerBound, type StringColumn } from './string-column.ts';
import { besideBit, occurrenceShift, termBits } from './word-entries.ts';
import { type Alternative, lookUpWord, type WordTerms } from './word-terms.ts';

/** Characters of a code from which on its beginning finds it: fewer would begin thousands of codes. */
const codePrefixMin = 3;

/** Reading through the words of a product costs about as much as putting so many postings into a list. Chosen. */
const lookUpCost = 16;

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
  /** See {@link QueryWord}. */
  readonly run: number;
  readonly #segment: Segment;
  readonly #runs: readonly MeantRun[];
  readonly #codes: readonly CodeRun[];
  /** Other ways to say the word that take several. */
  readonly #phrases: readonly Alternative[];
  /** On lists, once they were made. */
  #inTitleCursor: Cursor | null = null;
  #elsewhereCursor: Cursor | null = null;
  #beside: PostingList | null = null;

  constructor(segment: Segment, word: QueryWord) {
    this.#segment = segment;
    this.terms = lookUpWord(segment.words, word);
    this.run = word.run;
    this.#runs = termRuns(this.terms);
    this.#codes = [word.own, ...word.joined].flatMap((pattern) => findCodes(segment.codes, pattern));
    this.#phrases = this.terms.alternatives.filter(({ length }) => length > 1);
  }

  /**
   * No part of a value that the word has in a title is above that of this one; 0 where no title can hold it. United
   * bit by bit: a synonym may have the most points where another reading alone is literal. Exact where there is a list.
   */
  get bestInTitle(): number {
    if (this.#inTitleCursor !== null) return this.#inTitleCursor.list.best;
    const ofPhrases = this.#phrases.length > 0 ? meaning.synonym.bestInTitle : 0;
    return this.#runs.reduce((best, run) => best | run.meaning.bestInTitle, ofPhrases);
  }

  /** As {@link bestInTitle}, in a product that holds the word elsewhere. */
  get bestElsewhere(): number {
    if (this.#elsewhereCursor !== null) return this.#elsewhereCursor.list.best;
    const ofPhrases = this.#phrases.length > 0 ? valueOfAll([meaning.synonym.bestInTitle]) : 0;
    const best = this.#codes.reduce((most, { value }) => most | value, ofPhrases);
    return this.#runs.reduce((most, run) => most | run.meaning.bestElsewhere, best);
  }

  /** At most so many products hold the word in the title. O(1). */
  get inTitleMax(): number {
    return this.#countMax([this.#segment.titlePostings]);
  }

  /** At most so many products hold the word. O(1). */
  get heldMax(): number {
    const ofCodes = this.#codes.reduce((total, { start, end }) => total + end - start, 0);
    return ofCodes + this.#countMax([this.#segment.titlePostings, this.#segment.otherPostings]);
  }

  #countMax(tables: readonly PostingTable[]): number {
    const count = (runs: readonly Range[]) =>
      tables.reduce((total, table) => total + countPostings(table, runs), 0);
    const ofPhrase = (phrase: Alternative) => Math.min(...phrase.map((forms) => count(forms.map(runOf))));
    return this.#phrases.reduce((total, phrase) => total + ofPhrase(phrase), count(this.#runs));
  }

  /** Whether the products that hold the word in the title are there as a list, without making one. */
  get isListed(): boolean {
    const [run, ...others] = this.#runs;
    return (
      run !== undefined && others.length === 0 && run.end - run.start === 1 && this.#phrases.length === 0
    );
  }

  /** Products that hold the word in the title. */
  inTitle(): PostingList {
    this.#inTitleCursor ??= new Cursor(
      unite(
        this.#segment.titlePostings,
        this.#runs.map((run) => ({ ...run, meaning: run.meaning.inTitle })),
        this.#phrases.map((phrase) => this.#inTitles(phrase)),
      ),
    );
    return this.#inTitleCursor.list;
  }

  /** Products that hold the word elsewhere; some of them hold it in the title too. */
  elsewhere(): PostingList {
    this.#elsewhereCursor ??= new Cursor(
      unite(
        this.#segment.otherPostings,
        this.#runs.map((run) => ({ ...run, meaning: run.meaning.elsewhere })),
        [this.#besideWords()],
      ),
    );
    return this.#elsewhereCursor.list;
  }

  /** Products that hold the word anywhere, ascending. */
  held(): Uint32Array {
    return mergeAscending(this.inTitle().items, this.elsewhere().items);
  }

  /**
   * To be told before products are looked up, and about how many: lists are made where that costs less than reading
   * through the words of so many products.
   */
  expectLookUps(count: number): void {
    if (!this.isListed && this.heldMax > count * lookUpCost) return;
    this.inTitle();
    this.elsewhere();
  }

  /** What the word is worth in a product; 0 where it does not hold it. Cheapest for rising documents. */
  valueOf(document: number): number {
    const inTitle = this.#inTitleCursor?.seek(document) ?? this.#valueInTitle(document);
    if (inTitle > 0) return inTitle;
    return this.#elsewhereCursor?.seek(document) ?? this.#valueElsewhere(document);
  }

  #valueInTitle(document: number): number {
    const { titleWords, titleWordOffsets } = this.#segment;
    const start = titleWordOffsets[document] ?? 0;
    const end = titleWordOffsets[document + 1] ?? 0;
    let best = 0;
    for (let place = start; place < end; place += 1) {
      const entry = titleWords[place] ?? 0;
      const term = entry & termBits;
      for (let index = 0; index < this.#runs.length; index += 1) {
        const run = this.#runs[index] as MeantRun;
        if (term < run.start || term >= run.end) continue;
        const value = run.meaning.inTitle[(entry >>> occurrenceShift) & occurrenceMax] ?? 0;
        if (value > best) best = value;
      }
    }
    for (const phrase of this.#phrases) best = Math.max(best, this.#phraseIn(phrase, start, end));
    return best;
  }

  #valueElsewhere(document: number): number {
    const { otherWords, otherWordOffsets } = this.#segment;
    const end = otherWordOffsets[document + 1] ?? 0;
    let best = 0;
    for (let place = otherWordOffsets[document] ?? 0; place < end; place += 1) {
      const entry = otherWords[place] ?? 0;
      const term = entry & termBits;
      for (let index = 0; index < this.#runs.length; index += 1) {
        const run = this.#runs[index] as MeantRun;
        if (term < run.start || term >= run.end) continue;
        const value = run.meaning.elsewhere[(entry >>> occurrenceShift) & occurrenceMax] ?? 0;
        if (value > best) best = value;
      }
    }
    if (this.#codes.length === 0 && this.#phrases.length === 0) return best;
    return Math.max(best, new Cursor(this.#besideWords()).seek(document));
  }

  /** Products that meet the word by a code, or by a phrase whose words stand apart. */
  #besideWords(): PostingList {
    this.#beside ??= unite(
      this.#segment.otherPostings,
      [],
      [
        ...this.#codes.map(({ start, end, value }) =>
          listOf(this.#segment.codeDocuments.subarray(start, end), value, this.#segment.documentCount),
        ),
        ...this.#phrases.map((phrase) => this.#anywhere(phrase)),
      ],
    );
    return this.#beside;
  }

  /** What a phrase is worth where the title has its words side by side, at its best place; else 0. */
  #phraseIn(phrase: Alternative, start: number, end: number): number {
    const { titleWords } = this.#segment;
    let best = 0;
    for (let first = start; first + phrase.length <= end; first += 1) {
      const isThere = phrase.every((forms, index) => {
        const entry = titleWords[first + index] ?? 0;
        return entry < besideBit && forms.includes(entry & termBits);
      });
      if (!isThere) continue;
      const values = phrase.map((_, index) => {
        const occurrence = ((titleWords[first + index] ?? 0) >>> occurrenceShift) & occurrenceMax;
        return meaning.synonym.inTitle[occurrence] ?? 0;
      });
      best = Math.max(best, valueOfPhrase(values));
    }
    return best;
  }

  /** Products whose title has the words of a phrase side by side. */
  #inTitles(phrase: Alternative): PostingList {
    const { titlePostings, titleWordOffsets } = this.#segment;
    const holders = phrase.map(
      (forms) =>
        unite(
          titlePostings,
          forms.map((term) => ({ ...runOf(term), meaning: meaning.synonym.inTitle })),
        ).items,
    );
    const valued = Array.from(intersect(holders), (document) => ({
      document,
      value: this.#phraseIn(phrase, titleWordOffsets[document] ?? 0, titleWordOffsets[document + 1] ?? 0),
    })).filter(({ value }) => value > 0);
    return listOfValues(valued);
  }

  /** Products that are about each word of a phrase, wherever it stands. */
  #anywhere(phrase: Alternative): PostingList {
    const { titlePostings, otherPostings } = this.#segment;
    const lists = phrase.map((forms) => {
      const runs = (meant: Uint8Array) => forms.map((term) => ({ ...runOf(term), meaning: meant }));
      const inTitle = unite(titlePostings, runs(meaning.synonym.inTitle));
      return unite(otherPostings, runs(meaning.synonym.elsewhere), [inTitle]);
    });
    const cursors = lists.map((list) => new Cursor(list));
    const valued = Array.from(intersect(lists.map((list) => list.items)), (document) => ({
      document,
      value: valueOfAll(cursors.map((cursor) => cursor.seek(document))),
    })).filter(({ value }) => isTopicValue(value));
    return listOfValues(valued);
  }
}

/** Terms that meet the word, and what their occurrences are worth. */
interface MeantRun extends Range {
  readonly meaning: Meaning;
}

/** Whole terms, begun ones, other forms, and other words of one term, each with its meaning. */
function termRuns({ own, joined, variants, alternatives }: WordTerms): MeantRun[] {
  const runs = [
    ...writtenRuns(own, meaning.whole, meaning.begun),
    ...joined.flatMap((match) => writtenRuns(match, meaning.joined, meaning.joinedBegun)),
    ...variants.map((term) => ({ ...runOf(term), meaning: meaning.variant })),
    ...alternatives
      .filter(({ length }) => length === 1)
      .flatMap(([forms = []]) => forms.map((term) => ({ ...runOf(term), meaning: meaning.synonym }))),
  ];
  return runs.filter(({ start, end }) => end > start);
}

function writtenRuns({ start, end, exact }: TermMatch, whole: Meaning, begun: Meaning): MeantRun[] {
  if (exact < 0) return [{ start, end, meaning: begun }];
  return [
    { start: exact, end: exact + 1, meaning: whole },
    { start: exact + 1, end, meaning: begun },
  ];
}

/** Codes that meet a word, and what that is worth. */
interface CodeRun extends Range {
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
