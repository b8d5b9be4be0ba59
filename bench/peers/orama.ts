/**
 * Runs Orama as a peer: any word is enough, every word a prefix, ranked by weighted BM25 (it has no setting for the last word). It
 * gets the catalog as it stands, never our phrases. The answer of the package to an odd query counts as it is; a package that is not
 * installed costs this peer only.
 */
// Tests: none; `npm run bench` runs it.
import { create, insertMultiple, search } from '@orama/orama';
import { fieldWeights, type Peer } from './peer.ts';

export const orama: readonly Peer[] = [
  {
    name: 'Orama',
    async start(products) {
      const index = create({
        schema: { title: 'string', category: 'string', brand: 'string', attributes: 'string' },
      });
      await insertMultiple(
        index,
        products.map(({ externalId, ...fields }) => ({ id: externalId, ...fields })),
      );
      return {
        async search(text, limit) {
          const found = await search(index, { term: text, limit, boost: fieldWeights, threshold: 1 });
          return found.hits.map(({ id }) => id);
        },
        close: async () => {},
      };
    },
  },
];
