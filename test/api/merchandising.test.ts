/**
 * Merchandising through the API (Contract §10), on both databases: rules are read and replaced as a whole, belong to one
 * store, count as a change of it, and name products that may come later.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MerchandisingBody } from '../../contract/merchandising.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { ask, importProducts, productInput, putProduct, titlesFor } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

const path = '/api/v1/merchandising';
const empty = { rules: [], unknown_products: [], updated_at: null, next_cursor: null };

async function read(store: TestStore): Promise<MerchandisingBody> {
  const answer = await store.request('GET', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<MerchandisingBody>();
}

async function replace(store: TestStore, ...rules: object[]): Promise<MerchandisingBody> {
  const answer = await store.request('PUT', path, { body: { rules } });
  assert.equal(answer.status, 200, answer.text);
  return answer.as<MerchandisingBody>();
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);
    async function createShop(): Promise<TestStore> {
      const store = await service.createStore();
      await importProducts(store, [
        productInput('a', { title: 'Lamp A', brand: 'Acme', category: 'Light > Desk' }),
        productInput('b', { title: 'Lamp B', brand: 'Nordkap' }),
        productInput('c', { title: 'Lamp C', category: 'Light > Floor' }),
      ]);
      return store;
    }

    test('Contract §10 rules replace earlier ones, and a new store has none', async () => {
      const store = await createShop();
      assert.deepEqual(await read(store), empty);
      const pinning = { id: 'one', query: 'lamp', match: 'prefix', pins: ['c', 'later'] };
      const replaced = await replace(store, pinning);
      assert.deepEqual(replaced.unknown_products, ['later']);
      assert.match(replaced.updated_at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      const { rules, ...rest } = await read(store);
      const more = { is_active: true, starts_at: null, ends_at: null, hides: [], boosts: [], redirect: null };
      assert.deepEqual(rules, [{ ...pinning, ...more }]);
      // An answer can be sent back as it came, which changes nothing.
      const again = await store.request('PUT', path, { body: { rules, ...rest } });
      assert.equal(again.as<MerchandisingBody>().updated_at, rest.updated_at);
      await replace(store);
      assert.deepEqual((await read(store)).rules, []);
    });

    test('rules hold at once despite caches, also for later products', async () => {
      const store = await createShop();
      await ask(store, 'lamp');
      assert.equal((await ask(store, 'lamp')).meta.cached, true);
      await replace(
        store,
        { query: 'lamp', match: 'exact', pins: ['new', 'b'], hides: ['a'] },
        { query: 'la', match: 'prefix', redirect: { title: 'All lamps', url: 'https://shop.example/lamps' } },
      );
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Lamp B', 'Lamp C']);
      assert.equal((await ask(store, 'lam')).categories[0]?.url, 'https://shop.example/lamps');
      await putProduct(store, 'new', { title: 'Torch' });
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Torch', 'Lamp B', 'Lamp C']);
      await replace(store);
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Lamp A', 'Lamp B', 'Lamp C']);
    });

    test('boosted brands and categories follow the products as they change', async () => {
      const store = await createShop();
      const brand = { field: 'brand', value: 'nordkap', weight: 2 };
      const category = { field: 'category', value: 'light > floor', weight: 3 };
      await replace(store, { query: 'lamp', match: 'exact', boosts: [brand, category] });
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Lamp C', 'Lamp B', 'Lamp A']);
      await putProduct(store, 'b', { title: 'Lamp B' });
      await putProduct(store, 'a', { title: 'Lamp A', category: 'Home > Light > Floor' });
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Lamp A', 'Lamp C', 'Lamp B']);
    });

    test('rules with a fault change nothing and name every fault', async () => {
      const store = await createShop();
      const before = await replace(store, { query: 'lamp', match: 'exact', pins: ['b'] });
      const wrong = { query: 'lamp', match: 'never', pins: ['b'], hides: ['b'] };
      const errors = expectError(
        await store.request('PUT', path, { body: { rules: [wrong] } }),
        'validation_failed',
      );
      assert.deepEqual(
        errors.map(({ path: at, code }) => `${at} ${code}`),
        ['/rules/0/match value_invalid', '/rules/0/hides/0 product_repeated'],
      );
      expectError(await store.request('PUT', path, { body: '{"rules": [' }), 'malformed_json');
      assert.deepEqual((await read(store)).rules, before.rules);
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Lamp B', 'Lamp A', 'Lamp C']);
    });

    test('rules changed since they were read are not overwritten', async () => {
      const store = await createShop();
      const rule = { query: 'lamp', match: 'exact', pins: ['b'] };
      const put = (body: object) => store.request('PUT', path, { body });
      const read = await replace(store, rule);
      const changed = await replace(store, { ...rule, pins: ['c'] });
      const stale = { rules: [{ ...rule, pins: ['a'] }] };
      for (const updated_at of [read.updated_at, null]) {
        expectError(await put({ ...stale, updated_at }), 'conflict');
      }
      for (const updated_at of ['yesterday', 7]) {
        const [fault] = expectError(await put({ ...stale, updated_at }), 'validation_failed');
        assert.equal(fault?.path, '/updated_at');
      }
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Lamp C', 'Lamp A', 'Lamp B']);
      // A moment, however it is written.
      const updated_at = (changed.updated_at ?? '').replace('Z', '+00:00');
      assert.equal((await put({ ...stale, updated_at })).status, 200);
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Lamp A', 'Lamp B', 'Lamp C']);
    });

    test('Contract §2 merchandising: a storefront key neither reads nor replaces', async () => {
      const store = await createShop();
      const key = store.keys.storefront;
      expectError(await store.request('GET', path, { key }), 'insufficient_scope');
      expectError(await store.request('PUT', path, { key, body: { rules: [] } }), 'insufficient_scope');
    });

    test('rules of one store change nothing in another', async () => {
      const [owner, stranger] = [await createShop(), await createShop()];
      await replace(owner, { query: 'lamp', match: 'exact', hides: ['a', 'b'] });
      assert.deepEqual(await read(stranger), empty);
      assert.deepEqual(await titlesFor(stranger, 'lamp'), ['Lamp A', 'Lamp B', 'Lamp C']);
      assert.deepEqual(await titlesFor(owner, 'lamp'), ['Lamp C']);
    });
  });
}
