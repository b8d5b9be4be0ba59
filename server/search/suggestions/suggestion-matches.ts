/** The suggestions of one segment that hold all words of a query, strongest first, found as far as they are read. */

import { holds } from '../columns/posting-list.ts';
import { sameRanks } from '../columns/posting-table.ts';
import type { ProductWord } from '../products/product-words.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { itemsOfAll } from '../segment/term-items.ts';

/** Suggestions are numbered by strength, and reading mostly ends among the first ones. Chosen. */
const firstFound = 1024;
const growth = 16;

/** Numbers of suggestions, ascending. */
export class SuggestionMatches {
  readonly live: LiveSegment;
  readonly #words: readonly ProductWord[];
  /** Those below `#end`. */
  #numbers: Uint32Array;
  #end: number;

  private constructor(live: LiveSegment, words: readonly ProductWord[], numbers: Uint32Array, end: number) {
    this.live = live;
    this.#words = words;
    this.#numbers = numbers;
    this.#end = end;
  }

  static ofWords(live: LiveSegment, words: readonly ProductWord[]): SuggestionMatches {
    return new SuggestionMatches(live, words, new Uint32Array(0), 0);
  }

  /** All that there are. */
  static all(live: LiveSegment): SuggestionMatches {
    const { length } = live.segment.suggestionKeys;
    return new SuggestionMatches(live, [], sameRanks(length), length);
  }

  /** The match at a place, or null behind the last one. */
  at(place: number): number | null {
    while (place >= this.#numbers.length && this.#end < this.#count) this.#findMore();
    return this.#numbers[place] ?? null;
  }

  holds(number: number): boolean {
    while (number >= this.#end && this.#end < this.#count) this.#findMore();
    return holds(this.#numbers, number);
  }

  get #count(): number {
    return this.live.segment.suggestionKeys.length;
  }

  #findMore(): void {
    this.#end = Math.min(Math.max(this.#end * growth, firstFound), this.#count);
    const { suggestionPostings } = this.live.segment;
    const terms = this.#words.map((word) => word.terms);
    this.#numbers = itemsOfAll(suggestionPostings, terms, this.#end);
  }
}
