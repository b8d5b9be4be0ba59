/** How the words of a query stand in the title of a product ({@link standing}), each by its own terms. */
import type { Segment } from '../segment/segment.ts';
import { besideBit, needEntries, termBits } from '../segment/word-entries.ts';
import type { QueryBudget } from '../step-budget.ts';
import { standing } from './intent.ts';
import type { ProductWord } from './product-words.ts';

/** For one query in one segment. */
export class TitleStanding {
  readonly #segment: Segment;
  /** For each word where its own terms start and end. */
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;

  constructor(segment: Segment, words: readonly ProductWord[]) {
    this.#segment = segment;
    this.#starts = Uint32Array.from(words, ({ terms }) => terms.own.start);
    this.#ends = Uint32Array.from(words, ({ terms }) => terms.own.end);
  }

  /** Of a title that holds all words. What is read of it is spent from the budget. */
  of(document: number, budget: QueryBudget): number {
    const wordCount = this.#starts.length;
    if (wordCount < 2) return standing.scattered;
    const { titleWordOffsets, titleDocuments } = this.#segment;
    needEntries(titleDocuments, document);
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
      // What else a title holds stands behind all of its words.
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
