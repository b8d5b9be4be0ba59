/**
 * Postings of a word with its value in each document, as streams, or read into one byte per document. Streams must be read by
 * ascending documents; the caller pays for the steps. It never changes postings. Documents out of order would be missed without an
 * error. Values are a byte each.
 */
// Tests: ./value-stream.test.ts.
import type { Integers } from '../columns/sections.ts';

/**
 * Documents from `start` to before `end`, each with a byte of at most `occurrenceMax` that gives the word's value in it. They
 * ascend within each list.
 */
export interface ValueStream {
  readonly documents: Integers;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** The start of each of its ascending lists, and the end of the last one. */
  readonly lists: Uint32Array;
  /** The value of each byte (intent.ts). */
  readonly meaning: Uint8Array;
  /** The values are the most that the word can be worth: a product that holds the words of a phrase may not hold the phrase. */
  readonly isBound: boolean;
}

/** A stream of documents with one value, which is an upper bound. */
export function boundStream(documents: Integers, value: number): ValueStream {
  return { ...streamOfList(documents, value), isBound: true };
}

/** A stream of documents with one value. */
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

/** The position in each list of a stream. Streams are read in ascending order, one range of documents at a time. */
export class StreamCursor {
  readonly stream: ValueStream;
  /** The place of the next posting in each list. */
  readonly places: Uint32Array;

  constructor(stream: ValueStream) {
    this.stream = stream;
    this.places = stream.lists.slice(0, -1);
  }
}

/** Raises the values of documents to what a stream says, by rising documents but for short lists. */
class StreamReading {
  readonly #stream: ValueStream;
  /** The place of the next posting in each long list; `#ends` has the end of the list. */
  readonly #places: number[] = [];
  readonly #ends: number[] = [];
  readonly #shortListMax: number;
  #isBegun = false;

  constructor(stream: ValueStream, shortListMax: number) {
    this.#stream = stream;
    this.#shortListMax = shortListMax;
  }

  /** Reads the postings of all documents before `end`. */
  raise(values: Uint8Array, end: number): void {
    if (!this.#isBegun) this.#begin(values);
    for (let list = 0; list < this.#places.length; list += 1) {
      const listEnd = this.#ends[list] ?? 0;
      this.#places[list] = raiseValues(values, this.#stream, this.#places[list] ?? 0, listEnd, end);
    }
  }

  /** Reads short lists, those that follow each other together, and notes the long ones. */
  #begin(values: Uint8Array): void {
    const { start, end, lists } = this.#stream;
    let from = start;
    for (let list = 0; list + 1 < lists.length; list += 1) {
      const listStart = lists[list] ?? 0;
      const listEnd = lists[list + 1] ?? 0;
      if (listEnd - listStart <= this.#shortListMax) continue;
      raiseValues(values, this.#stream, from, listStart, values.length);
      this.#places.push(listStart);
      this.#ends.push(listEnd);
      from = listEnd;
    }
    raiseValues(values, this.#stream, from, end, values.length);
    this.#isBegun = true;
  }
}

/** Reads postings from a place on until one of a document at `documentEnd` or behind it; returns its place. */
function raiseValues(
  values: Uint8Array,
  { documents, bytes, meaning }: ValueStream,
  start: number,
  end: number,
  documentEnd: number,
): number {
  let at = start;
  for (; at < end; at += 1) {
    const document = documents[at] ?? 0;
    if (document >= documentEnd) break;
    const value = meaning[bytes[at] ?? 0] ?? 0;
    if (value > (values[document] ?? 0)) values[document] = value;
  }
  return at;
}

/** Raises the values of documents from `start` to before `end`. */
export type RaiseValues = (values: Uint8Array, start: number, end: number) => void;

/** The value of a word in each document of a segment, one byte each, read as far as needed. */
export class DocumentValues {
  /** The value of each document; those before `end` are read. */
  readonly bytes: Uint8Array;
  readonly #streams: readonly StreamReading[];
  readonly #others: readonly RaiseValues[];
  #end = 0;

  /** Nothing of it is read yet; `bytes`: zeros, one for each document. `others`: what streams do not say; `shortListMax`: of the rule. */
  constructor(
    bytes: Uint8Array,
    streams: readonly ValueStream[],
    others: readonly RaiseValues[],
    shortListMax: number,
  ) {
    this.bytes = bytes;
    this.#streams = streams.map((stream) => new StreamReading(stream, shortListMax));
    this.#others = others;
  }

  /** Documents before this one are read. */
  get end(): number {
    return this.#end;
  }

  /** Reads all documents before `end`, and returns what they are worth. */
  upTo(end: number): Uint8Array {
    if (end <= this.#end) return this.bytes;
    for (const stream of this.#streams) stream.raise(this.bytes, end);
    for (const raise of this.#others) raise(this.bytes, this.#end, end);
    this.#end = end;
    return this.bytes;
  }
}
