/**
 * What a segment holds for correcting spelling: which of its terms are words, in two sorted orders, by their
 * beginnings and by their ends, each with what it takes to walk the order as a trie. 12 bytes a word beside the
 * text of the terms.
 */
import { orderByCodePoints } from '../columns/text-order.ts';

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
export const sharedMax = 255;

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

/** The trie of words in an order of which `shared` tells what neighbours share. */
export function trieOf(shared: Uint8Array): TrieSections {
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
