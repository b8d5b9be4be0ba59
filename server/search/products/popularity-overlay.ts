/**
 * Popularity laid over the segments: the products with a score, found in each segment once for each set of signals, so
 * that clicks renumber nothing. Where signals came from earlier ones by a few changes, only those are looked for.
 */
import type { Segment } from '../segment/segment.ts';

/** The scores of a segment's documents, dead ones included. */
export interface SegmentPopularity {
  /** By document; without any place where no document has a score. */
  readonly scores: Float64Array;
  /** Documents with a score, the highest first; of the same score the lower number first. */
  readonly byScore: Uint32Array;
}

type Scores = ReadonlyMap<string, number>;
type Changes = Iterable<readonly [productId: string, score: number]>;

/** By the signals' own map, which is never changed once handed over, so that both are collected together. */
const known = new WeakMap<Scores, WeakMap<Segment, SegmentPopularity>>();

/** What was found for the signals before, and what changed since. */
const origins = new WeakMap<Scores, Origin>();

interface Origin {
  readonly found: WeakMap<Segment, SegmentPopularity>;
  readonly changes: Changes;
}

const nobody: SegmentPopularity = { scores: new Float64Array(0), byScore: new Uint32Array(0) };

/** `products` is by product id ({@link Signals}). */
export function popularityOf(segment: Segment, products: Scores): SegmentPopularity {
  const bySegment = known.get(products) ?? new WeakMap<Segment, SegmentPopularity>();
  known.set(products, bySegment);
  const popularity = bySegment.get(segment) ?? derive(segment, products) ?? findAll(segment, products);
  bySegment.set(segment, popularity);
  return popularity;
}

/** `products` is `before` with changes: what was found for `before` need not be looked for again. */
export function inheritPopularity(products: Scores, before: Scores, changes: Changes): void {
  const found = known.get(before);
  if (found !== undefined) origins.set(products, { found, changes });
}

function derive(segment: Segment, products: Scores): SegmentPopularity | null {
  const origin = origins.get(products);
  const before = origin?.found.get(segment);
  if (origin === undefined || before === undefined) return null;
  return change(segment, before, findDocuments(segment, origin.changes));
}

/** The order is merged, not made: thousands of products have a score, and few change at a time. */
function change(
  segment: Segment,
  before: SegmentPopularity,
  changed: ReadonlyMap<number, number>,
): SegmentPopularity {
  if (changed.size === 0) return before;
  const scores = new Float64Array(segment.documentCount);
  scores.set(before.scores);
  for (const [document, score] of changed) scores[document] = score;
  const isAhead = (left: number, right: number) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right;
  const moved = sortByScore(
    Array.from(changed.keys()).filter((document) => (scores[document] ?? 0) > 0),
    scores,
  );
  const hasMoved = new Uint8Array(segment.documentCount);
  for (const document of changed.keys()) hasMoved[document] = 1;
  const stayed = before.byScore.filter((document) => hasMoved[document] === 0);
  const byScore = new Uint32Array(moved.length + stayed.length);
  let place = 0;
  let next = 0;
  for (const document of moved) {
    while (next < stayed.length && isAhead(stayed[next] ?? 0, document) < 0)
      byScore[place++] = stayed[next++] ?? 0;
    byScore[place++] = document;
  }
  byScore.set(stayed.subarray(next), place);
  return { scores, byScore };
}

/**
 * The highest score first; of the same score the lower number first. Thousands are sorted while keystrokes wait: numbers
 * alone, without a function that compares, are sorted several times as fast.
 */
function sortByScore(documents: readonly number[], scores: Float64Array): readonly number[] {
  const sorted = Float64Array.from(documents, (document) => -(scores[document] ?? 0)).sort();
  const placesByScore = new Map<number, number>();
  for (let place = sorted.length - 1; place >= 0; place -= 1) placesByScore.set(sorted[place] ?? 0, place);
  const ordered = new Array<number>(documents.length);
  for (const document of Uint32Array.from(documents).sort()) {
    const score = -(scores[document] ?? 0);
    const place = placesByScore.get(score) ?? 0;
    ordered[place] = document;
    placesByScore.set(score, place + 1);
  }
  return ordered;
}

/** Of a segment that holds little more than is popular each document is looked up: a tenth of the cost of a search. */
function findAll(segment: Segment, products: Scores): SegmentPopularity {
  if (segment.documentCount > products.size * documentsPerSearch) {
    return change(segment, nobody, findDocuments(segment, products));
  }
  const found = new Map<number, number>();
  if (products.size > 0) {
    for (let document = 0; document < segment.documentCount; document += 1) {
      const score = products.get(segment.productIds.text(document));
      if (score !== undefined) found.set(document, score);
    }
  }
  return change(segment, nobody, found);
}

/** Measured: a search for an id costs as much as reading so many of them, roughly. */
const documentsPerSearch = 8;

/** Where products with popularity were found: the same ones are clicked again and again. */
const places = new WeakMap<Segment, Map<string, number>>();

function findDocuments(segment: Segment, products: Changes): Map<number, number> {
  const placeOf = places.get(segment) ?? new Map<string, number>();
  places.set(segment, placeOf);
  const found = new Map<number, number>();
  for (const [productId, score] of products) {
    let document = placeOf.get(productId);
    if (document === undefined) {
      document = segment.findDocument(Buffer.from(productId));
      if (document < 0) continue;
      placeOf.set(productId, document);
    }
    found.set(document, score);
  }
  return found;
}
