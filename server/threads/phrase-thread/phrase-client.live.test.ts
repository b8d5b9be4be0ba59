import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { onAnyEngine } from '../../../test/support/engines.ts';
import { productWrite, storeRow } from '../../../test/support/storage-rows.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { CheckedRequest } from '../../enrichment/generate-checked.ts';
import { GeneratorError } from '../../enrichment/phrase-generator.ts';
import { createPhraseClient } from './phrase-client.ts';

/** Only Linux reports it. */
function countPhraseThreads(): number {
  const names = readdirSync('/proc/self/task').map((id) =>
    readFileSync(`/proc/self/task/${id}/comm`, 'utf8'),
  );
  return names.filter((name) => name.trimEnd() === 'phrase-thread').length;
}

const signal = new AbortController().signal;

onAnyEngine('the phrase thread writes, ends when idle and starts again', async ({ storage, target }) => {
  const storeId = storeRow().id;
  await storage.directory.createStore(storeRow({ productCount: 1 }), []);
  const title = 'Walnut table lamp';
  const write = productWrite('a', 1, { product: { title, category: 'Lighting > Table Lamps' } });
  await storage.write(storeId, (writer) => writer.products.upsert([write], 1));
  const { products } = await storage.reader(storeId).phrases.sources({ after: null, limit: 1 });
  const request: CheckedRequest = { batch: { storeId, locale: 'en', products }, blocklist: [] };
  const client = createPhraseClient({ target, server: null, productsPerRequest: 10 }, 1);
  for (let round = 0; round < 2; round += 1) {
    const { phrases, faults, inputTokens } = await client.generate(request, signal);
    assert.deepEqual([[...phrases.keys()], faults.size, inputTokens], [[write.id], 0, 0]);
    if (process.platform === 'linux') await waitUntil('the thread to end', () => countPhraseThreads() === 0);
  }
  const blocked = await client.generate({ ...request, blocklist: ['lamp', 'lamps', 'lighting'] }, signal);
  assert.doesNotMatch(JSON.stringify([...blocked.phrases.values()]), /lamp|lighting/);
  await client.close();
});

test('a store that ends the phrase thread delays no other', async () => {
  // There is no database: the thread ends as soon as it begins.
  const target = { engine: 'sqlite', file: '/proc/nowhere/foretype.sqlite' } as const;
  const client = createPhraseClient({ target, server: null, productsPerRequest: 10 });
  const kindOf = (storeId: string) =>
    client.generate({ batch: { storeId, locale: 'en', products: [] }, blocklist: [] }, signal).then(
      () => 'answered',
      (error: unknown) => (error instanceof GeneratorError ? error.kind : 'a defect'),
    );
  assert.deepEqual([await kindOf('a'), await kindOf('a')], ['away', 'unusable']);
  await client.close();
});

onAnyEngine('a generator’s failure and an abort cross the thread', async ({ storage, target }) => {
  const storeId = storeRow().id;
  await storage.directory.createStore(storeRow(), []);
  const product = { id: 'x', title: 'Lamp', description: null, category: null, brand: null, author: null };
  const products = [{ ...product, attributes: [], identifiers: [] }];
  const request: CheckedRequest = { batch: { storeId, locale: 'en', products }, blocklist: [] };
  // No server listens there.
  const server = { name: 'openai', model: 'm', baseUrl: 'http://127.0.0.1:1/v1', apiKey: null } as const;
  const client = createPhraseClient({ target, server, productsPerRequest: 10 });
  await assert.rejects(client.generate(request, signal), (error: unknown) => {
    assert.ok(error instanceof GeneratorError);
    return error.kind === 'away';
  });
  const breaking = new AbortController();
  let isOver = false;
  const broken = client
    .generate(request, breaking.signal)
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  breaking.abort();
  await waitUntil('the end of the request', () => isOver);
  await broken;
  await assert.rejects(client.generate(request, breaking.signal), { name: 'AbortError' });
  await client.close();
});
