/** Postings of a word with what it is worth in each document. */

import type { Integers } from '../columns/sections.ts';

/**
 * Documents from `start` to before `end`, with a byte each, at most `occurrenceMax`, that tells what the word is worth in
 * it. Within each of its lists they ascend.
 */
export interface ValueStream {
  readonly documents: Integers;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Where each of its ascending lists begins, and where the last one ends. */
  readonly lists: Uint32Array;
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
  const end = documents.length;
  return {
    documents,
    bytes: new Uint8Array(end),
    start: 0,
    end,
    lists: Uint32Array.of(0, end),
    meaning: Uint8Array.of(value),
    isBound: false,
  };
}

/** How far each list of a stream was read. Streams are read by rising documents, a range of these at a time. */
export class StreamCursor {
  readonly stream: ValueStream;
  /** For each list the place of the next posting. */
  readonly places: Uint32Array;

  constructor(stream: ValueStream) {
    this.stream = stream;
    this.places = stream.lists.slice(0, -1);
  }
}
