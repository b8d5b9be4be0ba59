/** Postings of a word with what it is worth in each document. */

import type { Integers } from '../columns/sections.ts';

/**
 * Documents from `start` to before `end`, in any order, with a byte each, at most `occurrenceMax`, that tells what
 * the word is worth in it.
 */
export interface ValueStream {
  readonly documents: Integers;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** The value of each byte (intent.ts). */
  readonly meaning: Uint8Array;
  /** The values are the most that the word can be worth: who holds the words of a phrase may not hold the phrase. */
  readonly isBound: boolean;
}

/** Documents all of one value, which is a bound. */
export function boundStream(documents: Integers, value: number): ValueStream {
  return { ...streamOfList(documents, value), isBound: true };
}

/** Documents all of one value. */
export function streamOfList(documents: Integers, value: number): ValueStream {
  const bytes = new Uint8Array(documents.length);
  return { documents, bytes, start: 0, end: documents.length, meaning: Uint8Array.of(value), isBound: false };
}
