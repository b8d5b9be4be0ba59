/**
 * What merchants and operators ask the service about itself (Contract §9, §1): the integration check of a key, and
 * the probes and figures that need none.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anyEngine, engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import type { TestStore } from '../support/start-test-service.ts';
import {
  type ImportView,
  importProducts,
  productInput,
  productPath,
  putProduct,
} from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';

interface Health {
  readonly status: string;
  readonly store: Readonly<Record<string, unknown>>;
  readonly products: { readonly total: number; readonly in_stock: number; readonly limit: number | null };
  readonly enrichment: Readonly<Record<string, unknown>>;
  readonly last_import: ImportView | null;
  readonly feeds: Readonly<Record<string, number>>;
}

async function readHealth(store: TestStore): Promise<Health> {
  const answer = await store.request('GET', '/api/v1/health');
  assert.equal(answer.status, 200, answer.text);
  return answer.as<Health>();
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine, { FORETYPE_ENRICHMENT_PROVIDER: 'offline' });

    test('Contract §9 health of a new store holds every figure at zero', async () => {
      const store = await service.createStore({ name: 'Müller & Söhne', plan: 'free', currency: 'EUR' });
      assert.deepEqual(await readHealth(store), {
        status: 'ok',
        store: { id: store.store.id, name: 'Müller & Söhne', plan: 'free', currency: 'EUR' },
        products: { total: 0, in_stock: 0, limit: 100 },
        enrichment: { enriched: 0, queued: 0, limit: 5, provider: 'offline' },
        last_import: null,
        feeds: { active: 0, error: 0, paused: 0 },
      });
    });

    test('Contract §9 health counts products, stock and the last import', async () => {
      const store = await service.createStore();
      await importProducts(store, [productInput('a'), productInput('b'), productInput('c', { in_stock: 0 })]);
      const run = await importProducts(store, [productInput('d'), productInput('e', { title: '' })]);
      await putProduct(store, 'f');
      await store.request('DELETE', productPath('a'));
      await store.request('DELETE', productPath('a'));
      const { products, last_import } = await readHealth(store);
      assert.deepEqual(products, { total: 5, in_stock: 3, limit: null });
      assert.deepEqual(last_import, run);
    });

    test('Contract §9 each product is counted as enriched or as queued', async () => {
      const store = await service.createStore({ plan: 'free' });
      await importProducts(
        store,
        Array.from({ length: 8 }, (_, index) => productInput(`p${index}`)),
      );
      const { enriched, queued, limit } = (await readHealth(store)).enrichment;
      assert.equal(Number(enriched) + Number(queued), 5);
      assert.equal(limit, 5);
    });

    test('Contract §2 health takes a storefront key', async () => {
      const store = await service.createStore();
      const answer = await store.request('GET', '/api/v1/health', { key: store.keys.storefront });
      assert.equal(answer.as<Health>().store.id, store.store.id);
      expectError(await service.request('GET', '/api/v1/health'), 'missing_api_key');
    });

    test('a storefront key sees no rows of the last import', async () => {
      const store = await service.createStore();
      await importProducts(store, [{ external_id: 'unpublished', title: 'Lamp' }]);
      const seenBy = async (key: string) =>
        (await store.request('GET', '/api/v1/health', { key })).as<Health>().last_import;
      const [secret, storefront] = [await seenBy(store.keys.secret), await seenBy(store.keys.storefront)];
      assert.match(JSON.stringify(secret), /unpublished/);
      assert.doesNotMatch(JSON.stringify(storefront), /unpublished/);
      assert.deepEqual(storefront, { ...secret, failures: [] });
    });

    test('Contract §1 the probes answer without a key', async () => {
      const live = await service.request('GET', '/livez');
      assert.deepEqual([live.status, live.text], [200, '{"status":"ok"}']);
      const ready = await service.request('GET', '/readyz');
      assert.deepEqual([ready.status, ready.text], [200, '{"status":"ok","quarantined":[],"damaged":[]}']);
      // Who asks through a proxy learns of no store.
      const headers = { 'x-forwarded-for': '203.0.113.7' };
      const outside = await service.request('GET', '/readyz', { headers });
      assert.deepEqual([outside.status, outside.text], [200, '{"status":"ok"}']);
    });

    test('Contract §1 metrics are Prometheus text that counts requests', async () => {
      const count = async () => {
        const answer = await service.request('GET', '/metrics');
        assert.equal(answer.status, 200);
        assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
        const lines = answer.text.split('\n');
        for (const line of lines.filter((text) => text !== '' && !text.startsWith('#'))) {
          assert.match(line, /^[a-zA-Z_:][\w:]*(?:\{.*\})? [-+\w.]+$/);
        }
        const requests = lines.find((line) => /count\{.*\/livez/.test(line));
        return Number(requests?.split(' ').at(-1) ?? 0);
      };
      const before = await count();
      await service.request('GET', '/livez');
      assert.equal(await count(), before + 1);
    });

    test('metrics name no store, no product and no key', async () => {
      const store = await service.createStore();
      await putProduct(store, 'secret-product');
      const { text } = await service.request('GET', '/metrics');
      for (const private_ of [store.store.id, 'secret-product', store.keys.secret, store.keys.storefront]) {
        assert.ok(!text.includes(private_));
      }
    });
  });
}

describe('metrics switched off', () => {
  const service = useService(anyEngine, { FORETYPE_METRICS: 'off' });

  test('Contract §1 without metrics their path does not exist', async () => {
    expectError(await service.request('GET', '/metrics'), 'not_found');
    assert.equal((await service.request('GET', '/livez')).status, 200);
  });
});
