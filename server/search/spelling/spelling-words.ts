/**
 * Searches the words of one segment: terms in two sorted orders, each walked as a trie whose nodes are never built
 * (spelling-sections.ts). It never changes the sections, and never asks which terms are live: the caller counts that. Work is counted
 * in steps of the caller's budget; when it is spent, what was found so far is all. Texts must be folded, nothing throws.
 */
// Tests: ./spelling-words.test.ts.

import { lowerBound, StringColumn, type StringSlab } from '../columns/string-column.ts';
import type { EditAutomaton, SpellingSearch } from './spelling-edits.ts';
import { letterAt, letterBefore, letterWidth, type SpellingSections } from './spelling-sections.ts';

/**
 * The remaining budget. A step is a letter read or a word found: steps are counted, not timed, so equal searches end at the same
 * place everywhere.
 */
export interface StepBudget {
  steps: number;
}

type VisitTerm = (term: number) => void;

/** The places of an order that a walk visits, from `start` to before `end`. */
interface Course {
  readonly backward: boolean;
  readonly prefix: boolean;
  readonly start: number;
  readonly end: number;
}

/** The words of one segment. Immutable. */
export class SpellingWords {
  readonly #sections: SpellingSections;
  readonly #slab: StringSlab;
  readonly #column: StringColumn;

  /** `terms` is the text of all terms of the segment; the sections say which of them are words. */
  constructor(terms: StringSlab, sections: SpellingSections) {
    this.#sections = sections;
    this.#slab = terms;
    this.#column = new StringColumn(terms.offsets, terms.bytes);
  }

  /** The text of a term. */
  text(term: number): string {
    return this.#column.text(term);
  }

  /** The term of a word in UTF-8, or -1. O(log n). */
  find(word: Uint8Array): number {
    const { words } = this.#sections;
    const compareAt = (place: number) => this.#column.compareBytes(words[place] ?? 0, word);
    const place = lowerBound(0, words.length, compareAt);
    return place < words.length && compareAt(place) === 0 ? (words[place] ?? -1) : -1;
  }

  /**
   * Visits the terms that are searched for, some of them twice. When the budget is used up it stops, and leaves terms
   * unvisited.
   */
  search(search: SpellingSearch, visit: VisitTerm, budget: StepBudget): void {
    const { halves, whole, firstLetter, prefix } = search;
    const all = { start: 0, end: this.#sections.words.length, prefix };
    if (halves === null) {
      const range = firstLetter === null ? all : { ...all, ...this.#beginningWith(firstLetter) };
      this.#walk(whole, { ...range, backward: false }, visit, budget);
    } else {
      this.#walk(halves.onward, { ...all, backward: false }, visit, budget);
      this.#walk(halves.back, { ...all, backward: true }, visit, budget);
    }
  }

  /** Places of the forward order. */
  #beginningWith(letter: number): { readonly start: number; readonly end: number } {
    const { words } = this.#sections;
    const prefix = Buffer.from(String.fromCodePoint(letter));
    const compareAt = (place: number) => this.#column.comparePrefix(words[place] ?? 0, prefix);
    const start = lowerBound(0, words.length, compareAt);
    return { start, end: lowerBound(start, words.length, (place) => (compareAt(place) <= 0 ? -1 : 1)) };
  }

  #walk(automaton: EditAutomaton, course: Course, visit: VisitTerm, budget: StepBudget): void {
    const { words, backwardOrder } = this.#sections;
    const { shared, skips } = course.backward ? this.#sections.backward : this.#sections.forward;
    const { offsets, bytes } = this.#slab;
    const { backward, prefix, end: last } = course;
    // By letters read of the latest word: the state, and the bytes read. They hold for what the next word shares.
    const states = new Int32Array(automaton.depthMax + 2);
    const widths = new Uint32Array(automaton.depthMax + 2);
    states[0] = automaton.start;
    let steps = budget.steps;
    let place = course.start;
    while (place < last && steps > 0) {
      const term = words[backward ? (backwardOrder[place] ?? 0) : place] ?? 0;
      const start = offsets[term] ?? 0;
      const end = offsets[term + 1] ?? 0;
      let depth = shared[place] ?? 0;
      let state = states[depth] ?? 0;
      let width = widths[depth] ?? 0;
      let begun = false;
      while (state !== 0 && !begun && start + width < end) {
        const letter = backward ? letterBefore(bytes, end - width) : letterAt(bytes, start + width);
        depth += 1;
        width += letterWidth(letter);
        state = automaton.step(state, letter, depth);
        begun = prefix && automaton.accepts(state, depth);
        states[depth] = state;
        widths[depth] = width;
        steps -= 1;
      }
      let next = place + 1;
      if (state === 0 || begun) {
        // All words that go on from here are found, or none is.
        while (next < last && (shared[next] ?? 0) >= depth) next += skips[next] ?? 1;
      }
      if (begun) {
        steps -= next - place;
        for (; place < next; place += 1) visit(words[place] ?? 0);
      } else if (state !== 0 && !prefix && automaton.accepts(state, depth)) {
        visit(term);
      }
      place = next;
    }
    budget.steps = steps;
  }
}
