/**
 * Decides whether the words of a query belong together in a product: how they are arranged in its title ({@link standing}), whether
 * pairs of characters are more than scraps of a run, and whether the catalog writes the last letter of a query together with the words
 * before it (query/last-letter.ts). It never changes the index. A spent budget answers "not together" (false).
 */
// Tests: test/search/ranking.test.ts.

import { holds } from '../columns/posting-list.ts';
import type { Integers } from '../columns/sections.ts';
import { isMixed, type LastLetter } from '../query/last-letter.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import type { Segment } from '../segment/segment.ts';
import { besideBit, termBits } from '../segment/word-entries.ts';
import { type QueryBudget, stepsOf } from '../step-budget.ts';
import { standing } from './intent.ts';
import type { ProductWord } from './product-words.ts';

/** Reads the {@link standing} of one query's words in titles of one segment. */
export class TitleStanding {
  readonly #segment: Segment;
  /** The first of each word's own terms; `#ends` has their end. */
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;

  constructor(segment: Segment, words: readonly ProductWord[]) {
    this.#segment = segment;
    this.#starts = Uint32Array.from(words, ({ terms }) => terms.own.start);
    this.#ends = Uint32Array.from(words, ({ terms }) => terms.own.end);
  }

  /**
   * Returns the {@link standing} of the words in a title that holds all of them. Spends what it reads of the title from the
   * budget.
   */
  of(document: number, budget: QueryBudget): number {
    const wordCount = this.#starts.length;
    if (wordCount < 2) return standing.scattered;
    const { titleWordOffsets } = this.#segment;
    const start = titleWordOffsets[document] ?? 0;
    const end = titleWordOffsets[document + 1] ?? 0;
    budget.spend(end - start);
    if (wordCount === 2) return this.#ofPair(start, end);
    for (let place = start; place + wordCount <= end; place += 1) {
      if (this.#isAt(place)) return standing.sideBySide;
    }
    return this.#isInOrder(start, end) ? standing.inOrder : standing.scattered;
  }

  /** The same of two words, which most queries have, in one pass. */
  #ofPair(start: number, end: number): number {
    const { titleWords } = this.#segment;
    const [firstStart = 0, secondStart = 0] = this.#starts;
    const firstLength = (this.#ends[0] ?? 0) - firstStart;
    const secondLength = (this.#ends[1] ?? 0) - secondStart;
    let wasFirst = false;
    let hadFirst = false;
    let isInOrder = false;
    for (let place = start; place < end; place += 1) {
      const entry = titleWords[place] ?? 0;
      // Other contents of a title stand behind all of its words.
      if (entry >= besideBit) break;
      const term = entry & termBits;
      if (hadFirst && (term - secondStart) >>> 0 < secondLength) {
        if (wasFirst) return standing.sideBySide;
        isInOrder = true;
      }
      wasFirst = (term - firstStart) >>> 0 < firstLength;
      hadFirst ||= wasFirst;
    }
    return isInOrder ? standing.inOrder : standing.scattered;
  }

  /** Whether all words stand side by side from a place on. */
  #isAt(place: number): boolean {
    const { titleWords } = this.#segment;
    for (let index = 0; index < this.#starts.length; index += 1) {
      const entry = titleWords[place + index] ?? 0;
      if (entry >= besideBit || !this.#isOwn(index, entry & termBits)) return false;
    }
    return true;
  }

  #isInOrder(start: number, end: number): boolean {
    const { titleWords } = this.#segment;
    let count = 0;
    for (let place = start; place < end && count < this.#starts.length; place += 1) {
      const entry = titleWords[place] ?? 0;
      if (entry >= besideBit) break;
      if (this.#isOwn(count, entry & termBits)) count += 1;
    }
    return count === this.#starts.length;
  }

  #isOwn(index: number, term: number): boolean {
    return term >= (this.#starts[index] ?? 0) && term < (this.#ends[index] ?? 0);
  }
}

/** The runs of one query. */
export class PartialRuns {
  /** The run of each word; `#sizes` has the number of words in each run. */
  readonly #runOf: Uint8Array;
  readonly #sizes: Uint8Array;
  readonly #held: Uint8Array;

  /** `words` in their order. */
  constructor(words: readonly { readonly run: number }[]) {
    const runs = Array.from(new Set(words.map(({ run }) => run)));
    this.#runOf = Uint8Array.from(words, ({ run }) => runs.indexOf(run));
    this.#sizes = new Uint8Array(runs.length);
    this.#held = new Uint8Array(runs.length);
    for (const run of this.#runOf) this.#sizes[run] = (this.#sizes[run] ?? 0) + 1;
  }

  /** Drops scraps from what the words are worth in a product; returns how many words are held then. */
  drop(values: Uint8Array): number {
    const held = this.#held.fill(0);
    for (let index = 0; index < values.length; index += 1) {
      const run = this.#runOf[index] ?? 0;
      if (values[index] !== 0) held[run] = (held[run] ?? 0) + 1;
    }
    let total = 0;
    for (let index = 0; index < values.length; index += 1) {
      const run = this.#runOf[index] ?? 0;
      if ((held[run] ?? 0) * 2 <= (this.#sizes[run] ?? 0)) values[index] = 0;
      else if (values[index] !== 0) total += 1;
    }
    return total;
  }
}

/**
 * Whether the title of a live product contains the letter and the words before it as one word; if that could be another word too,
 * it must contain both parts as well, as `USB-C` does. False if the budget is too small.
 */
export function isWrittenTogether(
  segments: readonly LiveSegment[],
  { letter, before, together }: LastLetter,
  budget: QueryBudget,
): boolean {
  return segments.some((live) =>
    together.some((word) => hasAll(live, isMixed(word) ? [word] : [word, letter, before], budget)),
  );
}

/** Whether the title of a live product holds all of the words, whole. */
function hasAll(live: LiveSegment, words: readonly string[], budget: QueryBudget): boolean {
  const { words: dictionary, titlePostings } = live.segment;
  const lists: Integers[] = [];
  for (const text of words) {
    if (!budget.allows()) return false;
    budget.spend(stepsOf.wordLookedUp / 2);
    const { exact } = dictionary.find({ text, prefix: false });
    if (exact < 0) return false;
    const { items, offsets } = titlePostings;
    lists.push(items.subarray(offsets[exact], offsets[exact + 1]));
  }
  const [shortest = [], ...others] = lists.sort((left, right) => left.length - right.length);
  for (const document of shortest) {
    if (!budget.allows()) return false;
    budget.spend(1 + others.length * stepsOf.wordOfDocument);
    if (live.isLive(document) && others.every((documents) => holds(documents, document))) return true;
  }
  return false;
}
