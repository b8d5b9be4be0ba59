/**
 * Goal: with `FORETYPE_SEARCH_BACKEND=postgres` indexes are kept in the database and nowhere else, and answers are those of memory.
 * Method: real services on one real database, the second of which finds what the first one stored.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexVersion } from '../../server/autocomplete/changes/to-document.ts';
import { createSystemClock } from '../../server/clock.ts';
import { createSharedIndexFiles } from '../../server/index-files/shared-index-files.ts';
import { createStore } from '../../server/stores/create-store.ts';
import { onPostgres } from '../support/engines.ts';
import { followStores, lamps, writeProducts } from '../support/followed-stores.ts';
import { startNodes } from '../support/start-nodes.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Enough for an index of more than 4 MiB, from which on indexes are shared. */
const productCount = 12_000;

const queries = ['lamp', 'lamp 17', 'lamp 1999', 'word1x', 'word2 word3', 'lanp 12', 'chair'];

/** Titles of 24 words, so that few products make a large index. */
function longLamps() {
  return lamps(0, productCount).map((lamp) => {
    const tail = Array.from({ length: 24 }, (_, place) => `word${(lamp.number * 7 + place * place) % 300}`);
    return { ...lamp, title: `${lamp.title} ${tail.join(' ')}` };
  });
}

onPostgres('indexes kept in the database answer as from memory', async ({ storage, target }) => {
  const { store, keys } = await createStore(storage, createSystemClock(), {
    ...{ name: 'Lamps', plan: 'unlimited', currency: 'USD', locale: 'en' },
  });
  await writeProducts(storage, store.id, longLamps());
  const folder = mkdtempSync(join(tmpdir(), 'foretype-without-disk-'));
  const start = () => startNodes(target, 1, { FORETYPE_SEARCH_BACKEND: 'postgres', FORETYPE_DATA: folder });
  try {
    const first = await start();
    const shared = createSharedIndexFiles(storage.sharedIndexes, 'who looks');
    const isStored = async () =>
      (await shared.readHead({ storeId: store.id, version: indexVersion })) !== null;
    await waitUntil('the index to be stored', isStored, 60_000).finally(() => first.stop());
    const second = await start();
    try {
      const read = async (path: string, key: string) =>
        await fetch(`${second.firstOrigin}${path}`, { headers: { 'x-api-key': key } });
      const memory = followStores(storage, { folder: null });
      await memory.round();
      for (const query of queries) {
        const answer = await read(
          `/api/v1/autocomplete?q=${encodeURIComponent(query)}&limit=20`,
          keys.storefront,
        );
        assert.equal(answer.status, 200, query);
        const { products } = (await answer.json()) as { products: { title: string }[] };
        assert.deepEqual(
          products.map(({ title }) => title),
          memory.titles(store.id, query),
          query,
        );
      }
      const metrics = await (await read('/metrics', keys.secret)).text();
      const loadsFrom = (place: string) =>
        new RegExp(`^foretype_index_loads_total\\{from="${place}"\\} (\\d+)$`, 'm').exec(metrics)?.[1];
      assert.deepEqual(['shared', 'products', 'files'].map(loadsFrom), ['1', '0', '0']);
      assert.equal(existsSync(join(folder, 'indexes')), false);
    } finally {
      await second.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
