/**
 * The events of a day through the public surface on both databases: what is rejected or counts for nothing costs nothing,
 * strangers with the public key cannot use up what a shop's own servers need, and no network what others need.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { engines, onOneNode } from '../support/engines.ts';
import { postEvents, productClick, sendEvents, shopperAt } from '../support/event-calls.ts';
import { expectError } from '../support/expect-error.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { ask, putProduct } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const perDay = 100;

function from(address: string, store: TestStore) {
  return { key: store.keys.storefront, headers: { 'x-forwarded-for': address } };
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(onOneNode(engine, 'each node has a quota of its own'), {
      FORETYPE_EVENTS_PER_DAY: String(perDay),
      FORETYPE_TRUST_PROXY: '127.0.0.1',
    });
    const kept = (store: TestStore) => service.current().storage.reader(store.store.id).events.count();

    /** Asks once, and clicks what was shown until it is refused; gives how many clicks were taken. */
    async function clickAll(store: TestStore, id: string, address: string): Promise<number> {
      await shopperAt(store, store.keys.storefront, address).ask('');
      for (let count = 0; ; count += 1) {
        const answer = await postEvents(store, 's', [productClick(id)], from(address, store));
        if (answer.status === 200) continue;
        expectError(answer, 'rate_limited');
        assert.match(answer.text, /the 100 events that a store may send a day/);
        return count;
      }
    }

    test('events that are rejected use up no quota', async () => {
      const store = await service.createStore();
      await putProduct(store, 'a');
      for (const { key } of [{ key: store.keys.storefront }, { key: store.keys.secret }]) {
        const unknown = Array.from({ length: perDay }, () => productClick(randomUUID()));
        for (let time = 0; time < 5; time += 1) {
          assert.equal((await sendEvents(store, `s${time}`, unknown, { key })).accepted, 0);
        }
      }
      const bought = await sendEvents(store, 'server', [{ type: 'purchase', external_id: 'a' }]);
      assert.equal(bought.accepted, 1);
    });

    test('made-up clicks leave the day to fifty honest sessions', async () => {
      const store = await service.createStore();
      const { id } = await putProduct(store, 'a');
      const forged = Array.from({ length: perDay }, () => productClick(id));
      const networks = Array.from({ length: 5 }, (_, index) => `2001:${index + 1}::1`);
      const ofOnePrefix = Array.from({ length: 20 }, (_, index) => `2a00:1:1:${index}::1`);
      await Promise.all(
        [...networks, ...ofOnePrefix].map(async (address) => {
          assert.equal((await sendEvents(store, 'forged', forged, from(address, store))).accepted, perDay);
        }),
      );
      assert.equal(await kept(store), 0);
      await Promise.all(
        Array.from({ length: 50 }, async (_, session) => {
          const shopper = shopperAt(store, store.keys.storefront, `${100 + session}.3.2.1`);
          await shopper.ask('');
          assert.equal((await shopper.click(`s${session}`, productClick(id))).accepted, 1);
        }),
      );
      assert.equal(await kept(store), 50);
      await waitUntil('fifty clicks', async () => {
        const [product] = (await ask(store, '', { explain: 1 })).products;
        return Math.abs((product?.explain?.popularity ?? 0) - 50) < 0.5;
      });
    });

    test('networks that did ask leave others part of the day', async () => {
      const store = await service.createStore();
      const { id } = await putProduct(store, 'a');
      const counts: number[] = [];
      for (let network = 1; network <= 5; network += 1) {
        counts.push(await clickAll(store, id, `2001:${network}::1`));
      }
      // A fifth of what the ones before left: a network may use a quarter of what is still free.
      assert.deepEqual(counts, [20, 16, 12, 10, 8]);
      const honest = shopperAt(store, store.keys.storefront, '203.0.113.7');
      await honest.ask('');
      assert.equal((await honest.click('honest', productClick(id), productClick(id))).accepted, 2);
    });

    test('a prefix’s networks share a part of the day', async () => {
      const store = await service.createStore();
      const { id } = await putProduct(store, 'a');
      let ofPrefix = 0;
      for (let network = 0; network < 12; network += 1) {
        ofPrefix += await clickAll(store, id, `2001:1:1:${network}::1`);
      }
      assert.equal(ofPrefix, 33, 'a /48');
      for (let prefix = 2; prefix < 12; prefix += 1) {
        ofPrefix += await clickAll(store, id, `2001:1:${prefix}::1`);
      }
      assert.equal(ofPrefix, 50, 'a /32');
      assert.equal(await clickAll(store, id, '203.0.113.7'), 10);
    });

    test('storefront events leave the quota of secret keys alone', async () => {
      const store = await service.createStore();
      const { id } = await putProduct(store, 'a');
      await clickAll(store, id, '203.0.113.7');
      const purchases = Array.from({ length: perDay }, () => ({ type: 'purchase', external_id: 'a' }));
      assert.equal((await sendEvents(store, 'server', purchases)).accepted, perDay);
      expectError(await postEvents(store, 'server', [productClick(id)]), 'rate_limited');
      const honest = shopperAt(store, store.keys.storefront, '198.51.100.7');
      await honest.ask('');
      assert.equal((await honest.click('honest', productClick(id))).accepted, 1);
    });
  });
}
