/** What merchants call products of which only the UUID is known, by the index in memory. */
import { missedPages } from '../search/paged-segments.ts';
import { noSignals } from '../search/signals.ts';
import type { IndexRegistry } from './index-registry.ts';

/** External ids by UUID: of products in stock, and none where parts of the index are not in memory. */
export function externalIdsOf(
  registry: Pick<IndexRegistry, 'find'>,
  storeId: string,
  productIds: readonly string[],
): ReadonlyMap<string, string> {
  try {
    const hits = registry.find(storeId)?.reader.findProducts(productIds, noSignals) ?? new Map();
    return new Map(Array.from(hits, ([id, { externalId }]) => [id, externalId]));
  } catch (error) {
    if (missedPages(error) === null) throw error;
    return new Map();
  }
}
