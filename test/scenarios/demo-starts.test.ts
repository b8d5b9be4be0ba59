/**
 * Goal: the demo store is made and filled by the first start on an empty database, found again by the next, and never
 * made where a store exists already. Method: real processes, one after the other, on both databases.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadDemoCatalog } from '../../demo/demo-catalog.ts';
import {
  type ChildService,
  createServiceData,
  createStoreOn,
  type ServiceData,
  startChildService,
} from '../support/child-service.ts';
import { runSql } from '../support/damage.ts';
import { anyEngine, engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { ask, importProducts, productInput } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

/** The address is fixed, so that links are the same after a restart on another port. */
const demoOn = {
  FORETYPE_DEMO: 'on',
  FORETYPE_PUBLIC_URL: 'https://search.example',
  // Its counts would move.
  FORETYPE_ENRICHMENT_PROVIDER: 'off',
};

/** As a repair leaves a file whose keys were on a damaged page. */
async function dropKeys({ environment }: ServiceData, storeId: string): Promise<void> {
  const { DATABASE_URL: url = '', FORETYPE_DATA: folder = '' } = environment;
  const target =
    url === ''
      ? ({ engine: 'sqlite', file: join(folder, 'foretype.sqlite') } as const)
      : ({ engine: 'postgres', url } as const);
  await runSql(target, storeId, `delete from api_keys where store_id = '${storeId}'`);
}

interface Health {
  readonly store: { readonly id: string; readonly name: string };
  readonly products: { readonly total: number };
  readonly last_import: { readonly failed_rows: number; readonly valid_rows: number } | null;
}

interface DemoConfig {
  readonly apiKey: string | null;
  readonly storeName: string | null;
}

async function readHealth(service: ChildService, key: string): Promise<Health> {
  return (await service.caller(key).request('GET', '/api/v1/health')).as<Health>();
}

async function readDemoConfig(service: ChildService): Promise<DemoConfig> {
  return (await service.caller('').request('GET', '/demo/config.json')).as<DemoConfig>();
}

/** Loads what a browser would load of the shop, from page to page, and checks it. */
async function assertShopIsWhole(service: ChildService): Promise<void> {
  const get = (path: string) => service.caller('').request('GET', path);
  const front = (await get('/demo?theme=sharp')).text;
  const products = Array.from(front.matchAll(/href="(\/demo\/p\/[^"]+)"/g), ([, path]) => path ?? '');
  assert.equal(products.length, 10);
  assert.ok(products.every((path) => path.endsWith('?theme=sharp')));
  const pages = [
    ...products.slice(0, 2),
    '/demo/search?q=coffee',
    '/demo/search?q=zzzzqqqq',
    '/demo?device=phone',
  ];
  const loaded = new Set<string>();
  for (const path of ['/demo', '/demo?lang=ar', ...pages]) {
    const { status, headers, text } = await get(path);
    assert.equal(status, 200, path);
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self';/);
    assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)[^>]*>|<style|\son\w+=|\sstyle=/);
    for (const [, address = ''] of text.matchAll(/src="(\/[^"]*)"/g))
      loaded.add(address.replaceAll('&amp;', '&'));
  }
  assert.ok(loaded.size >= 15, `${loaded.size} files`);
  for (const path of loaded) assert.equal((await get(path)).status, 200, path);
  assert.match((await get('/demo/search?q=coffee')).text, /Coffee/);
  expectError(await get('/demo/p/ZZ-0000'), 'not_found');
  expectError(await get('/demo/pictures/lamp-plaid.svg'), 'not_found');
}

for (const engine of engines) {
  describe(engine.name, () => {
    let data: ServiceData;
    before(async () => {
      data = await createServiceData(engine.name);
    });
    after(() => data.remove());

    test('Contract §1 the first start fills a demo store, a restart nothing', async () => {
      const catalog = await loadDemoCatalog();
      const first = await startChildService(data, demoOn);
      const { demo, demo_storefront_key: demoKey, demo_storefront: page } = first.start;
      assert.ok(demo);
      assert.deepEqual(
        [page, first.start.dashboard],
        [`${first.origin}/demo`, 'https://search.example/dashboard'],
      );
      assert.equal(demoKey, demo.keys.storefront);
      const health = await readHealth(first, demo.keys.secret);
      assert.equal(health.store.id, demo.store);
      assert.deepEqual([health.products.total, health.last_import?.failed_rows], [catalog.length, 0]);
      const shopper = first.caller(demoKey);
      await waitUntil(
        'the demo to be found',
        async () => (await ask(shopper, '')).products.length > 0,
        2_000,
      );
      assert.deepEqual(await readDemoConfig(first), { apiKey: demoKey, storeName: health.store.name });
      await assertShopIsWhole(first);
      assert.equal(await first.end('SIGTERM'), 0);

      const second = await startChildService(data, demoOn);
      assert.deepEqual([second.start.demo, second.start.demo_storefront_key], [null, demoKey]);
      assert.deepEqual(await readHealth(second, demo.keys.secret), health);
      await second.end('SIGTERM');
      const storage = await data.openStorage();
      assert.equal((await storage.directory.listStores()).length, 1);
      await storage.close();

      await dropKeys(data, demo.store);
      const third = await startChildService(data, demoOn);
      assert.equal(third.start.demo_storefront_key, demoKey);
      assert.ok((await ask(third.caller(demoKey), '')).products.length > 0);
      expectError(await third.caller(demo.keys.secret).request('GET', '/api/v1/health'), 'invalid_api_key');
      await third.end('SIGTERM');
    });
  });

  test(`a start with stores adds no demo on ${engine.name}`, async () => {
    const data = await createServiceData(engine.name);
    const plain = await startChildService(data);
    const { keys } = await createStoreOn(data);
    await importProducts(plain.caller(keys.secret), [productInput('a')]);
    assert.equal(await plain.end('SIGTERM'), 0);
    const again = await startChildService(data, demoOn);
    assert.deepEqual([again.start.demo, again.start.demo_storefront_key], [null, null]);
    assert.equal((await readHealth(again, keys.secret)).products.total, 1);
    await again.end('SIGTERM');
    data.remove();
  });
}

test('a moved shop has its products at the new address', async () => {
  const data = await createServiceData(anyEngine.name);
  const isAt = async (settings: typeof demoOn) => {
    const service = await startChildService(data, settings);
    const shopper = service.caller(service.start.demo_storefront_key ?? '');
    const page = `${settings.FORETYPE_PUBLIC_URL}/demo/p/`;
    await waitUntil(`products at ${page}`, async () => {
      const { products } = await ask(shopper, '');
      return products.length > 0 && products.every(({ url }) => url.startsWith(page));
    });
    assert.equal(await service.end('SIGTERM'), 0);
  };
  await isAt(demoOn);
  await isAt({ ...demoOn, FORETYPE_PUBLIC_URL: 'https://moved.example' });
  data.remove();
});
