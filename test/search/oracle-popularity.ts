/** How popular the oracle (oracle.ts) takes a product to be. */
import type { SearchDocument } from '../../server/search/document/document.ts';
import type { RankTiers, SignalMaps } from '../../server/search/engine.ts';

/** What those who typed the query did counts before what all did. */
export function popularityFor(
  { productId }: SearchDocument,
  query: string,
  { products, texts }: SignalMaps,
): Pick<RankTiers, 'isForQuery' | 'popularity'> {
  const own = Math.max(products.get(productId) ?? 0, 0);
  const ofQuery = own > 0 ? (texts?.get(query)?.get(productId) ?? 0) : 0;
  return { isForQuery: ofQuery > 0, popularity: ofQuery > 0 ? ofQuery : own };
}
