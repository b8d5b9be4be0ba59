/**
 * Goal: after a run that went well the catalog is what the documents of the store's feeds say (§3.1, §4.6), after one
 * that failed it is as before; nothing is fetched, written or told twice.
 * Method: a real service, and a server of documents that answers whatever the test wants.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { FeedRunBody } from '../../contract/feeds.ts';
import { limits } from '../../contract/limits.ts';
import { jobOf } from '../../server/feeds/new-run.ts';
import { engines } from '../support/engines.ts';
import {
  countsOf,
  endOfLatestRun,
  endOfScheduledRun,
  feedProduct,
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
import { answerWith } from '../support/hostile-feed-server.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const unchanged = { total: 0, created: 0, updated: 0, unchanged: 0, removed: 0, restored: 0, failed: 0 };

for (const engine of engines) {
  describe(`runs of feeds (${engine.name})`, () => {
    const service = useService(engine, {
      ...privateFeeds,
      FORETYPE_ENRICHMENT_PROVIDER: 'offline',
    });
    const server = useFeedServer();
    const address = () => newAddress(server.current());

    async function queuedEnrichments(store: TestStore): Promise<number> {
      return await service.current().storage.reader(store.store.id).enrichment.countQueued();
    }

    test('§3.1 absent products lose stock, returning ones regain it', async () => {
      const store = await service.createStore();
      await store.request('PATCH', '/api/v1/enrichment', { body: { paused: true } });
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 4));
      const { feed, run: first } = await registerAndRun(store, url);
      assert.deepEqual(countsOf(first), { ...unchanged, total: 4, created: 4 });
      const queued = await queuedEnrichments(store);
      const reader = service.current().storage.reader(store.store.id);
      const untouched = await reader.products.find('1');

      serveProducts([feedProduct(1), feedProduct(2, { price: 6 })]);
      const second = await runFeed(store, feed.id);
      assert.deepEqual(countsOf(second), { ...unchanged, total: 2, updated: 1, unchanged: 1, removed: 2 });
      assert.deepEqual(await stockOf(store), { in: ['1', '2'], out: ['3', '4'] });
      const [removal] = await reader.products.recordedChanges('3', { before: null, limit: 1 });
      assert.deepEqual([removal?.kind, removal?.run?.id], ['removed', second.id]);
      assert.deepEqual(removal?.fields, [{ field: 'in_stock', from: 'true', to: 'false' }]);

      serveProducts([...feedProducts(1, 3), feedProduct(4, { in_stock: false })]);
      const third = await runFeed(store, feed.id);
      assert.deepEqual(countsOf(third), { ...unchanged, total: 4, updated: 3, unchanged: 1, restored: 1 });
      assert.deepEqual(await stockOf(store), { in: ['1', '2', '3'], out: ['4'] });
      assert.deepEqual(await reader.products.find('1'), untouched);
      assert.equal(await queuedEnrichments(store), queued);
      assert.equal(third.queued_rows, 0);
      const counts = await store.request('GET', '/api/v1/health');
      assert.deepEqual(counts.as<{ products: object }>().products, { total: 4, in_stock: 3, limit: null });
    });

    test('a product whose row fails is not absent', async () => {
      const store = await service.createStore();
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 3));
      const { feed } = await registerAndRun(store, url);
      serveProducts([feedProduct(1, { price: 'call us', title: 'Changed' }), feedProduct(2)]);
      const run = await runFeed(store, feed.id);
      assert.deepEqual(countsOf(run), { ...unchanged, total: 2, unchanged: 1, removed: 1, failed: 1 });
      assert.deepEqual(await stockOf(store), { in: ['1', '2'], out: ['3'] });
      assert.equal(
        (await service.current().storage.reader(store.store.id).products.find('1'))?.title,
        'Lamp 1',
      );
    });

    test('an oversized product counts by id, else nothing leaves stock', async () => {
      const store = await service.createStore();
      const [one, other] = [address(), address()];
      const large = { description: 'a'.repeat(limits.itemMaxLength) };
      one.serveProducts(feedProducts(1, 4));
      other.serveProducts([feedProduct(9)]);
      const { feed } = await registerAndRun(store, one.url, { max_removal_percent: 100 });
      const { feed: second } = await registerAndRun(store, other.url);
      const put = (id: string) => store.request('PUT', `/api/v1/products/${id}`, { body: feedProduct(id) });
      await put('8');
      // No row says which product it is: any that was there may be it, also for another feed.
      one.serveProducts([feedProduct(1, { price: 6 }), large]);
      const careful = await runFeed(store, feed.id);
      assert.deepEqual(countsOf(careful), { ...unchanged, total: 2, updated: 1, failed: 1 });
      assert.equal(careful.unidentified_rows, 1);
      const failures = await store.request('GET', `${feedsPath}/${feed.id}/runs/${careful.id}/failures`);
      assert.match(failures.text, /take nothing out of stock/);
      assert.equal((await runFeed(store, second.id)).not_modified, false);
      assert.deepEqual((await stockOf(store)).in, ['1', '2', '3', '4', '9']);
      const body = { name: 'Main feed', feed_url: one.url, feed_format: 'json' };
      const { preview } = (await store.request('POST', `${feedsPath}/preview`, { body })).as<{
        preview: { would_remove: number };
      }>();
      assert.equal(preview.would_remove, 0);

      one.serveProducts([
        feedProduct(1, { price: 6 }),
        { v: [{ external_id: '3' }], ...large, external_id: '2' },
      ]);
      const exact = await runFeed(store, feed.id);
      assert.deepEqual([exact.removed_rows, exact.unidentified_rows], [2, 0]);
      assert.deepEqual((await stockOf(store)).in, ['1', '2', '9']);
    });

    test('the last valid row of an id counts at any distance', async () => {
      const store = await service.createStore();
      const { url, serveProducts } = address();
      const twice = (fields: Readonly<Record<string, unknown>>) => feedProduct('twice', fields);
      serveProducts([
        twice({ price: 1 }),
        ...feedProducts(1, 1_100),
        twice({ price: 2 }),
        twice({ price: 'x' }),
      ]);
      const { run } = await registerAndRun(store, url);
      assert.deepEqual(
        [run.total_rows, run.valid_rows, run.created_rows, run.failed_rows],
        [1_103, 1_102, 1_101, 1],
      );
      assert.equal(
        (await service.current().storage.reader(store.store.id).products.find('twice'))?.price,
        '2',
      );
    });

    test('Contract §6 another feed’s products are not absent until it is gone', async () => {
      const store = await service.createStore();
      const [first, second] = [address(), address()];
      first.serveProducts(feedProducts(1, 4));
      second.serveProducts(feedProducts(3, 6));
      const { feed: one } = await registerAndRun(store, first.url);
      const { feed: two, run } = await registerAndRun(store, second.url);
      assert.deepEqual([run.removed_rows, run.created_rows], [0, 2]);
      first.serveProducts(feedProducts(2, 2));
      assert.equal((await runFeed(store, one.id)).removed_rows, 1);
      assert.deepEqual((await stockOf(store)).out, ['1']);
      second.serveProducts(feedProducts(5, 6));
      assert.equal((await runFeed(store, two.id)).removed_rows, 2);
      assert.deepEqual((await stockOf(store)).in, ['2', '5', '6']);
      assert.equal((await runFeed(store, one.id)).not_modified, true);
      await store.request('DELETE', `${feedsPath}/${two.id}`);
      assert.deepEqual((await stockOf(store)).in, ['2', '5', '6']);
      // The document is the same, what is absent is not: as the preview says.
      const body = { name: 'Main feed', feed_url: first.url, feed_format: 'json' };
      const answer = await store.request('POST', `${feedsPath}/preview`, { body });
      assert.equal(answer.as<{ preview: { would_remove: number } }>().preview.would_remove, 2);
      const next = await runFeed(store, one.id);
      assert.deepEqual(countsOf(next), { ...unchanged, total: 1, unchanged: 1, removed: 2 });
      assert.deepEqual((await stockOf(store)).in, ['2']);
      assert.equal((await runFeed(store, one.id)).not_modified, true);
    });

    test('products of a moved feed become absent, of a paused not', async () => {
      const store = await service.createStore();
      const [first, second, other] = [address(), address(), address()];
      first.serveProducts(feedProducts(1, 2));
      second.serveProducts(feedProducts(2, 4));
      other.serveProducts(feedProducts(4, 5));
      const { feed: one } = await registerAndRun(store, first.url);
      const { feed: two } = await registerAndRun(store, second.url);
      const patch = (body: object) => store.request('PATCH', `${feedsPath}/${two.id}`, { body });
      await patch({ is_active: false, feed_url: other.url });
      first.serveProducts(feedProducts(1, 1));
      assert.equal((await runFeed(store, one.id)).removed_rows, 0);
      await patch({ is_active: true });
      const moved = await endOfScheduledRun(store, two.id);
      assert.deepEqual([moved.created_rows, moved.removed_rows], [1, 2]);
      assert.equal((await runFeed(store, one.id)).not_modified, true);
      assert.deepEqual(await stockOf(store), { in: ['1', '4', '5'], out: ['2', '3'] });
    });

    test('a product written by API leaves stock at the next fetch', async () => {
      const store = await service.createStore();
      const { url, serve, serveProducts } = address();
      serveProducts(feedProducts(1, 2));
      const { feed } = await registerAndRun(store, url);
      const put = (id: string) => {
        const { external_id: _id, ...body } = feedProduct(id);
        return store.request('PUT', `/api/v1/products/${id}`, { body });
      };
      await put('before');
      serve(async (socket, request) => {
        await put('meanwhile');
        await answerWith({ body: JSON.stringify(feedProducts(1, 2)) })(socket, request);
      });
      const run = await runFeed(store, feed.id);
      assert.deepEqual([run.removed_rows, run.not_modified], [1, false]);
      assert.deepEqual(await stockOf(store), { in: ['1', '2', 'meanwhile'], out: ['before'] });
      serveProducts(feedProducts(1, 2));
      // The same document: but somebody else has written since it was asked for.
      const next = await runFeed(store, feed.id);
      assert.deepEqual([next.removed_rows, next.not_modified], [1, false]);
      assert.equal((await runFeed(store, feed.id)).not_modified, true);
    });

    test('a document restores a product that was removed by hand', async () => {
      const store = await service.createStore();
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 2));
      const { feed } = await registerAndRun(store, url);
      await store.request('DELETE', '/api/v1/products/1');
      const run = await runFeed(store, feed.id);
      assert.deepEqual(countsOf(run), { ...unchanged, total: 2, updated: 1, unchanged: 1, restored: 1 });
      assert.deepEqual((await stockOf(store)).in, ['1', '2']);
    });

    test('Contract §6 an unchanged document costs nothing, by validators or bytes', async () => {
      const store = await service.createStore();
      await store.request('PATCH', '/api/v1/enrichment', { body: { paused: true } });
      const { url, serve, serveProducts, path } = address();
      const body = JSON.stringify(feedProducts(1, 2));
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      serve(async (socket, request) => {
        const isKnown = request.headers.get('if-none-match') === etag;
        await answerWith(isKnown ? { status: 304, headers: { etag } } : { body, headers: { etag } })(
          socket,
          request,
        );
      });
      const { feed } = await registerAndRun(store, url);
      const changeNumber = async () =>
        (await service.current().storage.directory.findStore(store.store.id))?.changeNumber;
      const before = await changeNumber();
      const run = await runFeed(store, feed.id);
      assert.deepEqual([run.status, run.not_modified, run.fetch?.status], ['completed', true, 304]);
      assert.deepEqual(countsOf(run), unchanged);
      const asked = server.current().requests.filter(({ target }) => target === path);
      assert.deepEqual(
        asked.map(({ headers }) => headers.get('if-none-match') ?? null),
        [null, null, etag],
      );
      // A server without validators.
      serveProducts(feedProducts(1, 3));
      assert.equal((await runFeed(store, feed.id)).created_rows, 1);
      assert.notEqual(await changeNumber(), before);
      const same = await changeNumber();
      const again = await runFeed(store, feed.id);
      assert.deepEqual([again.not_modified, countsOf(again)], [true, unchanged]);
      assert.equal(await changeNumber(), same);
      // Other settings read the same bytes otherwise.
      const { storage } = service.current();
      await storage.write(store.store.id, async (writer) => {
        await writer.updateSettings({
          ...writer.store,
          currency: 'EUR',
          changeNumber: writer.store.changeNumber + 1,
        });
      });
      assert.deepEqual(
        [(await runFeed(store, feed.id)).not_modified, (await runFeed(store, feed.id)).not_modified],
        [false, true],
      );
    });

    test('a document with dated prices is read each time', async () => {
      const store = await service.createStore();
      const { url, serve } = address();
      serve({
        body: `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><item>
          <g:id>1</g:id><title>Sofa</title><link>https://shop.example/1</link><g:price>10 EUR</g:price>
          <g:sale_price>9 EUR</g:sale_price>
          <g:sale_price_effective_date>2020-01-01T00:00Z/2090-01-01T00:00Z</g:sale_price_effective_date>
          </item></channel></rss>`,
      });
      const { feed } = await registerAndRun(store, url, { feed_format: 'google_xml' });
      const run = await runFeed(store, feed.id);
      assert.deepEqual([run.not_modified, run.unchanged_rows], [false, 1]);
    });

    test('another feed’s run does not reopen an unchanged document', async () => {
      const store = await service.createStore();
      const [first, second] = [address(), address()];
      first.serveProducts(feedProducts(1, 3));
      second.serveProducts(feedProducts(3, 5));
      const { feed } = await registerAndRun(store, first.url);
      const { feed: other } = await registerAndRun(store, second.url);
      second.serveProducts(feedProducts(4, 6));
      assert.equal((await runFeed(store, other.id)).created_rows, 1);
      assert.equal((await runFeed(store, feed.id)).not_modified, true);
      assert.equal((await runFeed(store, other.id)).not_modified, true);
    });

    test('§4.6 a failed fetch leaves the catalog, a good one reactivates', async () => {
      const store = await service.createStore();
      await store.request('PATCH', '/api/v1/enrichment', { body: { paused: true } });
      const { url, serve, serveProducts } = address();
      serveProducts(feedProducts(1, 3));
      const { feed } = await registerAndRun(store, url);
      const before = await service.current().storage.directory.findStore(store.store.id);
      const whole = JSON.stringify(feedProducts(1, 3));
      const faults: [Parameters<typeof serve>[0], string][] = [
        [{ body: '' }, 'document_empty'],
        [{ body: '[]' }, 'document_empty'],
        [{ body: whole, cutAt: whole.length - 20 }, 'feed_truncated'],
        [{ body: whole.slice(0, -1) }, 'document_truncated'],
        [{ status: 500 }, 'feed_status'],
        [async (socket) => void socket.destroy(), 'feed_unreachable'],
        [{ status: 304 }, 'feed_status'],
        [{ status: 302, headers: { location: '/nowhere' } }, 'feed_status'],
        [{ body: '<html></html>', headers: { 'content-type': 'text/html' } }, 'document_type'],
        [{ body: whole, headers: { 'content-encoding': 'gzip' } }, 'feed_encoding'],
        [{ body: JSON.stringify(feedProducts(1, 3, { price: 'x' })) }, 'no_valid_rows'],
      ];
      const heads: [isHere: boolean, status: number | null, bytes: number | null][] = [];
      for (const [answer, code] of faults) {
        serve(answer);
        const run = await runFeed(store, feed.id);
        assert.deepEqual([run.status, run.error_code], ['failed', code], run.error ?? '');
        const { feed: failing } = await showFeed(store, feed.id);
        assert.deepEqual([failing.status, failing.last_error], ['error', run.error]);
        assert.ok((run.error ?? '').length > 20);
        heads.push([run.fetch?.url === url, run.fetch?.status ?? null, run.fetch?.bytes_received ?? null]);
        assert.equal((run.fetch?.duration_ms ?? null) === null, code === 'feed_unreachable');
      }
      // What is known of a fetch is kept, however it ended.
      assert.deepEqual(heads.slice(0, 9), [
        ...[0, 2, whole.length - 20, whole.length - 1].map((bytes) => [true, 200, bytes]),
        ...[500, null, 304, 404].map((status) => [true, status, null]),
        [true, 200, 13],
      ]);
      assert.deepEqual(await service.current().storage.directory.findStore(store.store.id), before);
      const [last] = (await runsOf(store, feed.id)).filter(({ status }) => status === 'failed');
      assert.deepEqual([last?.error_code, last?.failed_rows], ['no_valid_rows', 3]);
      const health = await store.request('GET', '/api/v1/health');
      assert.deepEqual(health.as<{ feeds: object }>().feeds, { active: 0, error: 1, paused: 0 });
      serveProducts(feedProducts(1, 3));
      const recovered = await runFeed(store, feed.id);
      assert.deepEqual([recovered.status, recovered.unchanged_rows], ['completed', 3]);
      const { feed: healthy } = await showFeed(store, feed.id);
      assert.deepEqual([healthy.status, healthy.last_error], ['active', null]);
    });

    test('an overdue feed runs once, then an interval later', async () => {
      const store = await service.createStore();
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 1));
      const { feed } = await registerAndRun(store, url, { refresh_interval: '15m' });
      serveProducts(feedProducts(1, 2));
      // As if the service had slept for a day.
      const { storage } = service.current();
      const dueAt = (Date.now() - 86_400_000) * 1_000;
      await storage.write(store.store.id, async (writer) => {
        const stored = await writer.feeds.find(feed.id);
        assert.ok(stored !== null);
        await writer.feeds.update({ ...stored, nextRunAt: dueAt });
        await writer.jobs.schedule(jobOf(stored, dueAt));
      });
      await waitUntil('the run that was due', async () => (await stockOf(store)).in.length === 2, 20_000);
      const run = await endOfLatestRun(store, feed.id);
      assert.equal(run.trigger, 'schedule');
      const { feed: after } = await showFeed(store, feed.id);
      const aheadMs = Date.parse(after.next_run_at) - Date.parse(run.created_at);
      assert.ok(aheadMs > 14 * 60_000 && aheadMs < 15 * 60_000 * 1.05 + 60_000, `${aheadMs}`);
      assert.equal((await runsOf(store, feed.id)).length, 2);
      // By hand does not move it.
      await runFeed(store, feed.id);
      assert.equal((await showFeed(store, feed.id)).feed.next_run_at, after.next_run_at);
    });

    test('a feed of many chunks is imported whole without leftovers', async () => {
      const store = await service.createStore();
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 5_000, { description: 'x'.repeat(500) }));
      const { run } = await registerAndRun(store, url);
      assert.deepEqual([run.created_rows, run.processed_rows], [5_000, 5_000]);
      assert.equal(await service.current().storage.reader(store.store.id).files.count(), 0);
    });

    async function runsOf(store: TestStore, feedId: string): Promise<FeedRunBody[]> {
      const answer = await store.request('GET', `${feedsPath}/${feedId}/runs`);
      return answer.as<{ runs: FeedRunBody[] }>().runs;
    }
  });
}
