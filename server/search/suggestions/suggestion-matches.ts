/**
 * Finds the suggestions of one segment with all words of a query, strongest first, and only as far as they are read. If the budget is
 * spent, the suggestions found so far are all there are. It never changes the index. The first 1,024 numbers are read at once, then 16
 * times as many each time. A query that nothing matches gives none; nothing throws.
 */
// Tests: test/search/suggestions.test.ts.

import { holds } from '../columns/posting-list.ts';
import type { Integers } from '../columns/sections.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import type { PrefixSuggestions } from '../segment/prefix-graph.ts';
import { itemsOfAll, type WordTerms } from '../segment/word-terms.ts';
import type { QueryBudget } from '../step-budget.ts';

/**
 * The number of suggestions among which matches are looked for first: suggestions are numbered by strength, and reading mostly ends
 * among the first ones. Chosen.
 */
const firstFound = 1024;
const growth = 16;

/** Numbers of suggestions, ascending. */
export class SuggestionMatches {
  readonly live: LiveSegment;
  readonly #words: readonly WordTerms[];
  readonly #budget: QueryBudget;
  /** The matches below `#end`. */
  #numbers: Integers = new Uint32Array(0);
  #end = 0;

  /** The first of them, where they are listed. */
  readonly #listed: PrefixSuggestions | null;

  /** Matches the suggestions with all words; without words all of them match. */
  constructor(
    live: LiveSegment,
    words: readonly WordTerms[],
    budget: QueryBudget,
    listed: PrefixSuggestions | null = null,
  ) {
    this.live = live;
    this.#budget = budget;
    // A suggestion completes what is typed, which another way to say it does not.
    this.#words = words.map((word) => ({ ...word, alternatives: [] }));
    this.#listed = listed;
  }

  /** The first of them, at most `count`. */
  first(count: number): Integers {
    this.at(count - 1);
    return this.#numbers.slice(0, count);
  }

  /** The match at a place, or null behind the last one. */
  at(place: number): number | null {
    if (this.#words.length === 0) return place < this.#count ? place : null;
    if (this.#listed !== null) {
      const { numbers, isComplete } = this.#listed;
      if (place < numbers.length) return numbers[place] ?? null;
      if (isComplete) return null;
    }
    while (place >= this.#numbers.length && this.#end < this.#count) this.#findMore();
    return this.#numbers[place] ?? null;
  }

  holds(number: number): boolean {
    if (this.#words.length === 0) return number < this.#count;
    if (this.#listed !== null) {
      const { numbers, isComplete } = this.#listed;
      if (isComplete || number <= (numbers.at(-1) ?? -1)) return holds(numbers, number);
    }
    while (number >= this.#end && this.#end < this.#count) this.#findMore();
    return holds(this.#numbers, number);
  }

  get #count(): number {
    return this.live.segment.suggestionKeys.length;
  }

  #findMore(): void {
    const end = Math.min(Math.max(this.#end * growth, firstFound), this.#count);
    const found = itemsOfAll(this.live.segment.suggestionPostings, this.#words, this.#budget, end);
    // If the budget does not suffice for more, the suggestions found before are all there are.
    this.#end = found === null ? this.#count : end;
    this.#numbers = found ?? this.#numbers;
  }
}
