/**
 * The products of one segment that hold a rare word of a query, each once, with what these words are worth in it. Only the
 * postings of rare words are read, and each value is written to its place: that costs the same however large a catalog is.
 */
import { uniteValues } from './intent.ts';
import type { ValueStream } from './value-stream.ts';

/** A word and its place among the words of a query. */
export interface RareWord {
  readonly place: number;
  /** Those that are bounds come last. */
  readonly streams: readonly ValueStream[];
}

/** See the head of the file. */
export interface RareHolders {
  /** In any order. */
  readonly documents: Uint32Array;
  /** For each document a value for each word of the query; 0 for words that it does not hold, and for all that are not rare. */
  readonly values: Uint8Array;
  /** How many rare words each of them holds. */
  readonly held: Uint8Array;
}

/** For each document of a segment one more than its place among the holders. Kept between calls and left empty. */
let places = new Int32Array(0);

/** Reads the postings of `words`. `wordCount`: of the query. */
export function gatherHolders(
  documentCount: number,
  wordCount: number,
  words: readonly RareWord[],
): RareHolders {
  if (places.length < documentCount) places = new Int32Array(documentCount);
  let most = 0;
  for (const { streams } of words) for (const { start, end } of streams) most += end - start;
  const documents = new Uint32Array(most);
  const values = new Uint8Array(most * wordCount);
  const held = new Uint8Array(most);
  let count = 0;
  for (const { place, streams } of words) {
    for (const stream of streams) {
      count = addStream(stream, place, wordCount, { documents, values, held }, count);
    }
  }
  for (let index = 0; index < count; index += 1) places[documents[index] ?? 0] = 0;
  return { documents: documents.subarray(0, count), values, held };
}

/** Returns how many documents there are then. */
function addStream(
  { documents: streamed, bytes, start, end, meaning, isBound }: ValueStream,
  wordPlace: number,
  wordCount: number,
  { documents, values, held }: RareHolders,
  count: number,
): number {
  let next = count;
  for (let at = start; at < end; at += 1) {
    const document = streamed[at] ?? 0;
    let place = places[document] ?? 0;
    if (place === 0) {
      documents[next] = document;
      next += 1;
      place = next;
      places[document] = place;
    }
    const slot = (place - 1) * wordCount + wordPlace;
    const value = meaning[bytes[at] ?? 0] ?? 0;
    const known = values[slot] ?? 0;
    if (known === 0) held[place - 1] = (held[place - 1] ?? 0) + 1;
    if (isBound) values[slot] = uniteValues(known, value);
    else if (value > known) values[slot] = value;
  }
  return next;
}
