/**
 * Popularity laid over the segments: the few products with a score, found in each segment once for each set of
 * signals, so that clicks renumber nothing.
 */
import type { Segment } from '../segment/segment.ts';

/** Document of a segment -> its score, ascending by document; documents without one have 0. */
export type SegmentPopularity = ReadonlyMap<number, number>;

/** By the signals' own map, which is never changed once handed over, so that both are collected together. */
const known = new WeakMap<ReadonlyMap<string, number>, WeakMap<Segment, SegmentPopularity>>();

/** Scores of a segment's documents, dead ones included. `products` is by product id ({@link Signals}). */
export function popularityOf(segment: Segment, products: ReadonlyMap<string, number>): SegmentPopularity {
  const bySegment = known.get(products) ?? new WeakMap<Segment, SegmentPopularity>();
  known.set(products, bySegment);
  const popularity = bySegment.get(segment) ?? findProducts(segment, products);
  bySegment.set(segment, popularity);
  return popularity;
}

function findProducts(segment: Segment, products: ReadonlyMap<string, number>): SegmentPopularity {
  const popularity: [document: number, score: number][] = [];
  for (const [productId, score] of products) {
    const document = segment.findDocument(Buffer.from(productId));
    if (document >= 0 && score > 0) popularity.push([document, score]);
  }
  return new Map(popularity.sort(([left], [right]) => left - right));
}
