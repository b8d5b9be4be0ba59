/**
 * Goal: a merchant sees which source of products lacks pictures, categories, stock counts or types. Method: products from a feed, a
 * file, a batch and a single call on a real service, on both databases; the answer to keys, members and strangers.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CompletenessBody } from '../../contract/analytics.ts';
import { joinAs, newVisitor, setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { feedProducts, newAddress, privateFeeds, registerAndRun, useFeedServer } from '../support/feeds.ts';
import { importCsv } from '../support/file-imports.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { importProducts, productInput, putProduct } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';

const path = '/analytics/completeness';
const image_url = 'https://shop.example/1.jpg';

async function read(store: TestStore): Promise<CompletenessBody> {
  const answer = await store.request('GET', `/api/v1${path}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<CompletenessBody>();
}

/** The sources with their numbers: products, then those without image, category, stock count and type. */
function shortly({ sources }: CompletenessBody) {
  return sources.map(({ source, name, products, without: { image, category, stock, type } }) =>
    [source, name, products, image, category, stock, type].join(' '),
  );
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine, { ...privateFeeds, FORETYPE_ENRICHMENT_PROVIDER: 'off' });
    const feedServer = useFeedServer();
    let person: Visitor;
    before(async () => {
      person = await setUpOperator(service.current());
    });

    test('products count for the source that wrote them last', async () => {
      const store = await service.createStore();
      assert.deepEqual(await read(store), { products: 0, is_whole: true, sources: [] });
      const address = newAddress(feedServer.current());
      address.serveProducts(feedProducts(1, 4, { category: 'Light' }));
      const { feed, run } = await registerAndRun(store, address.url, { name: 'Warehouse' });
      const file =
        'external_id,title,price,url,stock_quantity\na,Lamp,5,https://shop.example/a,2\nb,Sofa,5,https://shop.example/b,0\n';
      const { id } = await importCsv(person, store.store.id, file, { name: 'spring.csv' });
      await importProducts(store, [productInput('c', { image_url }), productInput('d')]);
      await putProduct(store, 'e', productInput('e', { image_url, category: 'Light' }));
      const found = await read(store);
      assert.deepEqual([found.products, found.is_whole], [9, true]);
      assert.deepEqual(shortly(found), [
        'feed Warehouse 4 4 0 4 4',
        'api  3 1 2 3 3',
        'csv spring.csv 2 2 2 0 2',
      ]);
      assert.deepEqual([found.sources[0]?.feed_id, found.sources[0]?.newest_import?.id], [feed.id, run.id]);
      assert.equal(found.sources[2]?.newest_import?.id, id);
      // A product of the file is written by a call: it counts for that.
      await putProduct(store, 'a', productInput('a', { image_url }));
      assert.deepEqual(shortly(await read(store)).slice(1), ['api  4 1 3 4 4', 'csv spring.csv 1 1 1 0 1']);
      const list = await person.call('GET', `/stores/${store.store.id}/products?missing=stock`);
      const { products } = list.as<{ products: { external_id: string }[] }>();
      assert.deepEqual(
        products.map((one) => one.external_id),
        ['1', '2', '3', '4', 'a', 'c', 'd', 'e'],
      );
    });

    test('gaps of sources are for secret keys and members', async () => {
      const store = await service.createStore();
      const other = await service.createStore();
      await putProduct(store, 'a');
      const invited = { email: 'viewer@shop.example', role: 'viewer' };
      const viewer = await joinAs(service.current(), person, store.store.id, invited);
      const answer = await viewer.call('GET', `/stores/${store.store.id}${path}`);
      assert.deepEqual(answer.as<CompletenessBody>(), await read(store));
      assert.deepEqual((await read(other)).sources, []);
      expectError(await viewer.call('GET', `/stores/${other.store.id}${path}`), 'not_found');
      const stranger = newVisitor(service.current());
      expectError(await stranger.call('GET', `/stores/${store.store.id}${path}`), 'signed_out');
      const options = { key: store.keys.storefront };
      expectError(await store.request('GET', `/api/v1${path}`, options), 'insufficient_scope');
      expectError(await store.request('GET', `/api/v1${path}?from=2026-01-01`), 'validation_failed');
    });
  });
}
