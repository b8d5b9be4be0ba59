/** Goal: a product that is erased is nowhere any more, and its place in the plan is free (Contract §4). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import {
  ask,
  getProduct,
  importProducts,
  productInput,
  productPath,
  putProduct,
  titlesFor,
  type UpsertAnswer,
} from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const purged = (id: string) => `${productPath(id)}?purge=true`;

for (const engine of engines) {
  describe(`erasing products (${engine.name})`, () => {
    const service = useSharedService(engine);

    test('Contract §4 purge erases the product and frees its place', async () => {
      const store = await service.createStore({ plan: 'free' });
      await importProducts(
        store,
        Array.from({ length: 100 }, (_, number) => productInput(`p${number}`, { title: `Lamp ${number}` })),
      );
      const before = await getProduct(store, 'p7');
      const answer = await store.request('DELETE', purged('p7'));
      assert.equal(answer.status, 200, answer.text);
      const { message, product, ...rest } = answer.as<{
        message: string;
        product: { external_id: string };
      }>();
      assert.match(message, /erased/);
      assert.deepEqual([product.external_id, rest], ['p7', { purged: true }]);
      assert.deepEqual(
        (await ask(store, 'lamp 7')).products.filter(({ id }) => id === before.id),
        [],
      );
      expectError(await store.request('GET', productPath('p7')), 'not_found');
      expectError(await store.request('DELETE', purged('p7')), 'not_found');
      expectError(await store.request('DELETE', productPath('p7')), 'not_found');
      await putProduct(store, 'p7', { title: 'Lamp 7' });
      const after = await getProduct(store, 'p7');
      assert.notEqual(after.id, before.id, 'a new product');
      assert.notEqual(after.created_at, before.created_at);
      const full = await store.request('PUT', productPath('one-more'), { body: productInput('one-more') });
      assert.equal(full.as<UpsertAnswer>().product, null, 'the plan is full again');
      const { products } = (await store.request('GET', '/api/v1/health')).as<{
        products: { total: number; in_stock: number };
      }>();
      assert.deepEqual([products.total, products.in_stock], [100, 100]);
    });

    test('purge takes true or false and nothing else', async () => {
      const store = await service.createStore();
      await putProduct(store, 'a', { title: 'Lamp' });
      for (const value of ['yes', '1', 'TRUE', '']) {
        const answer = await store.request('DELETE', `${productPath('a')}?purge=${value}`);
        expectError(answer, 'validation_failed');
        assert.match(answer.text, /"path":"purge"/);
      }
      const removed = await store.request('DELETE', `${productPath('a')}?purge=false`);
      assert.equal(removed.as<{ purged?: true }>().purged, undefined);
      assert.equal((await getProduct(store, 'a')).in_stock, false, 'its data stays');
    });

    test('an erased product leaves collections and another store', async () => {
      const [store, other] = [await service.createStore(), await service.createStore()];
      for (const one of [store, other]) {
        await putProduct(one, 'a', { title: 'Lamp A' });
        await putProduct(one, 'b', { title: 'Lamp B' });
      }
      const rules = { match: 'all', conditions: [{ field: 'title', op: 'starts_with', value: 'Lamp' }] };
      const body = { title: 'Lamps', slug: 'lamps', rules };
      const made = await store.request('POST', '/api/v1/collections', { body });
      assert.equal(made.status, 200, made.text);
      const members = async () => {
        const list = await store.request('GET', '/api/v1/collections/lamps/products');
        return list.as<{ products: { title: string }[] }>().products.map(({ title }) => title);
      };
      await waitUntil('both are members', async () => (await members()).length === 2);
      await store.request('DELETE', purged('a'));
      assert.deepEqual(await members(), ['Lamp B']);
      const shown = await store.request('GET', '/api/v1/collections/lamps');
      assert.equal(shown.as<{ collection: { product_count: number } }>().collection.product_count, 1);
      assert.deepEqual(await titlesFor(other, 'lamp'), ['Lamp A', 'Lamp B']);
      assert.equal((await getProduct(other, 'a')).title, 'Lamp A');
    });
  });
}
