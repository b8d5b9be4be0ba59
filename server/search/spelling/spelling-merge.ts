/** Merges what segments hold for correcting spelling, by bytes: which terms are words is known, and so is their order. */

import { mergeOrders, placesWhere } from '../columns/order-merge.ts';
import { sameRanks } from '../columns/posting-table.ts';
import type { StringSlab } from '../columns/string-column.ts';
import { letterAt, letterBefore, letterWidth } from './letters.ts';
import { type SpellingSections, sharedMax, type TrieSections, trieOf } from './spelling-sections.ts';

/** The sections of one segment, and where its terms went: below 0 for those that were not kept. */
export interface SpellingSource {
  readonly sections: SpellingSections;
  readonly terms: Int32Array;
}

/** The sections for merged terms. */
export function mergeSpellingSections(
  merged: StringSlab,
  sources: readonly SpellingSource[],
): SpellingSections {
  const marks = new Uint8Array(merged.offsets.length - 1);
  for (const { sections, terms } of sources) {
    for (const old of sections.words) {
      const term = terms[old] ?? -1;
      if (term >= 0) marks[term] = 1;
    }
  }
  const words = placesWhere(marks.length, (term) => marks[term] === 1);
  const letters = new WordLetters(merged, words);
  const places = new Uint32Array(marks.length);
  words.forEach((term, place) => {
    places[term] = place;
  });
  const { items } = mergeOrders(
    sources.map((source) => backwardPlaces(source, places)),
    (_, place, __, other) => (place === other ? 0 : letters.compareBackward(place, other)),
  );
  const backwardOrder = items.filter((place, index) => index === 0 || items[index - 1] !== place);
  return {
    words,
    forward: letters.trie(sameRanks(words.length), false),
    backwardOrder,
    backward: letters.trie(backwardOrder, true),
  };
}

/** The backward order of a segment as places of the merged words. */
function backwardPlaces(
  { sections: { words, backwardOrder }, terms }: SpellingSource,
  places: Uint32Array,
): Uint32Array {
  const merged = backwardOrder.map((old) => terms[words[old] ?? 0] ?? 0);
  const kept = merged.filter((_, index) => (terms[words[backwardOrder[index] ?? 0] ?? 0] ?? -1) >= 0);
  return kept.map((term) => places[term] ?? 0);
}

/** Compares words letter by letter; a place is one of `words`. */
class WordLetters {
  readonly #slab: StringSlab;
  readonly #words: Uint32Array;

  constructor(slab: StringSlab, words: Uint32Array) {
    this.#slab = slab;
    this.#words = words;
  }

  /** Below 0 where the first word, read from its end, comes first. */
  compareBackward(place: number, other: number): number {
    const { offsets, bytes } = this.#slab;
    const term = this.#words[place] ?? 0;
    const otherTerm = this.#words[other] ?? 0;
    const start = offsets[term] ?? 0;
    const otherStart = offsets[otherTerm] ?? 0;
    let end = offsets[term + 1] ?? 0;
    let otherEnd = offsets[otherTerm + 1] ?? 0;
    while (end > start && otherEnd > otherStart) {
      const letter = letterBefore(bytes, end);
      const difference = letter - letterBefore(bytes, otherEnd);
      if (difference !== 0) return difference;
      end -= letterWidth(letter);
      otherEnd -= letterWidth(letter);
    }
    return end - start - (otherEnd - otherStart);
  }

  /** The words in an order as a trie, by their beginnings or by their ends. */
  trie(order: Uint32Array, backward: boolean): TrieSections {
    const shared = new Uint8Array(order.length);
    for (let place = 1; place < shared.length; place += 1) {
      shared[place] = this.#countShared(order[place - 1] ?? 0, order[place] ?? 0, backward);
    }
    return trieOf(shared);
  }

  /** Letters that two words share at their beginnings or at their ends. */
  #countShared(place: number, other: number, backward: boolean): number {
    const { offsets, bytes } = this.#slab;
    const term = this.#words[place] ?? 0;
    const otherTerm = this.#words[other] ?? 0;
    const start = offsets[term] ?? 0;
    const end = offsets[term + 1] ?? 0;
    const otherStart = offsets[otherTerm] ?? 0;
    const otherEnd = offsets[otherTerm + 1] ?? 0;
    const length = Math.min(end - start, otherEnd - otherStart);
    let count = 0;
    let width = 0;
    while (width < length && count < sharedMax) {
      const letter = backward ? letterBefore(bytes, end - width) : letterAt(bytes, start + width);
      const otherLetter = backward
        ? letterBefore(bytes, otherEnd - width)
        : letterAt(bytes, otherStart + width);
      if (letter !== otherLetter) break;
      count += 1;
      width += letterWidth(letter);
    }
    return count;
  }
}
