/**
 * The first documents of a segment for each value that a common word has in any: who looks for products that hold this word
 * and no other of a query needs no more. A segment never changes, so that they are kept.
 */
import type { Segment } from '../segment/segment.ts';
import type { ProductWord } from './product-words.ts';
import { SegmentMemory } from './segment-memory.ts';

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

/** Of some kilobytes each. Chosen. */
const kept = new SegmentMemory<readonly FirstDocuments[]>(512);

/** What a word is worth in each document; used again. */
let scratch = new Uint8Array(0);

/** Those of each value that any document has, in stock and not: at most `firstMax` of each. */
export function firstsOf(
  segment: Segment,
  word: Pick<ProductWord, 'key' | 'documentValues'>,
  firstMax: number,
): readonly FirstDocuments[] {
  return kept.get(segment, `${firstMax} ${word.key}`, () => {
    const { documentCount, inStockCount } = segment;
    if (scratch.length < documentCount) scratch = new Uint8Array(documentCount);
    const values = word
      .documentValues(scratch.subarray(0, documentCount).fill(0), documentCount)
      .upTo(documentCount);
    return [
      ...firstDocuments(values, 0, inStockCount, firstMax),
      ...firstDocuments(values, inStockCount, documentCount, firstMax),
    ];
  });
}
