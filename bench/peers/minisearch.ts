/**
 * Runs MiniSearch as a peer: every word needed, ranked by weighted BM25+ (weights in peer.ts, without a unit); with its usual
 * settings, and in its strongest form. It is given no phrases of enrichment. The answer of the package to an odd query counts as it is;
 * a package that is not installed costs this peer only.
 */
// Tests: none; `npm run bench` runs it.
import MiniSearch, { type SearchOptions } from 'minisearch';
import type { PeerProduct } from '../../server/evaluation/peer-protocol.ts';
import { fieldWeights, type Peer, type RunningPeer } from './peer.ts';

/** The last word a prefix and typing errors allowed; and every word a prefix, without errors, which ranks better. */
export const minisearch: readonly Peer[] = [
  {
    name: 'MiniSearch',
    start: (products) =>
      startMiniSearch(products, {
        prefix: (_term, position, terms) => position === terms.length - 1,
        fuzzy: 0.2,
      }),
  },
  { name: 'MiniSearch, prefixes', start: (products) => startMiniSearch(products, { prefix: true }) },
];

async function startMiniSearch(
  products: readonly PeerProduct[],
  options: SearchOptions,
): Promise<RunningPeer> {
  const index = new MiniSearch<PeerProduct>({
    idField: 'externalId',
    fields: ['title', 'category', 'brand', 'attributes'],
    searchOptions: { boost: fieldWeights, combineWith: 'AND', ...options },
  });
  index.addAll(products);
  return {
    search: (text, limit) =>
      index
        .search(text)
        .slice(0, limit)
        .map(({ id }) => String(id)),
    close: async () => {},
  };
}
