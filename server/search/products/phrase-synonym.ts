/**
 * A synonym of several words in one segment: in titles its words must be adjacent, elsewhere they may be anywhere. Looking up a
 * product spends from the question's budget. It never changes the index, and gives 0 for a product without the phrase. Values are
 * bytes (0 to 255). Words must be folded; nothing throws.
 */
// Tests: test/api/synonym-search.test.ts, test/storage/synonyms.test.ts.

import { countPostings, intersect, runOf, unite } from '../columns/posting-list.ts';
import type { PostingTable } from '../columns/posting-table.ts';
import type { Integers } from '../columns/sections.ts';
import { lowerBound } from '../columns/string-column.ts';
import { occurrenceMax, rankBits } from '../document/occurrence.ts';
import type { Segment } from '../segment/segment.ts';
import { besideBit, occurrenceShift, termBits } from '../segment/word-entries.ts';
import type { Alternative } from '../segment/word-terms.ts';
import { type QueryBudget, unlimitedBudget } from '../step-budget.ts';
import {
  headMeanings,
  isTopicValue,
  type Meaning,
  type Meanings,
  valueOfAll,
  valueOfPhrase,
} from './intent.ts';
import { boundStream, type RaiseValues, type ValueStream } from './value-stream.ts';
import { otherLookUp, titleLookUp, type WordLookUp } from './word-look-up.ts';

/** The highest value of a phrase in a title, and elsewhere. */
export const bestOfPhrases = {
  inTitle: headMeanings.synonym.bestInTitle,
  elsewhere: valueOfAll([headMeanings.synonym.bestInTitle]),
} as const;

/** The products with one synonym, and its value in each. */
export class PhraseSynonym {
  readonly #segment: Segment;
  /** The terms of each word. */
  readonly #words: Alternative;
  #lookUps: readonly PhraseWord[] = [];
  /** The budget that these spend from. */
  #budget: QueryBudget | null = null;
  /** Made when they are first asked for: streams are walked again for each count of missing words. */
  #titles: Integers | null = null;
  #holders: Integers | null = null;
  readonly #values: Uint8Array;
  readonly #synonym: Meaning;

  constructor(segment: Segment, words: Alternative, { synonym }: Meanings) {
    this.#synonym = synonym;
    this.#segment = segment;
    this.#words = words;
    this.#values = new Uint8Array(words.length);
  }

  /** The most products that can hold all words in these tables. O(1). */
  countMax(tables: readonly PostingTable[]): number {
    const count = (terms: readonly number[]) =>
      tables.reduce((total, table) => total + countPostings(table, terms.map(runOf)), 0);
    return Math.min(...this.#words.map(count));
  }

  /** Titles that hold all words, some of them apart. */
  titleStream(): ValueStream {
    return boundStream(this.#titlesOf(), bestOfPhrases.inTitle);
  }

  #titlesOf(): Integers {
    const { titlePostings } = this.#segment;
    this.#titles ??= intersect(this.#words.map((terms) => unite(titlePostings, terms.map(runOf))));
    return this.#titles;
  }

  /** Products that hold all words, some of them as a label only. */
  stream(): ValueStream {
    return boundStream(this.#holdersOf(), bestOfPhrases.elsewhere);
  }

  /** Products that hold all words, ascending. */
  #holdersOf(): Integers {
    const { titlePostings, otherPostings } = this.#segment;
    this.#holders ??= intersect(
      this.#words.map((terms) => {
        const runs = terms.map(runOf);
        return unite(otherPostings, runs, [unite(titlePostings, runs)]);
      }),
    );
    return this.#holders;
  }

  /** Returns the value of the phrase in a title at its best place; 0 if it is not there, or not worth more than `least`. */
  valueInTitle(document: number, least: number, budget: QueryBudget): number {
    const { titlePoints, titleWords, titleWordOffsets } = this.#segment;
    const best = titlePoints[document] ?? 0;
    if ((this.#synonym.inTitle[(occurrenceMax & ~rankBits) | best] ?? 0) <= least) return 0;
    for (const { title } of this.#wordLookUps(budget)) if (title.valueOf(document) === 0) return 0;
    const end = titleWordOffsets[document + 1] ?? 0;
    let most = 0;
    for (let first = titleWordOffsets[document] ?? 0; first + this.#words.length <= end; first += 1) {
      if (this.#isAt(titleWords, first)) most = Math.max(most, valueOfPhrase(this.#values));
    }
    return most > least ? most : 0;
  }

  /** Raises what documents are worth to what the phrase is worth there. */
  readonly raiseAll: RaiseValues = (values, start, end) => {
    const budget = unlimitedBudget();
    for (const document of within(this.#holdersOf(), start, end)) {
      const known = values[document] ?? 0;
      values[document] = Math.max(
        this.valueInTitle(document, known, budget),
        this.valueAnywhere(document, budget),
        known,
      );
    }
  };

  /** The same in titles. */
  readonly raiseTitles: RaiseValues = (values, start, end) => {
    const budget = unlimitedBudget();
    for (const document of within(this.#titlesOf(), start, end)) {
      const known = values[document] ?? 0;
      values[document] = Math.max(this.valueInTitle(document, known, budget), known);
    }
  };

  /** Whether the words stand side by side from a place on; what each is worth is kept. */
  #isAt(titleWords: Uint32Array, first: number): boolean {
    for (let index = 0; index < this.#words.length; index += 1) {
      const entry = titleWords[first + index] ?? 0;
      if (entry >= besideBit || this.#words[index]?.includes(entry & termBits) !== true) return false;
      this.#values[index] = this.#synonym.inTitle[(entry >>> occurrenceShift) & occurrenceMax] ?? 0;
    }
    return true;
  }

  /** Returns the value of the phrase in a product that is about each of its words, wherever they stand; else 0. */
  valueAnywhere(document: number, budget: QueryBudget): number {
    let least = Number.POSITIVE_INFINITY;
    for (const { title, other } of this.#wordLookUps(budget)) {
      const value = valueOfAll([Math.max(title.valueOf(document), other.valueOf(document))]);
      if (!isTopicValue(value)) return 0;
      least = Math.min(least, value);
    }
    return least;
  }

  #wordLookUps(budget: QueryBudget): readonly PhraseWord[] {
    if (this.#budget === budget) return this.#lookUps;
    this.#budget = budget;
    this.#lookUps = this.#words.map((terms) => {
      const runs = terms.map((term) => ({ ...runOf(term), meaning: this.#synonym }));
      return {
        title: titleLookUp(this.#segment, runs, budget),
        other: otherLookUp(this.#segment, runs, budget),
      };
    });
    return this.#lookUps;
  }
}

/** Returns those of ascending documents that lie from `start` to before `end`. */
function within(documents: Integers, start: number, end: number): Integers {
  const placeOf = (wanted: number) =>
    lowerBound(0, documents.length, (place) => (documents[place] ?? 0) - wanted);
  return documents.subarray(placeOf(start), placeOf(end));
}

/** A word of a phrase, met as a synonym. */
interface PhraseWord {
  readonly title: WordLookUp;
  readonly other: WordLookUp;
}
