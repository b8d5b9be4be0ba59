/**
 * What a common word is worth in each document of a segment, one byte a document, and the first documents of each value. Few words
 * are common, and they are typed again and again, so that this is kept (segment-memory.ts).
 */
import type { Segment } from '../segment/segment.ts';
import type { ProductWord } from './product-words.ts';

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
