/**
 * What a common word is worth in each document of a segment, one byte a document, and the first documents of each value. Segments
 * never change, so it is made when the word is first asked for, and kept for the queries that come: few words are common, and
 * they are typed again and again.
 */
import type { Segment } from '../segment/segment.ts';
import type { ProductWord } from './product-words.ts';

/** So many words of a segment are kept at most: bytes a product, in each thread that answers. Chosen. */
const keptMax = 64;

/** By segment and word, those that were asked for last at the end. Collected with the segment. */
const known = new WeakMap<Segment, Map<string, CommonWord>>();

/** A common word in one segment. */
export class CommonWord {
  /** By document; 0 where it does not hold the word. */
  readonly values: Uint8Array;
  readonly #inStockCount: number;
  readonly #firstCount: number;
  #firsts: readonly FirstDocuments[] | null = null;

  /** `firstCount`: of the documents of each value. */
  constructor({ documentCount, inStockCount }: Segment, word: ProductWord, firstCount: number) {
    this.#firstCount = firstCount;
    this.values = new Uint8Array(documentCount);
    this.#inStockCount = inStockCount;
    word.fillValues(this.values);
  }

  /** The documents of each value that any has, in stock and not. */
  get firsts(): readonly FirstDocuments[] {
    this.#firsts ??= [
      ...firstDocuments(this.values, 0, this.#inStockCount, this.#firstCount),
      ...firstDocuments(this.values, this.#inStockCount, this.values.length, this.#firstCount),
    ];
    return this.#firsts;
  }
}

/** The first documents of one value, and of one stock. */
export interface FirstDocuments {
  readonly value: number;
  /** Ascending. */
  readonly documents: Uint32Array;
  /** There are no others. */
  readonly isComplete: boolean;
}

/** A word of a segment; `key` names it with all that it means. */
export function knownOrMade(segment: Segment, key: string, make: () => CommonWord): CommonWord {
  const words = known.get(segment) ?? new Map<string, CommonWord>();
  known.set(segment, words);
  const word = words.get(key) ?? make();
  words.delete(key);
  const [oldest] = words.keys();
  if (words.size >= keptMax && oldest !== undefined) words.delete(oldest);
  words.set(key, word);
  return word;
}

const valueCount = 256;

/** Of the documents from `start` to before `end`. */
function firstDocuments(values: Uint8Array, start: number, end: number, firstMax: number): FirstDocuments[] {
  const counts = new Uint32Array(valueCount);
  const found = new Uint32Array(valueCount * firstMax);
  for (let document = start; document < end; document += 1) {
    const value = values[document] ?? 0;
    if (value === 0) continue;
    const count = counts[value] ?? 0;
    if (count < firstMax) found[value * firstMax + count] = document;
    counts[value] = count + 1;
  }
  const firsts: FirstDocuments[] = [];
  for (let value = 1; value < valueCount; value += 1) {
    const count = counts[value] ?? 0;
    if (count === 0) continue;
    const at = value * firstMax;
    const documents = found.slice(at, at + Math.min(count, firstMax));
    firsts.push({ value, documents, isComplete: count <= firstMax });
  }
  return firsts;
}
