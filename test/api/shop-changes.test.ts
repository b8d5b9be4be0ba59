/**
 * Goal: between two whole readings, what changed in a shop is answerable soon, and nothing else is done (Contract §10). Method: a
 * real service, and servers that speak the APIs of the shop systems; the test makes the feed due and moves the shops' clock.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FeedBody, FeedRunBody } from '../../contract/feeds.ts';
import { jobOf } from '../../server/feeds/new-run.ts';
import { engines } from '../support/engines.ts';
import {
  countsOf,
  feedProducts,
  feedsPath,
  newAddress,
  privateFeeds,
  registerAndRun,
  runFeed,
  showFeed,
  stockOf,
  useFeedServer,
} from '../support/feeds.ts';
import { type ChangingShop, changingShops } from '../support/platforms/changing-shops.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const none = { total: 0, created: 0, updated: 0, unchanged: 0, removed: 0, restored: 0, failed: 0 };
const hourMs = 3_600_000;

for (const engine of engines) {
  for (const [system, start] of Object.entries(changingShops)) {
    describe(`changes of ${system} (${engine.name})`, () => {
      const service = useService(engine, privateFeeds);
      const server = useFeedServer();
      let shop: ChangingShop;
      let nowMs = 0;
      before(async () => {
        shop = await start();
        shop.server.clockMs = () => nowMs;
      });
      after(() => shop.server.close());

      /** A store that has read the whole shop. */
      async function begin() {
        nowMs = Date.now() - 12 * hourMs;
        shop.server.disturb = () => undefined;
        for (let number = 1; number <= 5; number += 1) shop.remove(number);
        for (const number of [1, 2, 3, 4]) shop.put(number, '7.00');
        nowMs += hourMs;
        const store = await service.createStore();
        const { feed, run } = await registerAndRun(store, shop.server.origin, {
          ...{ ...shop.feed, refresh_interval: '24h' },
        });
        assert.deepEqual([run.status, run.reading, run.error], ['completed', 'whole', null]);
        nowMs += hourMs;
        shop.server.calls.length = 0;
        return { store, feed };
      }

      /** Has the changes read. */
      async function look({ id }: FeedBody, store: TestStore): Promise<FeedBody> {
        const { storage } = service.current();
        const before = (await showFeed(store, id)).feed;
        await storage.write(store.store.id, async (writer) => {
          const stored = await writer.feeds.find(id);
          assert.ok(stored !== null);
          await writer.jobs.schedule(jobOf(stored, 0));
        });
        let shown = before;
        const isDone = async () => {
          shown = (await showFeed(store, id)).feed;
          const { changes_checked_at: at, changes_error: error } = shown;
          return at !== before.changes_checked_at || error !== before.changes_error;
        };
        await waitUntil('the reading of changes', isDone, 20_000);
        return shown;
      }
      const runsOf = async (store: TestStore, { id }: FeedBody) =>
        (await store.request('GET', `${feedsPath}/${id}/runs`)).as<{ runs: FeedRunBody[] }>().runs;
      const pricesOf = async (store: TestStore) => {
        const answer = await store.request('GET', '/api/v1/products?limit=200');
        const { products } = answer.as<{ products: { external_id: string; price: string }[] }>();
        return new Map(products.map(({ external_id: id, price }) => [id, price]));
      };
      const sorted = (prices: ReadonlyMap<string, string>) => [...prices].toSorted();

      test(`new products and prices of ${system} arrive between whole readings`, async () => {
        const { store, feed } = await begin();
        shop.putVariant(2, '5.00');
        shop.put(3, '6.00');
        shop.put(5, '9.00');
        nowMs += hourMs;
        const callsBefore = shop.server.calls.length;
        await look(feed, store);
        assert.deepEqual(sorted(await pricesOf(store)), sorted(shop.prices()));
        const [run, first, ...others] = await runsOf(store, feed);
        assert.deepEqual([run?.reading, run?.status, run?.trigger], ['changes', 'completed', 'schedule']);
        const changed = { total: 4, created: 1, updated: 2, unchanged: 1 };
        assert.deepEqual(run && countsOf(run), { ...none, ...changed });
        assert.deepEqual([first?.reading, others], ['whole', []]);
        assert.equal((await showFeed(store, feed.id)).latest_run?.id, first?.id);
        const found = await store.request('GET', '/api/v1/autocomplete?q=lamp&limit=20');
        assert.ok(found.as<{ products: object[] }>().products.length >= 4);
        assert.ok(shop.server.calls.length > callsBefore);
      });

      test(`a look at ${system} that finds nothing leaves no run`, async () => {
        const { store, feed } = await begin();
        const looked = await look(feed, store);
        assert.ok(Date.parse(looked.changes_checked_at ?? '') > Date.parse(feed.created_at));
        assert.equal((await runsOf(store, feed)).length, 1);
        // One that changed and is as before is no news either.
        shop.put(1, '7.00');
        await look(feed, store);
        assert.equal((await runsOf(store, feed)).length, 1);
        assert.deepEqual(
          [looked.status, looked.next_run_at],
          [feed.status, (await showFeed(store, feed.id)).feed.next_run_at],
        );
      });

      test(`a product that left ${system} stays until the whole is read`, async () => {
        const { store, feed } = await begin();
        shop.remove(1);
        shop.put(3, '6.00');
        await look(feed, store);
        const whole = [...shop.prices().keys()].toSorted();
        assert.equal((await stockOf(store)).in.length, whole.length + 1);
        const run = await runFeed(store, feed.id);
        assert.deepEqual([run.reading, run.removed_rows], ['whole', 1]);
        assert.deepEqual((await stockOf(store)).in.toSorted(), whole);
      });

      test(`a change of ${system} that shows late is found`, async () => {
        const { store, feed } = await begin();
        await look(feed, store);
        // It was made before that look, on a machine whose index lags.
        nowMs -= 4 * 60_000;
        shop.put(3, '6.00');
        nowMs += hourMs;
        await look(feed, store);
        assert.deepEqual(sorted(await pricesOf(store)), sorted(shop.prices()));
      });

      test(`a whole reading of ${system} undoes what was taken back unseen`, async () => {
        const { store, feed } = await begin();
        shop.put(3, '6.00');
        await look(feed, store);
        assert.ok([...(await pricesOf(store)).values()].includes('6.00'));
        // The shop is what its last whole reading found, and no date says so.
        const thenMs = nowMs;
        nowMs -= 30 * hourMs;
        shop.put(3, '7.00');
        nowMs = thenMs;
        const run = await runFeed(store, feed.id);
        assert.deepEqual([run.not_modified, run.updated_rows], [false, 1]);
        assert.deepEqual(sorted(await pricesOf(store)), sorted(shop.prices()));
      });

      test(`another feed leaves what a look at ${system} brought`, async () => {
        const { store, feed } = await begin();
        const { url, serveProducts } = newAddress(server.current());
        serveProducts(feedProducts(1, 2));
        const other = await registerAndRun(store, url);
        shop.put(5, '9.00');
        await look(feed, store);
        const before = await stockOf(store);
        serveProducts(feedProducts(1, 1));
        assert.equal((await runFeed(store, other.feed.id)).removed_rows, 1);
        assert.equal((await stockOf(store)).in.length, before.in.length - 1);
      });

      test(`a failed look at ${system} is reported once, then caught up`, async () => {
        const { store, feed } = await begin();
        shop.put(3, '6.00');
        nowMs += hourMs;
        shop.server.disturb = () => ({ status: 403, body: {} });
        const failing = await look(feed, store);
        assert.equal(failing.status, 'active');
        assert.ok(failing.changes_error !== null);
        const [failed] = await runsOf(store, feed);
        assert.deepEqual([failed?.reading, failed?.status], ['changes', 'failed']);
        assert.equal(failed?.error, failing.changes_error);
        assert.equal((await pricesOf(store)).get([...shop.prices().keys()][3] ?? ''), '7.00');
        shop.server.disturb = () => undefined;
        nowMs += hourMs;
        const recovered = await look(feed, store);
        assert.deepEqual([recovered.changes_error, recovered.status], [null, 'active']);
        assert.deepEqual(sorted(await pricesOf(store)), sorted(shop.prices()));
      });
    });
  }
}
