/**
 * The limits of the specification (§8; Contract §2) at their edges through the public API, on both databases. Those
 * of autocomplete parameters stand in autocomplete.test.ts.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import type { TestStore } from '../support/start-test-service.ts';
import {
  ask,
  getProduct,
  type ImportView,
  importProducts,
  type ProductInput,
  productInput,
  productPath,
  putProduct,
  type UpsertAnswer,
} from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

/** Products `from` to `to`, the last one not included. */
function numbered(from: number, to: number, fields: ProductInput = {}): ProductInput[] {
  return Array.from({ length: to - from }, (_, index) => productInput(`p${from + index}`, fields));
}

async function upsert(store: TestStore, id: string, fields: ProductInput = {}): Promise<UpsertAnswer> {
  const answer = await store.request('PUT', productPath(id), { body: productInput(id, fields) });
  assert.equal(answer.status, 200, answer.text);
  return answer.as<UpsertAnswer>();
}

function counts({ created_rows, updated_rows, skipped_rows, queued_rows }: ImportView): number[] {
  return [created_rows, updated_rows, skipped_rows, queued_rows];
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine, { FORETYPE_ENRICHMENT_PROVIDER: 'offline' });

    test('§8 products, §4.2 plan-limit, §2.3 skipped-rows: the overflow is skipped and counted', async () => {
      const store = await service.createStore({ plan: 'free' });
      const run = await importProducts(store, numbered(0, 120));
      assert.equal(run.status, 'completed');
      assert.deepEqual(
        [run.total_rows, run.valid_rows, run.failed_rows, run.skipped_rows],
        [120, 100, 0, 20],
      );
      assert.equal((await getProduct(store, 'p99')).external_id, 'p99');
      expectError(await store.request('GET', productPath('p100')), 'not_found');
    });

    test('§8 only-new, §4.2 updates: updates of a full store are always allowed', async () => {
      const store = await service.createStore({ plan: 'free' });
      await importProducts(store, numbered(0, 100));
      const run = await importProducts(store, [...numbered(90, 105, { title: 'New title' })]);
      assert.deepEqual([run.updated_rows, run.skipped_rows, run.created_rows], [10, 5, 0]);
      assert.equal((await upsert(store, 'p1', { price: 1 })).import.skipped_rows, 0);
    });

    test('Contract §4 a single new product over the limit is answered with null', async () => {
      const store = await service.createStore({ plan: 'free' });
      await importProducts(store, numbered(0, 99));
      assert.equal((await upsert(store, 'fits')).product?.external_id, 'fits');
      const { import: run, product } = await upsert(store, 'too-many');
      assert.deepEqual(run, { status: 'completed', valid_rows: 0, failed_rows: 0, skipped_rows: 1 });
      assert.equal(product, null);
      const posted = await store.request('POST', '/api/v1/products', { body: productInput('too-many') });
      assert.deepEqual([posted.status, posted.as<UpsertAnswer>().product], [200, null]);
      assert.deepEqual((await ask(store, 'too-many')).products, []);
    });

    test('Contract §2 a product that is out of stock still counts', async () => {
      const store = await service.createStore({ plan: 'free' });
      await importProducts(store, numbered(0, 100, { in_stock: false }));
      await store.request('DELETE', productPath('p0'));
      assert.equal((await upsert(store, 'new')).product, null);
    });

    test('repeats of skipped ids are skipped, failed rows need no room', async () => {
      const store = await service.createStore({ plan: 'free' });
      await importProducts(store, numbered(0, 99));
      const run = await importProducts(store, [
        productInput('bad', { price: -1 }),
        productInput('fits'),
        productInput('over'),
        productInput('over', { price: 2 }),
        productInput('fits', { price: 3 }),
      ]);
      assert.deepEqual([run.valid_rows, run.failed_rows, run.skipped_rows], [2, 1, 2]);
      assert.equal((await getProduct(store, 'fits')).price, '3.00');
    });

    test('§8 enriched, §4.2 enrichment-limit: beyond 5 products are saved and not queued', async () => {
      const store = await service.createStore({ plan: 'free' });
      assert.deepEqual(counts(await importProducts(store, numbered(0, 8))), [8, 0, 0, 5]);
      assert.equal((await getProduct(store, 'p7')).external_id, 'p7');
      assert.deepEqual(counts(await importProducts(store, numbered(8, 9))), [1, 0, 0, 0]);
    });

    test('Contract §2 at the limit changed products are not queued either', async () => {
      const store = await service.createStore({ plan: 'free' });
      await importProducts(store, numbered(0, 8));
      const changed = await importProducts(store, [
        productInput('p0', { title: 'Enriched before' }),
        productInput('p7', { title: 'Never enriched' }),
      ]);
      assert.deepEqual(counts(changed), [0, 2, 0, 0]);
    });

    test('Contract §2 two writers at once cannot pass the limit together', async () => {
      const store = await service.createStore({ plan: 'free' });
      const runs = await Promise.all(
        [0, 40, 80, 120].map((from) => importProducts(store, numbered(from, from + 40))),
      );
      assert.equal(
        runs.reduce((sum, run) => sum + run.created_rows, 0),
        100,
      );
      const health = (await store.request('GET', '/api/v1/health')).as<{ products: { total: number } }>();
      assert.equal(health.products.total, 100);
    });

    test('Contract §2 a starter store holds 5,000 products, 1,000 enriched', async () => {
      const store = await service.createStore({ plan: 'starter' });
      assert.deepEqual(counts(await importProducts(store, numbered(0, 5_001))), [5_000, 0, 1, 1_000]);
    });

    test('each plan has the limits of its name', async () => {
      const limitsOf = async (plan: string) => {
        const store = await service.createStore({ plan });
        const { products, enrichment } = (await store.request('GET', '/api/v1/health')).as<
          Record<'products' | 'enrichment', { limit: number | null }>
        >();
        return [products.limit, enrichment.limit];
      };
      assert.deepEqual(await Promise.all(['free', 'starter', 'growth', 'unlimited'].map(limitsOf)), [
        [100, 5],
        [5_000, 1_000],
        [100_000, 20_000],
        [null, null],
      ]);
    });

    test('§8 title: 255 characters are taken, 256 are not', async () => {
      const store = await service.createStore();
      for (const letter of ['x', 'é', '語', '😀']) {
        const product = await putProduct(store, 'a', { title: letter.repeat(255) });
        assert.equal(product.title, letter.repeat(255));
        const { failures } = await importProducts(store, [productInput('a', { title: letter.repeat(256) })]);
        assert.deepEqual([failures[0]?.path, failures[0]?.code], ['/title', 'title_too_long']);
      }
      assert.equal((await putProduct(store, 'a', { title: ` ${'x'.repeat(255)} ` })).title.length, 255);
    });

    test('§8 category: 255 characters are taken, 256 are not', async () => {
      const store = await service.createStore();
      assert.equal((await putProduct(store, 'a', { category: '😀'.repeat(255) })).category, '😀'.repeat(255));
      const { failures } = await importProducts(store, [productInput('a', { category: 'x'.repeat(256) })]);
      assert.deepEqual([failures[0]?.path, failures[0]?.code], ['/category', 'category_too_long']);
    });

    test('§8 price: zero is taken, anything below is not', async () => {
      const store = await service.createStore();
      assert.equal((await putProduct(store, 'a', { price: 0 })).price, '0.00');
      assert.equal((await putProduct(store, 'a', { price: '0' })).price, '0.00');
      for (const price of [-0.01, '-1', -1e-9]) {
        const { failures } = await importProducts(store, [productInput('a', { price })]);
        assert.equal(failures[0]?.code, 'price_negative', String(price));
      }
    });

    test('Contract §4 a product keeps 100 cut attributes and a warning', async () => {
      const store = await service.createStore();
      const attributes = Object.fromEntries(
        Array.from({ length: 120 }, (_, index) => [`${index}-${'l'.repeat(80)}`, 'v'.repeat(1_100)]),
      );
      const run = await importProducts(store, [productInput('a', { attributes })]);
      assert.deepEqual([run.valid_rows, run.warning_rows], [1, 1]);
      const stored = Object.entries((await getProduct(store, 'a')).attributes);
      assert.equal(stored.length, 100);
      assert.ok(stored.every(([label, value]) => label.length === 64 && value.length === 1_000));
    });
  });
}
