/** What one product holds of a query: what each word is worth, and how they stand. */

import type { Segment } from '../segment/segment.ts';
import { besideBit, needEntries, termBits } from '../segment/word-entries.ts';
import type { QueryBudget } from '../step-budget.ts';
import { isTitleValue, standing } from './intent.ts';
import type { ProductWord } from './product-words.ts';

/** Scans products of one segment for the words of one query. */
export class DocumentScan {
  /** The value of each word in the product scanned last; 0 where it does not hold the word. */
  readonly values: Uint8Array;
  readonly #segment: Segment;
  readonly #words: readonly ProductWord[];
  readonly #budget: QueryBudget;
  /** Places of the words, those that cost least to look up first. */
  readonly order: readonly number[];

  /** What is read of products is spent from the budget. */
  constructor(segment: Segment, words: readonly ProductWord[], budget: QueryBudget) {
    this.#segment = segment;
    this.#budget = budget;
    for (const word of words) word.chargeTo(budget);
    this.#words = words;
    this.values = new Uint8Array(words.length);
    const places = Array.from(words.keys());
    this.order = [
      ...places.filter((place) => words[place]?.isSeekable),
      ...places.filter((place) => !words[place]?.isSeekable),
    ];
  }

  /** Whether the product holds all words; `values` are those of all if it does. */
  holdsAll(document: number): boolean {
    return this.countHeld(document, this.values.length) > 0;
  }

  /** How many words the product holds, if they are not less than `least`, else 0; fills `values`. */
  countHeld(document: number, least: number): number {
    const { values } = this;
    let missable = values.length - least;
    let held = 0;
    for (const index of this.order) {
      const word = this.#words[index] as ProductWord;
      const value = word.valueInTitle(document) || word.valueElsewhere(document);
      values[index] = value;
      if (value !== 0) held += 1;
      else if (missable === 0) return 0;
      else missable -= 1;
    }
    return held;
  }

  /** How words of these values stand in the title of a product, each by its own terms ({@link standing}). */
  standing(document: number, values: Uint8Array): number {
    if (this.#words.length < 2) return standing.scattered;
    for (let index = 0; index < values.length; index += 1) {
      if (!isTitleValue(values[index] ?? 0)) return standing.scattered;
    }
    const { titleWordOffsets, titleDocuments } = this.#segment;
    needEntries(titleDocuments, document);
    const start = titleWordOffsets[document] ?? 0;
    const end = titleWordOffsets[document + 1] ?? 0;
    this.#budget.spend(end - start);
    for (let place = start; place + this.#words.length <= end; place += 1) {
      if (this.#countFrom(place, place + this.#words.length) === this.#words.length)
        return standing.sideBySide;
    }
    return this.#countFrom(start, end) === this.#words.length ? standing.inOrder : standing.scattered;
  }

  /** How many words, from the first one on, stand in this order between two places of a title. */
  #countFrom(start: number, end: number): number {
    const { titleWords } = this.#segment;
    let count = 0;
    for (let place = start; place < end && count < this.#words.length; place += 1) {
      const entry = titleWords[place] ?? 0;
      if (entry >= besideBit) break;
      if (this.#isOwn(count, entry & termBits)) count += 1;
    }
    return count;
  }

  #isOwn(index: number, term: number): boolean {
    const own = this.#words[index]?.terms.own;
    return own !== undefined && term >= own.start && term < own.end;
  }
}
