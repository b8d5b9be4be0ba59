/**
 * Goal: one call has all phrases of older rules written again, of its own store and of no other. Method: a running
 * service on both databases; phrases are marked as those of an earlier version beside it, and what is outdated is
 * counted from what the API says of each product.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PhrasesBody } from '../../contract/enrichment.ts';
import { writeLive } from '../../server/enrichment/write-answer.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { makeProduct } from '../support/make-product.ts';
import type { TestService, TestStore } from '../support/start-test-service.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];

async function phrasesOf(store: TestStore, externalId: string): Promise<PhrasesBody> {
  const answer = await store.request('GET', `/api/v1/products/${externalId}/phrases`);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ phrases: PhrasesBody }>().phrases;
}

const allPhrases = (store: TestStore) => Promise.all(ids.map((id) => phrasesOf(store, id)));

async function untilAllDone(store: TestStore): Promise<readonly PhrasesBody[]> {
  const isDone = async () =>
    (await allPhrases(store)).every(({ enrichment }) => enrichment.status === 'done');
  await waitUntil('the phrases of all products', isDone, 20_000);
  return await allPhrases(store);
}

/** A store whose products have phrases. */
async function openShop(createStore: () => Promise<TestStore>): Promise<TestStore> {
  const store = await createStore();
  const products = ids.map((id) => makeProduct(id, { title: `Walnut table lamp ${id}`, brand: 'Nordlux' }));
  const answer = await store.request('POST', '/api/v1/product-imports', { body: { products } });
  assert.equal(answer.status, 200, answer.text);
  await untilAllDone(store);
  return store;
}

/** As an earlier version of the service has left them: without types. */
async function makeOlder({ storage }: TestService, store: TestStore, ...externalIds: readonly string[]) {
  await storage.write(store.store.id, async (writer) => {
    const products = await writer.products.existing(externalIds);
    const sets = await writer.phrases.sets([...products.values()].map(({ id }) => id));
    const untyped = { sourceHash: null, suggestionPhrases: ['lamp'], searchPhrases: [], type: null };
    await writeLive(
      writer,
      [...sets.keys()].map((productId) => ({ productId, ...untyped })),
    );
    await writer.phrases.writeSets(
      [...sets.values()].map((set) => ({ ...set, promptVersion: 'offline-1', generatedAt: 1 })),
    );
  });
}

const isOlder = ({ prompt_version: version }: PhrasesBody) => version === 'offline-1';
const outdated = { outdated: true };

for (const engine of engines) {
  describe(`phrases of older rules (${engine.name})`, () => {
    const service = useService(engine, { FORETYPE_ENRICHMENT_PROVIDER: 'offline' });
    const ask = async (store: TestStore, body: unknown) => {
      const answer = await store.request('POST', '/api/v1/enrichment/queue', { body });
      assert.equal(answer.status, 200, answer.text);
      return answer.as<{ message: string; queued_rows: number; unknown_ids: string[] }>();
    };

    test('one call queues the outdated products of its store', async () => {
      const store = await openShop(service.createStore);
      const other = await openShop(service.createStore);
      assert.equal((await ask(store, outdated)).queued_rows, 0);
      await makeOlder(service.current(), store, 'a', 'b', 'c', 'd');
      await makeOlder(service.current(), other, ...ids);
      const change = { body: { state: 'locked', suggestion_phrases: ['my lamp'] } };
      await store.request('PUT', '/api/v1/products/c/phrases', change);
      const type = { name: 'reading light' };
      await store.request('PUT', '/api/v1/products/d/phrases', { body: { type } });
      const before = await allPhrases(store);
      const answer = await ask(store, outdated);
      assert.equal(answer.queued_rows, before.filter(isOlder).length);
      assert.deepEqual([answer.queued_rows, answer.unknown_ids], [2, []]);
      assert.equal(answer.message, '2 products are being queued.');
      const after = await untilAllDone(store);
      assert.deepEqual(after.filter(isOlder), []);
      const named = new Map(after.map((phrases) => [phrases.external_id, phrases]));
      for (const id of ['a', 'b']) assert.match(named.get(id)?.type?.name ?? '', /lamp/);
      assert.deepEqual(named.get('c'), before[2]);
      assert.equal(named.get('d')?.type?.name, 'reading light');
      // Those that were not outdated were not written again.
      assert.deepEqual(named.get('e'), before[4]);
      assert.equal((await ask(store, outdated)).queued_rows, 0);
      const untouched = await allPhrases(other);
      assert.ok(untouched.every(isOlder));
      assert.equal((await ask(other, outdated)).queued_rows, ids.length);
    });

    test('a wrong choice of products queues none', async () => {
      const store = await openShop(service.createStore);
      await makeOlder(service.current(), store, 'a');
      for (const body of [{ outdated: 'yes' }, { outdated: null }, { ...outdated, external_ids: ['a'] }]) {
        expectError(await store.request('POST', '/api/v1/enrichment/queue', { body }), 'validation_failed');
      }
      expectError(
        await store.request('POST', '/api/v1/enrichment/retry', { body: outdated }),
        'validation_failed',
      );
      assert.equal((await ask(store, { outdated: false })).queued_rows, 0);
      assert.ok(isOlder(await phrasesOf(store, 'a')));
    });
  });
}
