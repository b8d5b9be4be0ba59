/**
 * Runs FlexSearch as a peer: one index of all fields, the title first, because FlexSearch ranks only by where a word stands. It gets the
 * catalog as it stands, never our phrases, and takes no weights. The answer of the package to an odd query counts as it is; a package
 * that is not installed costs this peer only.
 */
// Tests: none; `npm run bench` runs it.
import { Index } from 'flexsearch';
import type { Peer } from './peer.ts';

export const flexsearch: readonly Peer[] = [
  {
    name: 'FlexSearch',
    async start(products) {
      const index = new Index({ tokenize: 'forward' });
      for (const [number, { title, brand, category, attributes }] of products.entries()) {
        index.add(number, `${title} ${brand} ${category} ${attributes}`);
      }
      return {
        search: (text, limit) =>
          index.search(text, { limit }).map((number) => products[Number(number)]?.externalId ?? ''),
        close: async () => {},
      };
    },
  },
];
