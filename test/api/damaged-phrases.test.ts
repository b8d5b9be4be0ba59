/**
 * Goal: what phrases are written by cannot be read, and products wait for its repair. Method: a row is overwritten past a
 * running service that writes phrases offline; products come, and then the row is replaced as merchants do it.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PhrasesBody } from '../../contract/enrichment.ts';
import { runSql } from '../support/damage.ts';
import { quarantined, useDamageScene } from '../support/damage-scene.ts';
import { engines, onOneNode } from '../support/engines.ts';
import { productInput, putProduct } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const offline = { FORETYPE_ENRICHMENT_PROVIDER: 'offline' };

for (const each of engines) {
  const engine = onOneNode(each, 'each node names what it met');
  const titled = (name: string) => `${name} (${engine.name})`;
  describe(titled('phrases beside damaged settings'), () => {
    const withStore = useDamageScene(engine, offline, [productInput('a', { title: 'Walnut table lamp' })]);

    test(titled('products wait until damaged synonyms are replaced'), () =>
      withStore(async ({ service, store, storeId, target }) => {
        const synonyms = { body: { synonyms: [{ terms: ['lamp', 'light'] }] } };
        const enrichmentOf = async (id: string) => {
          const answer = await store.request('GET', `/api/v1/products/${id}/phrases`);
          return answer.as<{ phrases: PhrasesBody }>().phrases.enrichment;
        };
        await waitUntil('the first phrases', async () => (await enrichmentOf('a')).status === 'done');
        assert.equal((await store.request('PUT', '/api/v1/synonyms', synonyms)).status, 200);
        const place = `where store_id = '${storeId}'`;
        await runSql(target, storeId, `update synonym_sets set rules = '{' ${place}`);
        await putProduct(store, 'b', { title: 'Brass floor lamp' });
        await waitUntil('the hold', async () =>
          (await quarantined(service)).some(
            ({ store: held, work, reason }) =>
              held === storeId && work === 'enrichment' && /synonym_sets .*rules is not valid/.test(reason),
          ),
        );
        const { status, attempts, error } = await enrichmentOf('b');
        assert.deepEqual([status, attempts, error], ['waiting', 0, null]);
        assert.equal((await store.request('PUT', '/api/v1/synonyms', synonyms)).status, 200);
        await waitUntil('its phrases', async () => (await enrichmentOf('b')).status === 'done', 30_000);
        await waitUntil('the end of the hold', async () =>
          (await quarantined(service)).every(
            ({ store: held, work }) => held !== storeId || work !== 'enrichment',
          ),
        );
      }),
    );
  });
}
