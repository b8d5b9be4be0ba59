/**
 * Goal: an integer that no number holds, in one row, harms nothing but that row: it is left out, named by its column, and
 * written over by who sends it again. Method: values are overwritten past a running service on both databases, and while
 * none runs.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { quarantined, useDamageScene } from '../support/damage-scene.ts';
import { engines, onOneNode } from '../support/engines.ts';
import type { TestService } from '../support/start-test-service.ts';
import {
  getProduct,
  importProducts,
  productInput,
  productPath,
  putProduct,
  titlesFor,
} from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const settings = { FORETYPE_ENRICHMENT_PROVIDER: 'off' };
const products = [productInput('a', { title: 'Lamp' }), productInput('b'), productInput('c')];
const large = '9007199254740993';
const largest = '9223372036854775807';

async function reasonOf(service: TestService, storeId: string): Promise<string> {
  return (await quarantined(service)).find(({ store }) => store === storeId)?.reason ?? '';
}

const productColumns = ['change_number', 'created_at', 'updated_at', 'stock_quantity'];
const storeColumns = ['created_at', 'change_number', 'product_count', 'in_stock_count', 'enrichment_count'];

for (const each of engines) {
  const engine = onOneNode(each, 'each node names what it met');
  const titled = (name: string) => `${name} (${engine.name})`;
  describe(titled('damaged numbers'), () => {
    const withStore = useDamageScene(engine, settings, products);

    test(titled('a product with a large number is named, others go on'), () =>
      withStore(async ({ service, store, storeId, damage }) => {
        for (const column of productColumns) {
          await damage(column, large, 'a');
          const refused = await store.request('GET', productPath('a'));
          assert.equal(refused.status, 503, `${column}: ${refused.text}`);
          assert.match(refused.text, new RegExp(`products a: ${column} is an integer that is too large`));
          const list = await store.request('GET', '/api/v1/products');
          const { products, unreadable } = list.as<{ products: unknown[]; unreadable: unknown[] }>();
          assert.deepEqual([products.length, unreadable.length], [2, 1], column);
          assert.match(await reasonOf(service, storeId), new RegExp(`products a: ${column} `));
          await putProduct(store, 'a', { title: `Lamp of ${column}` });
          assert.equal((await getProduct(store, 'a')).title, `Lamp of ${column}`);
        }
      }),
    );

    test(titled('a batch repairs numbers that it does not change'), () =>
      withStore(async ({ store, damage }) => {
        for (const column of productColumns) {
          await damage(column, largest, 'b');
          const run = await importProducts(store, [productInput('b'), productInput('c')]);
          assert.deepEqual([run.updated_rows, run.unchanged_rows], [1, 1], column);
          const { created_at: createdAt } = await getProduct(store, 'b');
          assert.match(createdAt, /^20/, column);
        }
      }),
    );

    test(titled('an index follows past a change of no number'), () =>
      withStore(async ({ store, damage }) => {
        await damage('change_number', largest, 'b');
        for (const title of ['Sofa', 'Couch']) {
          await putProduct(store, 'a', { title });
          await waitUntil(title, async () => (await titlesFor(store, title))[0] === title);
        }
        await putProduct(store, 'b', { title: 'Bench' });
        await waitUntil('the repaired one', async () => (await titlesFor(store, 'bench'))[0] === 'Bench');
      }),
    );

    test(titled('flags of any size keep no product from being written'), () =>
      withStore(async ({ store, damage, target }) => {
        if (target.engine === 'postgres') return;
        for (const column of ['in_stock', 'counts_as_enriched']) {
          await damage(column, large, 'c');
          await putProduct(store, 'c', { title: 'Chair' });
          assert.equal((await getProduct(store, 'c')).title, 'Chair');
        }
      }),
    );

    test(titled('a store whose own number is damaged harms itself'), () =>
      withStore(async ({ service, store, storeId, visitor, damage }) => {
        const other = await service.createStore();
        for (const column of storeColumns) {
          await damage(column, large);
          const refused = await store.request('PUT', productPath('a'), {
            body: productInput('a', { title: column }),
          });
          assert.equal(refused.status, 503, `${column}: ${refused.text}`);
          assert.match(
            refused.text,
            new RegExp(`stores ${storeId}: ${column} is an integer that is too large`),
          );
          assert.match(await reasonOf(service, storeId), new RegExp(column));
          await putProduct(other, column);
          assert.equal((await visitor.call('GET', `/stores/${other.store.id}/overview`)).status, 200);
          assert.equal((await visitor.call('GET', '/session')).status, 200);
          assert.deepEqual(await titlesFor(store, 'lamp'), ['Lamp']);
          await damage(column, '7');
        }
      }),
    );
  });
}
