/**
 * The sections of a segment for spelling correction: which of its terms are words, in two sorted orders (by their beginnings and by
 * their ends), each with the data to walk the order as a trie. 12 bytes per word in addition to the text of the terms. Built from
 * terms, or merged from other segments by bytes. Terms of fewer than 3 letters, codes and scripts without spaces are left out, so they
 * are never corrected and never a correction. Inputs are trusted: folded, in the order of code points. It never changes its sources.
 */
// Tests: ./spelling-sections.test.ts.

import { mergeOrders, placesWhere } from '../columns/column-merge.ts';
import { sameRanks } from '../columns/posting-table.ts';
import type { StringSlab } from '../columns/string-column.ts';
import { orderByCodePoints } from '../columns/text-order.ts';

/** The letter at a place. */
export function letterAt(bytes: Uint8Array, place: number): number {
  const lead = bytes[place] ?? 0;
  if (lead < 0x80) return lead;
  const second = (bytes[place + 1] ?? 0) & 0x3f;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  return ((lead & 0x0f) << 12) | (second << 6) | ((bytes[place + 2] ?? 0) & 0x3f);
}

/** The letter that ends before a place. */
export function letterBefore(bytes: Uint8Array, end: number): number {
  const last = bytes[end - 1] ?? 0;
  if (last < 0x80) return last;
  return letterAt(bytes, (bytes[end - 2] ?? 0) >= 0xc0 ? end - 2 : end - 3);
}

/** Bytes that a letter takes. */
export function letterWidth(letter: number): number {
  if (letter < 0x80) return 1;
  return letter < 0x800 ? 2 : 3;
}

/** A sorted order of words as a trie; both arrays have an entry for each place of the order. */
export interface TrieSections {
  /** Letters that the word shares with the one before it in the order; 0 for the first, 255 at most. */
  readonly shared: Uint8Array;
  /**
   * Places to the next word that shares fewer letters with the one before it. Where they are more than 255, then
   * 255, and the words passed over share at least as many.
   */
  readonly skips: Uint8Array;
}

/** The words of a segment as they are stored. */
export interface SpellingSections {
  /** The numbers of the terms that are words, ascending, which is their order by code points. */
  readonly words: Uint32Array;
  readonly forward: TrieSections;
  /** Places in `words` by the order of the reversed words. */
  readonly backwardOrder: Uint32Array;
  readonly backward: TrieSections;
}

/** Shorter terms are not words: nothing is corrected to them. */
export const wordLettersMin = 3;

/** Shared letters, and places of a skip, are counted up to this. */
const sharedMax = 255;

const plainWord = /^[a-z]+$/;
const lettersOnly = /^[\p{L}\p{M}]+$/u;
/** Scripts without spaces, and letters that are not one UTF-16 unit, as which they are counted here. */
const noWord =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u{10000}-\u{10ffff}]/u;

/**
 * Whether a folded term is a word, so that a typo in it may be corrected, or one corrected to it: at least
 * {@link wordLettersMin} letters and nothing else. With a digit it is a code, a size or a model, where another
 * character is another thing. Scripts without spaces are held in pairs of characters, which are not words.
 */
export function isCorrectable(term: string): boolean {
  if (term.length < wordLettersMin) return false;
  return plainWord.test(term) || (lettersOnly.test(term) && !noWord.test(term));
}

/** Builds the sections for a segment's terms, which come in the order of code points. O(n log n). */
export function buildSpellingSections(terms: readonly string[]): SpellingSections {
  const numbers: number[] = [];
  const words: string[] = [];
  terms.forEach((term, number) => {
    if (!isCorrectable(term)) return;
    numbers.push(number);
    words.push(term);
  });
  const reversed = words.map(reverseWord);
  const backwardOrder = orderByCodePoints(reversed);
  return {
    words: Uint32Array.from(numbers),
    forward: buildTrie(words),
    backwardOrder,
    backward: buildTrie(Array.from(backwardOrder, (place) => reversed[place] ?? '')),
  };
}

function reverseWord(word: string): string {
  const units: number[] = [];
  for (let place = word.length - 1; place >= 0; place -= 1) units.push(word.charCodeAt(place));
  return String.fromCharCode(...units);
}

function buildTrie(sorted: readonly string[]): TrieSections {
  const shared = new Uint8Array(sorted.length);
  for (let place = 1; place < sorted.length; place += 1) {
    shared[place] = countShared(sorted[place - 1] ?? '', sorted[place] ?? '');
  }
  return trieOf(shared);
}

/** The trie of words in an order, from the number of letters that each shares with the one before it. */
function trieOf(shared: Uint8Array): TrieSections {
  return { shared, skips: buildSkips(shared) };
}

function countShared(left: string, right: string): number {
  const length = Math.min(left.length, right.length, sharedMax);
  let count = 0;
  while (count < length && left.charCodeAt(count) === right.charCodeAt(count)) count += 1;
  return count;
}

/** The next smaller value of each place, from the last to the first, found by way of those after it: linear. */
function buildSkips(shared: Uint8Array): Uint8Array {
  const smaller = new Uint32Array(shared.length);
  for (let place = shared.length - 1; place >= 0; place -= 1) {
    let next = place + 1;
    while (next < shared.length && (shared[next] ?? 0) >= (shared[place] ?? 0)) next = smaller[next] ?? 0;
    smaller[place] = next;
  }
  return Uint8Array.from(smaller, (next, place) => Math.min(next - place, sharedMax));
}

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

  /** Compares words read from their end; negative if the first comes first. */
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
