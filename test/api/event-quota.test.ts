/**
 * The events of a day through the public surface on both databases: what is rejected costs nothing, and
 * strangers with the public key cannot use up what a shop's own servers need.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { engines, onOneNode } from '../support/engines.ts';
import { postEvents, productClick, sendEvents } from '../support/event-calls.ts';
import { expectError } from '../support/expect-error.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { putProduct } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';

const perDay = 40;
/** A fifth of it. */
const perNetwork = 8;

function from(address: string, store: TestStore) {
  return { key: store.keys.storefront, headers: { 'x-forwarded-for': address } };
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(onOneNode(engine, 'each node has a quota of its own'), {
      FORETYPE_EVENTS_PER_DAY: String(perDay),
      FORETYPE_TRUST_PROXY: '127.0.0.1',
    });

    test('events that are rejected use up no quota', async () => {
      const store = await service.createStore();
      await putProduct(store, 'a');
      for (const { key } of [{ key: store.keys.storefront }, { key: store.keys.secret }]) {
        const unknown = Array.from({ length: 100 }, () => productClick(randomUUID()));
        for (let time = 0; time < 20; time += 1) {
          assert.equal((await sendEvents(store, `s${time}`, unknown, { key })).accepted, 0);
        }
      }
      const bought = await sendEvents(store, 'server', [{ type: 'purchase', external_id: 'a' }]);
      assert.equal(bought.accepted, 1);
    });

    test('storefront events leave the quota of secret keys alone', async () => {
      const store = await service.createStore();
      const { id } = await putProduct(store, 'a');
      const clicks = Array.from({ length: perNetwork }, () => productClick(id));
      for (let network = 0; network < perDay / perNetwork; network += 1) {
        await sendEvents(store, `s${network}`, clicks, from(`203.0.${network}.7`, store));
      }
      const click = [productClick(id)];
      expectError(await postEvents(store, 'late', click, from('198.51.100.1', store)), 'rate_limited');
      const purchases = Array.from({ length: perDay }, () => ({ type: 'purchase', external_id: 'a' }));
      assert.equal((await sendEvents(store, 'server', purchases)).accepted, perDay);
      expectError(await postEvents(store, 'server', click), 'rate_limited');
    });

    test('one network uses up its part of the storefront quota alone', async () => {
      const store = await service.createStore();
      const { id } = await putProduct(store, 'a');
      const clicks = Array.from({ length: perNetwork }, () => productClick(id));
      await sendEvents(store, 's1', clicks, from('203.0.113.7', store));
      const refused = await postEvents(store, 's2', clicks, from('203.0.113.7', store));
      expectError(refused, 'rate_limited');
      assert.match(refused.text, /This network has sent 8 events with storefront keys today/);
      assert.equal((await sendEvents(store, 's3', clicks, from('203.0.114.7', store))).accepted, perNetwork);
    });
  });
}
