/**
 * Popularity laid over the segments: the products with a score, found in each segment once for each set of signals, so
 * that clicks renumber nothing. Where signals came from earlier ones by a few changes, only those are looked for.
 */
import type { Segment } from '../segment/segment.ts';

/** Document of a segment -> its score, ascending by document; documents without one have 0. */
export type SegmentPopularity = ReadonlyMap<number, number>;

type Scores = ReadonlyMap<string, number>;

/** By the signals' own map, which is never changed once handed over, so that both are collected together. */
const known = new WeakMap<Scores, WeakMap<Segment, SegmentPopularity>>();

/** What signals were before. Let go as soon as another change follows: chains would keep all that ever was. */
const origins = new WeakMap<Scores, Origin>();

interface Origin {
  readonly found: WeakMap<Segment, SegmentPopularity>;
  readonly changes: readonly (readonly [productId: string, score: number])[];
}

/** Scores of a segment's documents, dead ones included. `products` is by product id ({@link Signals}). */
export function popularityOf(segment: Segment, products: Scores): SegmentPopularity {
  const bySegment = known.get(products) ?? new WeakMap<Segment, SegmentPopularity>();
  known.set(products, bySegment);
  const popularity = bySegment.get(segment) ?? derive(segment, products) ?? findProducts(segment, products);
  bySegment.set(segment, popularity);
  return popularity;
}

/** `products` is `before` with changes: what was found for `before` need not be looked for again. */
export function inheritPopularity(products: Scores, before: Scores, changes: Origin['changes']): void {
  const found = known.get(before);
  if (found !== undefined) origins.set(products, { found, changes });
}

function derive(segment: Segment, products: Scores): SegmentPopularity | null {
  const origin = origins.get(products);
  const before = origin?.found.get(segment);
  if (origin === undefined || before === undefined) return null;
  const changed = findDocuments(segment, origin.changes);
  if (changed.length === 0) return before;
  const after = new Map(before);
  for (const [document, score] of changed) after.set(document, score);
  // A document that is new stands behind all others.
  return after.size === before.size ? after : inOrder(after);
}

function findProducts(segment: Segment, products: Scores): SegmentPopularity {
  return inOrder(findDocuments(segment, products));
}

function findDocuments(
  segment: Segment,
  products: Iterable<readonly [productId: string, score: number]>,
): [document: number, score: number][] {
  const found: [document: number, score: number][] = [];
  for (const [productId, score] of products) {
    const document = segment.findDocument(Buffer.from(productId));
    if (document >= 0 && score > 0) found.push([document, score]);
  }
  return found;
}

function inOrder(popularity: Iterable<[document: number, score: number]>): SegmentPopularity {
  return new Map(Array.from(popularity).sort(([left], [right]) => left - right));
}
