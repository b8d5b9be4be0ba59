/**
 * Goal: a kill in the middle of building collections loses no member and doubles none; the next start goes on where the
 * last step ended. Method: a real process that is killed while members are written, and whatever the database says then.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CollectionRules } from '../../contract/words/collections.ts';
import { createServiceData, createStoreOn, startChildService } from '../support/child-service.ts';
import { anyEngine } from '../support/engines.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const products = 10_000;
const rules: CollectionRules = {
  match: 'all',
  conditions: [{ field: 'price', op: 'at_least', value: '50' }],
};

test('a killed service finishes its collections after restart', async () => {
  const data = await createServiceData(anyEngine.name);
  const storage = await data.openStorage();
  try {
    const killed = await startChildService(data);
    const { store, keys } = await createStoreOn(data);
    const caller = killed.caller(keys.secret);
    await importProducts(
      caller,
      Array.from({ length: products }, (_, number) => productInput(`p${number}`, { price: number % 100 })),
    );
    const reader = storage.reader(store.id);
    for (const title of ['A', 'B']) {
      await caller.request('POST', '/api/v1/collections', { body: { title, rules } });
    }
    const now = Date.now() * 1_000;
    const generations = () => reader.collections.followedGenerations();
    await waitUntil('the first steps', async () => (await generations()).some((one) => one.memberCount > 0));
    assert.equal(await killed.end('SIGKILL'), 'SIGKILL');
    const left = await generations();
    assert.ok(
      left.some(({ state, position }) => state === 'building' && position !== null),
      'the kill came too late',
    );
    for (const { number, memberCount } of left) {
      assert.equal(await reader.collections.countMembers(number, now), memberCount);
    }
    const next = await startChildService(data);
    await waitUntil(
      'both collections',
      async () => (await generations()).every(({ state }) => state === 'live'),
      20_000,
    );
    for (const { number, memberCount } of await generations()) {
      assert.deepEqual(
        [memberCount, await reader.collections.countMembers(number, now)],
        [products / 2, products / 2],
      );
    }
    assert.equal(await next.end('SIGTERM'), 0);
  } finally {
    await storage.close();
    data.remove();
  }
});
