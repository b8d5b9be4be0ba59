/**
 * Goal: an undo that meets something else (a full plan, writes of the same products, another undo, a feed that is read or deleted,
 * callers without the right) leaves what one of the two orders would leave, with counters that agree with the products.
 * Method: calls at once through the public API, on both databases; whether they collide is up to the machine, the outcome is not.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { UndoBody } from '../../contract/imports.ts';
import { plans } from '../../contract/limits.ts';
import { sharedOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import {
  endOfLatestRun,
  feedProducts,
  feedsPath,
  newAddress,
  privateFeeds,
  refreshFeed,
  registerAndRun,
  runFeed,
  stockOf,
  useFeedServer,
} from '../support/feeds.ts';
import { endOfImport, requestFileImport, uploadFile } from '../support/file-imports.ts';
import { answerWith } from '../support/hostile-feed-server.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { type Caller, importProducts, productInput, productPath } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

async function undo(store: Caller, id: string): Promise<UndoBody> {
  const answer = await store.request('POST', `/api/v1/product-imports/${id}/undo`);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ undo: UndoBody }>().undo;
}

const rowsOf = (first: number, count: number, price: number) =>
  Array.from({ length: count }, (_, at) => productInput(`p${first + at}`, { price }));

interface PageOfPrices {
  readonly products: readonly { readonly external_id: string; readonly price: string }[];
  readonly next_cursor: string | null;
}

/** Prices by external id, and the totals that the store counts. */
async function catalogOf(store: TestStore): Promise<ReadonlyMap<string, string>> {
  const prices = new Map<string, string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await store.request('GET', `/api/v1/products?limit=200&cursor=${cursor}`);
    const page: PageOfPrices = answer.as<PageOfPrices>();
    for (const { external_id: id, price } of page.products) prices.set(id, price);
    cursor = page.next_cursor;
  }
  const health = (await store.request('GET', '/api/v1/health')).as<{ products: { total: number } }>();
  assert.equal(health.products.total, prices.size, 'the counter agrees with the products');
  return prices;
}

const pricesOf = (first: number, count: number, price: string) =>
  Array.from({ length: count }, (_, at): [string, string] => [`p${first + at}`, price]);

for (const engine of engines) {
  describe(`undos beside other work (${engine.name})`, () => {
    const service = useSharedService(engine, privateFeeds);
    const server = useFeedServer();
    let visitor: Visitor;
    before(async () => {
      visitor = await sharedOperator(service.current());
    });

    test('undos of a full store never exceed its plan', async () => {
      const store = await service.createStore({ plan: 'free' });
      const most = plans.free.products ?? 0;
      const first = await importProducts(store, rowsOf(0, 60, 1));
      const second = await importProducts(store, rowsOf(40, 60, 2));
      assert.equal((await catalogOf(store)).size, most);
      await undo(store, first.id);
      // The places that the undo made are taken before the products could come back.
      const third = await importProducts(store, rowsOf(200, 60, 3));
      assert.equal(third.created_rows, 40);
      assert.equal((await catalogOf(store)).size, most);
      await store.request('DELETE', `${productPath('p50')}?purge=true`);
      assert.equal((await importProducts(store, rowsOf(300, 5, 4))).created_rows, 1);
      const undone = await undo(store, second.id);
      assert.deepEqual(undone, { restored: 0, removed: 59, changed_since: 0 });
      assert.deepEqual(
        [...(await catalogOf(store))],
        [...pricesOf(200, 40, '3.00'), ...pricesOf(300, 1, '4.00')],
      );
      const settings = `/stores/${store.store.id}/settings`;
      await visitor.call('PATCH', settings, { plan: 'starter' });
      await importProducts(store, rowsOf(0, 150, 5));
      const raised = await importProducts(store, rowsOf(0, 150, 6));
      await visitor.call('PATCH', settings, { plan: 'free' });
      assert.equal((await undo(store, raised.id)).restored, 150, 'a smaller plan keeps what is there');
      assert.equal((await catalogOf(store)).get('p149'), '5.00');
    });

    test('an undo beside imports of the same products loses nothing', async () => {
      const store = await service.createStore();
      await importProducts(store, rowsOf(0, 600, 1));
      const wrong = await importProducts(store, rowsOf(0, 900, 2));
      const batches = [0, 1, 2, 3, 4];
      const [undone, ...runs] = await Promise.all([
        undo(store, wrong.id),
        ...batches.map((at) => importProducts(store, rowsOf(at * 200, 200, 3))),
      ]);
      assert.equal(undone.restored + undone.removed + undone.changed_since, 900);
      assert.deepEqual(await catalogOf(store), new Map(pricesOf(0, 1_000, '3.00').sort(byId)));
      for (const run of runs) assert.equal((await undo(store, run.id)).changed_since, 0);
      assert.deepEqual(await catalogOf(store), new Map(pricesOf(0, 600, '1.00').sort(byId)));
    });

    test('an undo beside a file import leaves the file', async () => {
      const store = await service.createStore();
      const storeId = store.store.id;
      await importProducts(store, rowsOf(0, 500, 1));
      const wrong = await importProducts(store, rowsOf(0, 800, 2));
      const lines = rowsOf(0, 3_000, 3).map(({ external_id: id }) => `${id},Lamp,3,https://shop.example/p`);
      const fileId = await uploadFile(visitor, storeId, ['external_id,title,price,url', ...lines].join('\n'));
      const { id } = await requestFileImport(visitor, storeId, fileId);
      // One that is under way itself is not undone, or was done by now and is undone whole.
      const early = await store.request('POST', `/api/v1/product-imports/${id}/undo`);
      if (early.status !== 200) expectError(early, 'conflict');
      await undo(store, wrong.id);
      await endOfImport(visitor, storeId, id);
      const whole = early.status === 200 ? pricesOf(0, 500, '1.00') : pricesOf(0, 3_000, '3.00');
      assert.deepEqual(await catalogOf(store), new Map(whole.sort(byId)));
      await undo(store, id);
      assert.deepEqual(await catalogOf(store), new Map(pricesOf(0, 500, '1.00').sort(byId)));
    });

    test('runs undone at once leave what was before both', async () => {
      const store = await service.createStore();
      await importProducts(store, rowsOf(0, 300, 1));
      const runs = [
        await importProducts(store, rowsOf(0, 450, 2)),
        await importProducts(store, rowsOf(100, 500, 3)),
        await importProducts(store, rowsOf(0, 300, 4)),
      ];
      const twice = await Promise.all([...runs, ...runs].map(({ id }) => undo(store, id)));
      assert.deepEqual(twice.slice(0, 3), twice.slice(3), 'each is undone once, for both who asked');
      assert.deepEqual(await catalogOf(store), new Map(pricesOf(0, 300, '1.00').sort(byId)));
      const audit = await visitor.call('GET', `/stores/${store.store.id}/audit`);
      const { entries } = audit.as<{ entries: { action: string }[] }>();
      assert.equal(entries.filter(({ action }) => action === 'import.undone').length, 3);
    });

    test('a run of a deleted feed is undone like another', async () => {
      const store = await service.createStore();
      const { url, serveProducts } = newAddress(server.current());
      serveProducts(feedProducts(1, 4));
      const { feed } = await registerAndRun(store, url);
      serveProducts(feedProducts(1, 2, { price: 7 }));
      const run = await runFeed(store, feed.id);
      await store.request('DELETE', `${feedsPath}/${feed.id}`);
      assert.deepEqual(await undo(store, run.id), { restored: 4, removed: 0, changed_since: 0 });
      assert.deepEqual(await stockOf(store), { in: ['1', '2', '3', '4'], out: [] });
      const again = await registerAndRun(store, url);
      assert.equal(again.run.removed_rows, 2, 'the same address is a new feed, which takes its document in');
    });

    test('an undo while the feed is read holds until its rows', async () => {
      const store = await service.createStore();
      const { url, serve, serveProducts, count } = newAddress(server.current());
      serveProducts(feedProducts(1, 4));
      const { feed, run } = await registerAndRun(store, url);
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      const document = answerWith({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(feedProducts(3, 6)),
      });
      serve(async (socket, request) => {
        await isReleased;
        await document(socket, request);
      });
      const begun = await refreshFeed(store, feed.id);
      await waitUntil('the second fetch', () => count() >= 2, 10_000);
      expectError(await store.request('POST', `/api/v1/product-imports/${begun.id}/undo`), 'conflict');
      assert.equal((await undo(store, run.id)).removed, 4);
      release();
      await endOfLatestRun(store, feed.id);
      assert.deepEqual(await stockOf(store), { in: ['3', '4', '5', '6'], out: [] });
      await undo(store, begun.id);
      assert.deepEqual(await stockOf(store), { in: [], out: [] });
      const next = await runFeed(store, feed.id);
      assert.equal(next.created_rows, 4, 'an unchanged document is taken in again after an undo');
    });

    test('a storefront key previews and undoes nothing', async () => {
      const store = await service.createStore();
      const run = await importProducts(store, rowsOf(0, 2, 1));
      for (const query of ['', '?dry_run=true']) {
        const path = `/api/v1/product-imports/${run.id}/undo${query}`;
        const answer = await store.request('POST', path, { key: store.keys.storefront });
        expectError(answer, 'insufficient_scope');
      }
      assert.equal((await catalogOf(store)).size, 2);
    });
  });
}

function byId([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : 1;
}
