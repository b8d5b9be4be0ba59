/**
 * Goal: a document of which nothing, or not everything, can be taken in says so, and takes nothing out of stock that it
 * should not (Contract §6). Method: a real service, and a server of documents that answers whatever the test wants.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FailureBody } from '../../contract/imports.ts';
import { limits } from '../../contract/limits.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import {
  endOfLatestRun,
  feedProduct,
  feedProducts,
  feedsPath,
  newAddress,
  privateFeeds,
  refreshFeed,
  registerAndRun,
  runFeed,
  showFeed,
  stockOf,
  useFeedServer,
} from '../support/feeds.ts';
import { answerWith } from '../support/hostile-feed-server.ts';
import { uuidOf } from '../support/storage-rows.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

for (const engine of engines) {
  describe(`what a feed may bring (${engine.name})`, () => {
    const service = useService(engine, privateFeeds);
    const server = useFeedServer();
    const address = () => newAddress(server.current());

    test('products over the plan’s limit are skipped and retried later', async () => {
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

    test('Contract §6 a document that the plan keeps out changes nothing', async () => {
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
      assert.match(run.error ?? '', /no room.*needs a larger plan\.$/);
      assert.equal(wouldFail, run.error?.replace('was changed', 'would be changed'));
      // The other feed must not take out of stock what the last good document of this one holds.
      second.serveProducts(feedProducts(2, 2));
      assert.equal((await runFeed(store, other.id)).removed_rows, 0);
      assert.equal((await stockOf(store)).in.length, 40);
      // One known product is enough to be believed.
      first.serveProducts([...feedProducts(101, 140), ...feedProducts(2, 40)]);
      const next = await runFeed(store, feed.id);
      assert.deepEqual([next.status, next.skipped_rows, next.removed_rows], ['completed', 40, 1]);
    });

    test('a document of failed rows only ends as no_valid_rows', async () => {
      const store = await service.createStore();
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 60));
      const { feed } = await registerAndRun(store, url);
      serveProducts(feedProducts(61, 120, { price: 'x' }));
      const run = await runFeed(store, feed.id);
      assert.deepEqual([run.error_code, run.failed_rows, run.removed_rows], ['no_valid_rows', 60, 0]);
      const body = { name: 'Tried', feed_url: url, feed_format: 'json' };
      const preview = await store.request('POST', `${feedsPath}/preview`, { body });
      const { would_fail: wouldFail } = preview.as<{ preview: { would_fail: string } }>().preview;
      assert.match(wouldFail, /None of the 60 .* so nothing would be changed\./);
      assert.equal((await stockOf(store)).in.length, 60);
    });

    test('a run that empties too much stock fails unless forced', async () => {
      const store = await service.createStore();
      const { url, serve, serveProducts } = address();
      serveProducts(feedProducts(1, 100));
      const { feed } = await registerAndRun(store, url);
      serveProducts(feedProducts(1, 49));
      const run = await runFeed(store, feed.id);
      assert.deepEqual([run.status, run.error_code], ['failed', 'removal_guard']);
      assert.match(run.error ?? '', /51 of 100 products .*51 %, allowed are 50 %/);
      assert.equal((await stockOf(store)).in.length, 100);
      assert.deepEqual((await showFeed(store, feed.id)).feed.last_error, run.error);
      // Half of them is not more than half.
      serveProducts(feedProducts(1, 50));
      assert.equal((await runFeed(store, feed.id)).removed_rows, 50);
      serveProducts(feedProducts(1, 1));
      assert.equal((await runFeed(store, feed.id)).status, 'failed');
      const forced = await runFeed(store, feed.id, { force: true });
      assert.deepEqual([forced.status, forced.forced, forced.removed_rows], ['completed', true, 49]);
      // Also one that is under way already, until the guard has spoken.
      const released = Promise.withResolvers<void>();
      serveProducts(feedProducts(1, 60));
      assert.equal((await runFeed(store, feed.id)).restored_rows, 59);
      serve(async (socket, request) => {
        await released.promise;
        await answerWith({ body: JSON.stringify(feedProducts(1, 1)) })(socket, request);
      });
      const begun = await refreshFeed(store, feed.id);
      await waitUntil(
        'the fetch',
        async () => (await showFeed(store, feed.id)).latest_run?.phase === 'fetching',
      );
      const late = await refreshFeed(store, feed.id, { force: true });
      assert.deepEqual([begun.forced, late.id, late.forced], [false, begun.id, true]);
      released.resolve();
      const through = await endOfLatestRun(store, feed.id);
      assert.deepEqual([through.error, through.forced, through.removed_rows], [null, true, 59]);
      // Below 50 products in stock the guard says nothing; 100 switches it off.
      serveProducts(feedProducts(101, 160));
      assert.equal((await runFeed(store, feed.id)).removed_rows, 1);
      serveProducts(feedProducts(161, 161));
      assert.equal((await runFeed(store, feed.id)).error_code, 'removal_guard');
      await store.request('PATCH', `${feedsPath}/${feed.id}`, { body: { max_removal_percent: 100 } });
      assert.equal((await runFeed(store, feed.id)).removed_rows, 60);
    });

    test('a run without room for its rows changes nothing', async () => {
      const store = await service.createStore();
      const { storage } = service.current();
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 3));
      const { feed } = await registerAndRun(store, url);
      const kept = { id: uuidOf(1), name: 'kept.csv', bytes: limits.storeFilesMaxBytes - 10 };
      await storage.write(store.store.id, (writer) =>
        writer.files.insert({ ...kept, chunkCount: 0, complete: true, createdAt: 0 }),
      );
      serveProducts(feedProducts(3, 5));
      const run = await runFeed(store, feed.id);
      assert.deepEqual([run.status, run.error_code], ['failed', 'no_room']);
      assert.match(run.error ?? '', /8 GiB together/);
      assert.deepEqual([(await stockOf(store)).in.length, run.removed_rows], [3, 0]);
      assert.equal(await storage.reader(store.store.id).files.count(), 1);
    });

    test('a document of another format says which to choose', async () => {
      const store = await service.createStore();
      const { url, serve } = address();
      const documents = {
        google_xml: '<?xml version="1.0"?>\n<rss version="2.0"><channel><item/></channel></rss>',
        json: JSON.stringify(feedProducts(1, 1)),
        csv: 'external_id;title;price;url\n1;Lamp;5;https://shop.example/1\n',
      };
      const refused = async (feed_format: string) => {
        const body = { name: 'Feed', feed_url: url, feed_format };
        const answer = await store.request('POST', `${feedsPath}/preview`, { body });
        expectError(answer, 'feed_unparsable');
        return answer.as<{ message: string }>().message;
      };
      for (const [format, body] of Object.entries(documents)) {
        serve({ body });
        for (const other of Object.keys(documents).filter((one) => one !== format)) {
          assert.match(
            await refused(other),
            new RegExp(`choose ${format} as the format`),
            `${format}, ${other}`,
          );
        }
      }
      // None of ours: what it is, and nothing of sending a file.
      const others: [string | Uint8Array, RegExp][] = [
        ['<!doctype html><html></html>', /web page/],
        [Buffer.from('%PDF-1.7 ...'), /This is a PDF, not a product feed. Have the shop offer/],
        [Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 14, 15]), /not text/],
      ];
      for (const [body, expected] of others) {
        serve({ body });
        const message = await refused('csv');
        assert.match(message, expected);
        assert.doesNotMatch(message, /send|Save/);
      }
    });

    test('failed and noted rows name their product and problem', async () => {
      const store = await service.createStore();
      const { url, serve } = address();
      const item = (id: string, more: string) =>
        `<item><g:id>${id}</g:id><title>Sofa</title><link>https://shop.example/${id}</link><g:price>100 EUR</g:price>${more}</item>`;
      const items =
        item('c', '<g:availability>soon</g:availability>') +
        item('a', '<description>Two&nbsp;seats</description>') +
        item('b', '<g:sale_price>4 EUR</g:sale_price>');
      serve({
        body: `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${items}</channel></rss>`,
      });
      const { feed, run } = await registerAndRun(store, url, { feed_format: 'google_xml' });
      assert.deepEqual([run.failed_rows, run.warning_rows, run.created_rows], [2, 1, 1]);
      const path = `${feedsPath}/${feed.id}/runs/${run.id}`;
      interface Rows {
        readonly failures: readonly FailureBody[];
        readonly warnings: readonly FailureBody[];
      }
      const { failures } = (await store.request('GET', `${path}/failures`)).as<Rows>();
      const [soon, broken] = failures;
      assert.deepEqual([soon?.path, soon?.code], ['/availability', 'in_stock_invalid']);
      assert.match(
        soon?.message ?? '',
        /"soon" is not known; give in_stock, out_of_stock, preorder or backorder/,
      );
      assert.deepEqual([broken?.external_id, broken?.value], ['a', '&nbsp;']);
      assert.match(broken?.message ?? '', /names the entity &nbsp;, which XML does not know/);
      const { warnings } = (await store.request('GET', path)).as<Rows>();
      assert.deepEqual(
        warnings.map(({ external_id, path, code, value }) => [external_id, path, code, value]),
        [['b', '/sale_price', 'sale_price_invalid', '4 EUR']],
      );
    });
  });
}
