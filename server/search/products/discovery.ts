/** Products that no words were asked of: discovery's (§4.7; Contract §7), in stock only, the most popular first, then the newest; and products by their ids. */

import { TopList } from '../../top-list.ts';
import type { ProductHit, Signals } from '../engine.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { popularityOf } from './popularity-overlay.ts';
import type { EngineQuestion } from './product-question.ts';
import { packTiers, type RankedDocument, toHits } from './product-rank.ts';

/** A blank query misses nothing and meets nothing. */
const discoveryTiers = packTiers(0, true, false, false, 0);

/** At most `limit` products, best first. Reads each segment's newest documents and those with popularity only. */
export function discoverProducts(
  segments: readonly LiveSegment[],
  { limit, signals, budget }: Pick<EngineQuestion, 'limit' | 'signals' | 'budget'>,
): ProductHit[] {
  const top = new TopList<RankedDocument>(limit, compareDiscovered);
  for (const live of segments) {
    const { segment } = live;
    const { scores, byScore } = popularityOf(live, signals);
    for (const document of byScore) {
      if (!budget.allows()) break;
      budget.spend(1);
      const score = scores[document] ?? 0;
      // The rest is less popular than the last of a full answer.
      if (top.toBeat !== undefined && score < top.toBeat.popularity) break;
      if (document >= segment.inStockCount || !live.isLive(document)) continue;
      top.offer({ tiers: discoveryTiers, popularity: score, live, document });
    }
    let found = 0;
    for (const document of segment.newestDocuments) {
      if (found === limit || !budget.allows()) break;
      budget.spend(1);
      if ((scores[document] ?? 0) > 0 || !live.isLive(document)) continue;
      top.offer({ tiers: discoveryTiers, popularity: 0, live, document });
      found += 1;
    }
  }
  return toHits(top.items);
}

/** Those that are live and in stock, by id. O(log n) each. */
export function findByIds(
  segments: readonly LiveSegment[],
  productIds: readonly string[],
  signals: Signals,
): Map<string, ProductHit> {
  const found: RankedDocument[] = [];
  for (const productId of productIds) {
    const id = Buffer.from(productId);
    for (const live of segments) {
      const document = live.findLiveDocument(id);
      if (document < 0 || document >= live.segment.inStockCount) continue;
      const popularity = popularityOf(live, signals).scores[document] ?? 0;
      found.push({ tiers: discoveryTiers, popularity, live, document });
    }
  }
  return new Map(toHits(found).map((hit) => [hit.productId, hit]));
}

function compareDiscovered(left: RankedDocument, right: RankedDocument): number {
  const { segment } = left.live;
  const { segment: other } = right.live;
  return (
    right.popularity - left.popularity ||
    (other.createdAt[right.document] ?? 0) - (segment.createdAt[left.document] ?? 0) ||
    segment.externalIds.compare(left.document, other.externalIds, right.document)
  );
}
