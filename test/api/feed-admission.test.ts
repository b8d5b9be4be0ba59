/**
 * Goal: a document of which nothing, or not everything, can be taken in says so, and takes nothing out of stock that it
 * should not (Contract §6). Method: a real service, and a server of documents that answers whatever the test wants.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engines } from '../support/engines.ts';
import {
  feedProduct,
  feedProducts,
  feedsPath,
  newAddress,
  privateFeeds,
  registerAndRun,
  runFeed,
  stockOf,
  useFeedServer,
} from '../support/feeds.ts';
import { useService } from '../support/use-service.ts';

for (const engine of engines) {
  describe(`what a feed may bring (${engine.name})`, () => {
    const service = useService(engine, privateFeeds);
    const server = useFeedServer();
    const address = () => newAddress(server.current());

    test('products over the limit of the plan are skipped, and tried again with the same document', async () => {
      const store = await service.createStore({ plan: 'free' });
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 110));
      const { feed, run } = await registerAndRun(store, url);
      assert.deepEqual([run.created_rows, run.skipped_rows, run.status], [100, 10, 'completed']);
      const { storage } = service.current();
      await storage.write(store.store.id, (writer) =>
        writer.updateSettings({ ...writer.store, plan: 'starter' }),
      );
      const next = await runFeed(store, feed.id);
      assert.deepEqual([next.created_rows, next.skipped_rows, next.not_modified], [10, 0, false]);
    });

    test('Contract §6 a document of which the plan lets nothing in fails, and the catalog and what the feed supplies stay', async () => {
      const store = await service.createStore({ plan: 'free' });
      const [first, second] = [address(), address()];
      first.serveProducts([...feedProducts(1, 40), ...feedProducts(41, 100, { in_stock: false })]);
      second.serveProducts(feedProducts(1, 1));
      const { feed } = await registerAndRun(store, first.url);
      const { feed: other } = await registerAndRun(store, second.url);
      first.serveProducts([...feedProducts(101, 140), feedProduct(1, { price: 'x' })]);
      const body = { name: 'Tried', feed_url: first.url, feed_format: 'json' };
      const preview = await store.request('POST', `${feedsPath}/preview`, { body });
      const { would_fail: wouldFail } = preview.as<{ preview: { would_fail: string | null } }>().preview;
      const run = await runFeed(store, feed.id);
      assert.deepEqual([run.status, run.error_code, run.removed_rows], ['failed', 'no_valid_rows', 0]);
      assert.match(run.error ?? '', /no room/);
      assert.equal(wouldFail, run.error);
      // The other feed must not take out of stock what the last good document of this one holds.
      second.serveProducts(feedProducts(2, 2));
      assert.equal((await runFeed(store, other.id)).removed_rows, 0);
      assert.equal((await stockOf(store)).in.length, 40);
      // One known product is enough to be believed.
      first.serveProducts([...feedProducts(101, 140), ...feedProducts(2, 40)]);
      const next = await runFeed(store, feed.id);
      assert.deepEqual([next.status, next.skipped_rows, next.removed_rows], ['completed', 40, 1]);
    });

    test('of a document without any product its rows are shown, whatever would be absent', async () => {
      const store = await service.createStore();
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 60));
      const { feed } = await registerAndRun(store, url);
      serveProducts(feedProducts(61, 120, { price: 'x' }));
      const run = await runFeed(store, feed.id);
      assert.deepEqual([run.error_code, run.failed_rows, run.removed_rows], ['no_valid_rows', 60, 0]);
      const body = { name: 'Tried', feed_url: url, feed_format: 'json' };
      const preview = await store.request('POST', `${feedsPath}/preview`, { body });
      assert.equal(preview.as<{ preview: { would_fail: string } }>().preview.would_fail, run.error);
      assert.equal((await stockOf(store)).in.length, 60);
    });
  });
}
