/**
 * The products of one segment with one word of a query: streams of them with the word's value in each, and bounds on that value.
 * word-look-up.ts looks up single products. It never changes the segment. Reading spends steps of the caller's budget; a word that the
 * segment does not hold has empty streams. The beginning of a code counts from 3 characters on.
 */
// Tests: test/search/many-words.test.ts.

import { countPostings, holds, sortedItems } from '../columns/posting-list.ts';
import type { PostingTable } from '../columns/posting-table.ts';
import { lowerBound, prefixRange, type Range, type StringColumn } from '../columns/string-column.ts';
import { mainBit } from '../document/occurrence.ts';
import type { Query, QueryWord, TermPattern } from '../query/query.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import type { Segment } from '../segment/segment.ts';
import { lookUpWord, type WordTerms } from '../segment/word-terms.ts';
import { type QueryBudget, stepsOf, unlimitedBudget } from '../step-budget.ts';
import {
  codeValue,
  headMeanings,
  type Meaning,
  type Meanings,
  qualifierMeanings,
  uniteValues,
} from './intent.ts';
import { bestOfPhrases, PhraseSynonym } from './phrase-synonym.ts';
import { DocumentValues, streamOfList, type ValueStream } from './value-stream.ts';
import {
  isSeekable,
  otherLookUp,
  streamOf,
  termRuns,
  titleLookUp,
  type WeightedRun,
  type WordLookUp,
} from './word-look-up.ts';

/** Characters of a code from which on its beginning finds it: fewer would begin thousands of codes. */
const codePrefixMin = 3;

/** Number of times that a dictionary of 500,000 words is halved: the cost of a look-up was measured there, roughly. */
const largeDictionaryDepth = 19;

/** A segment and the words of the query in it. */
export interface SearchedSegment {
  readonly live: LiveSegment;
  readonly words: readonly ProductWord[];
}

/** Looks up the words of a query in each segment; the last segments are left out if the budget is too small. */
export function lookUpProducts(
  segments: readonly LiveSegment[],
  query: Query,
  budget: QueryBudget,
): SearchedSegment[] {
  const searched: SearchedSegment[] = [];
  for (const live of segments) {
    if (!budget.allows()) break;
    const terms = query.words.reduce((count, { joined, alternatives }) => {
      return count + 1 + joined.length / 2 + alternatives.length;
    }, 0);
    budget.spend(terms * lookUpSteps(live.segment.words.terms.length));
    searched.push({ live, words: query.words.map((word) => new ProductWord(live.segment, word)) });
  }
  return searched;
}

/** A dictionary is searched by halving it: that of a segment which one write made costs a quarter of a large one. */
function lookUpSteps(termCount: number): number {
  return (stepsOf.wordLookedUp * Math.log2(termCount + 2)) / largeDictionaryDepth;
}

/** A word of a query in one segment. */
export class ProductWord {
  /** The terms of the segment's dictionary that answer the word. */
  readonly terms: WordTerms;
  /** Terms that meet the word, and what their occurrences are worth. */
  readonly runs: readonly WeightedRun[];
  /** The run of {@link QueryWord}. */
  readonly run: number;
  /** No part of a value that the word has in a title is above that of this one; 0 where no title can hold it. */
  readonly bestInTitle: number;
  /** The same in a product that holds the word elsewhere. */
  readonly bestElsewhere: number;
  /** The most products that can hold the word. */
  readonly heldMax: number;
  /** The most titles that can hold it. */
  readonly titleMax: number;
  readonly #segment: Segment;
  readonly #meanings: Meanings;
  readonly #codes: readonly CodeRun[];
  /** Other ways to say the word that take several. */
  readonly #phrases: readonly PhraseSynonym[];
  #titleLookUp: WordLookUp | null = null;
  #otherLookUp: WordLookUp | null = null;
  #codeDocuments: readonly CodeDocuments[] | null = null;
  #budget = unlimitedBudget();
  #key: string | null = null;

  constructor(segment: Segment, word: QueryWord) {
    this.#segment = segment;
    this.terms = lookUpWord(segment.words, word);
    this.run = word.run;
    this.#meanings = word.isHead ? headMeanings : qualifierMeanings;
    this.runs = termRuns(this.terms, this.#meanings);
    this.#codes = [word.own, ...word.joined].flatMap((pattern) => findCodes(segment.codes, pattern));
    this.#phrases = this.terms.alternatives
      .filter(({ length }) => length > 1)
      .map((words) => new PhraseSynonym(segment, words, this.#meanings));
    this.bestInTitle = this.#bestInTitle();
    this.bestElsewhere = this.#bestElsewhere();
    this.titleMax = this.#countMax([segment.titlePostings]);
    this.heldMax =
      this.#codes.reduce((total, { start, end }) => total + end - start, 0) +
      this.#countMax([segment.titlePostings, segment.otherPostings]);
  }

  /** Spends what look-ups read from this budget from now on. */
  chargeTo(budget: QueryBudget): void {
    if (this.#budget === budget) return;
    this.#budget = budget;
    this.#titleLookUp = null;
    this.#otherLookUp = null;
  }

  /** Names what the word means in its segment: words of equal keys are worth the same everywhere. */
  get key(): string {
    this.#key ??= this.#makeKey();
    return this.#key;
  }

  #makeKey(): string {
    const runs = this.runs.map(({ start, end, meaning: meant }) => [start, end, meanings.indexOf(meant)]);
    const codes = this.#codes.map(({ start, end, value }) => [start, end, value]);
    const phrases = this.hasPhrases ? this.terms.alternatives : [];
    return JSON.stringify([runs, codes, phrases]);
  }

  get hasPhrases(): boolean {
    return this.#phrases.length > 0;
  }

  /** United part by part: a synonym may have the most points where another reading alone is literal. */
  #bestInTitle(): number {
    const ofPhrases = this.hasPhrases ? bestOfPhrases.inTitle : 0;
    return this.runs.reduce((best, run) => uniteValues(best, run.meaning.bestInTitle), ofPhrases);
  }

  #bestElsewhere(): number {
    const ofPhrases = this.hasPhrases ? bestOfPhrases.elsewhere : 0;
    const best = this.#codes.reduce((most, { value }) => uniteValues(most, value), ofPhrases);
    return this.runs.reduce((most, run) => uniteValues(most, run.meaning.bestElsewhere), best);
  }

  #countMax(tables: readonly PostingTable[]): number {
    const ofRuns = tables.reduce((total, table) => total + countPostings(table, this.runs), 0);
    return this.#phrases.reduce((total, phrase) => total + phrase.countMax(tables), ofRuns);
  }

  /** The most that the word can be worth in a title by so many points, but for what the title's length adds. */
  boundInTitle(points: number): number {
    const ofRun = ({ inTitle }: Meaning) => inTitle[points | mainBit] ?? 0;
    const ofPhrases = this.hasPhrases ? ofRun(this.#meanings.synonym) : 0;
    return this.runs.reduce((bound, run) => uniteValues(bound, ofRun(run.meaning)), ofPhrases);
  }

  /**
   * Products that hold the word, in several streams that overlap: the highest value of a product counts. Those of phrases, which
   * are bounds, come last.
   */
  streams(): ValueStream[] {
    return [
      ...this.#plainStreams(),
      ...this.#phrases.flatMap((phrase) => [phrase.titleStream(), phrase.stream()]),
    ];
  }

  /** Returns the streams of titles that hold the word. */
  titleStreams(): ValueStream[] {
    return [...this.#titleRuns(), ...this.#phrases.map((phrase) => phrase.titleStream())];
  }

  #titleRuns(): ValueStream[] {
    return this.runs.map((run) => streamOf(this.#segment.titlePostings, run, run.meaning.inTitle));
  }

  #plainStreams(): ValueStream[] {
    const { otherPostings } = this.#segment;
    return [
      ...this.#titleRuns(),
      ...this.runs
        .filter(({ meaning: { bestElsewhere } }) => bestElsewhere > 0)
        .map((run) => streamOf(otherPostings, run, run.meaning.elsewhere)),
      ...this.#ofCodes().map(({ documents, value }) => streamOfList(documents, value)),
    ];
  }

  /** Returns the value of the word in the title of each document, to be read into `bytes`, which are zeros. */
  titleValues(bytes: Uint8Array, shortListMax: number): DocumentValues {
    return new DocumentValues(
      bytes,
      this.#titleRuns(),
      this.#phrases.map((phrase) => phrase.raiseTitles),
      shortListMax,
    );
  }

  /** Returns the value of the word in each document, to be read into `bytes`, which are zeros. */
  documentValues(bytes: Uint8Array, shortListMax: number): DocumentValues {
    return new DocumentValues(
      bytes,
      this.#plainStreams(),
      this.#phrases.map((phrase) => phrase.raiseAll),
      shortListMax,
    );
  }

  /** Returns the value of the word in a title; 0 if the title does not hold it. Cheapest for rising documents. */
  valueInTitle(document: number): number {
    this.#titleLookUp ??= titleLookUp(this.#segment, this.runs, this.#budget);
    let best = this.#titleLookUp.valueOf(document);
    for (let index = 0; index < this.#phrases.length; index += 1) {
      best = Math.max(best, this.#phrases[index]?.valueInTitle(document, best, this.#budget) ?? 0);
    }
    return best;
  }

  /** Returns the value of the word in a product elsewhere than in the title. */
  valueElsewhere(document: number): number {
    this.#otherLookUp ??= otherLookUp(this.#segment, this.runs, this.#budget);
    let best = this.#otherLookUp.valueOf(document);
    for (const { documents, value } of this.#ofCodes()) {
      if (value > best && holds(documents, document)) best = value;
    }
    for (let index = 0; index < this.#phrases.length; index += 1) {
      best = Math.max(best, this.#phrases[index]?.valueAnywhere(document, this.#budget) ?? 0);
    }
    return best;
  }

  /** Whether few terms meet the word, so that looking it up costs little. */
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
}

const meanings: readonly Meaning[] = [...Object.values(headMeanings), ...Object.values(qualifierMeanings)];

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
