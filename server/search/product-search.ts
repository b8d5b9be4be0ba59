/**
 * Finds products (Contract §7): those that hold every word of the query, and where they are too few, those that
 * miss the fewest words.
 */
import type { ProductHit, Signals } from './engine.ts';
import { type Candidate, compareCandidates, toHit } from './product-rank.ts';
import { ProductScorer } from './product-scorer.ts';
import type { Query } from './query.ts';
import type { MatchedSegment } from './term-lookup.ts';
import { TopList } from './top-list.ts';

/** At most `limit` products, best first. */
export function searchProducts(
  segments: readonly MatchedSegment[],
  query: Query,
  limit: number,
  signals: Signals,
): ProductHit[] {
  const top = new TopList<Candidate>(limit, compareCandidates);
  const scorers = segments.map((matched) => new ProductScorer(matched, query, signals, top));
  const complete = scorers.reduce((total, scorer) => total + scorer.offerComplete(), 0);
  if (complete < limit && query.words.length > 1) offerIncomplete(scorers, query, limit - complete);
  return top.items.map(toHit);
}

/** Scores no more than what can fill the room: all products that miss as few words as it takes. */
function offerIncomplete(scorers: readonly ProductScorer[], query: Query, room: number): void {
  const byMissing = new Uint32Array(query.words.length);
  for (const scorer of scorers) scorer.countIncomplete(byMissing);
  let missingMax = 0;
  let found = 0;
  while (found < room && missingMax + 1 < byMissing.length) {
    missingMax += 1;
    found += byMissing[missingMax] ?? 0;
  }
  for (const scorer of scorers) scorer.offerIncomplete(missingMax);
}
