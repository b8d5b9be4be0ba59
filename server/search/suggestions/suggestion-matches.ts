/** The suggestions of one segment that hold all words of a query, strongest first, found as far as they are read. */

import { holds } from '../columns/posting-list.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { itemsOfAll } from '../segment/term-items.ts';
import type { WordTerms } from '../segment/word-terms.ts';
import type { QueryBudget } from '../step-budget.ts';

/** Suggestions are numbered by strength, and reading mostly ends among the first ones. Chosen. */
const firstFound = 1024;
const growth = 16;

/** Numbers of suggestions, ascending. */
export class SuggestionMatches {
  readonly live: LiveSegment;
  readonly #words: readonly WordTerms[];
  readonly #budget: QueryBudget;
  /** Those below `#end`. */
  #numbers: Uint32Array = new Uint32Array(0);
  #end = 0;

  /** Without words all suggestions match. */
  constructor(live: LiveSegment, words: readonly WordTerms[], budget: QueryBudget) {
    this.live = live;
    this.#budget = budget;
    this.#words = words;
  }

  /** The match at a place, or null behind the last one. */
  at(place: number): number | null {
    if (this.#words.length === 0) return place < this.#count ? place : null;
    while (place >= this.#numbers.length && this.#end < this.#count) this.#findMore();
    return this.#numbers[place] ?? null;
  }

  holds(number: number): boolean {
    if (this.#words.length === 0) return number < this.#count;
    while (number >= this.#end && this.#end < this.#count) this.#findMore();
    return holds(this.#numbers, number);
  }

  get #count(): number {
    return this.live.segment.suggestionKeys.length;
  }

  #findMore(): void {
    const end = Math.min(Math.max(this.#end * growth, firstFound), this.#count);
    const found = itemsOfAll(this.live.segment.suggestionPostings, this.#words, this.#budget, end);
    // What was found before is all there is where the budget does not suffice for more.
    this.#end = found === null ? this.#count : end;
    this.#numbers = found ?? this.#numbers;
  }
}
