/**
 * Goal: feeds are registered, changed, listed, previewed and deleted as §4.6 and Contract §6 say, by the store that owns
 * them and nobody else, and their credentials go to their server only.
 * Method: a real service, and a real server of documents that notes what it was asked.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FeedBody, FeedRunBody } from '../../contract/feeds.ts';
import { limits } from '../../contract/limits.ts';
import { newId } from '../../server/ids.ts';
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
  registerFeed,
  routesOf,
  showFeed,
  stockOf,
  useFeedServer,
} from '../support/feeds.ts';
import { answerWith } from '../support/hostile-feed-server.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

for (const engine of engines) {
  describe(`feeds (${engine.name})`, () => {
    const service = useService(engine, privateFeeds);
    const server = useFeedServer();
    const address = () => newAddress(server.current());

    test('§4.6 a registered feed is run at once, and its products are answered', async () => {
      const store = await service.createStore();
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 3));
      const registered = await store.request('POST', feedsPath, {
        body: { name: ' Main feed ', feed_url: url, feed_format: 'json' },
      });
      assert.equal(registered.status, 200, registered.text);
      const { feed } = registered.as<{ message: string; feed: FeedBody }>();
      const { id, created_at, updated_at, next_run_at, links, ...rest } = feed;
      assert.deepEqual(rest, {
        ...{
          name: 'Main feed',
          feed_url: url,
          feed_format: 'json',
          refresh_interval: '6h',
          status: 'active',
        },
        ...{ auth_type: null, has_auth: false, max_removal_percent: 50 },
        ...{ last_fetched_at: null, last_error: null, last_order_at: null, has_orders_secret: false },
        ...{ last_fetched_at: null, last_error: null, changes_checked_at: null, changes_error: null },
      });
      assert.match(links.self, new RegExp(`^http.*${feedsPath}/${id}$`));
      assert.equal(links.orders, null, 'a document sends no orders');
      assert.equal(created_at, updated_at);
      const aheadMs = Date.parse(next_run_at) - Date.parse(created_at);
      assert.ok(Math.abs(aheadMs - 6 * 3_600_000) < 60_000, `${aheadMs}`);

      const run = await endOfLatestRun(store, id);
      const { total_rows, valid_rows, created_rows, processed_rows, error, not_modified } = run;
      assert.deepEqual(
        [run.status, run.trigger, total_rows, valid_rows, created_rows, processed_rows, error, not_modified],
        ['completed', 'registration', 3, 3, 3, 3, null, false],
      );
      assert.equal(run.fetch?.status, 200);
      assert.equal(run.fetch?.sha256?.length, 64);
      assert.ok(run.started_at !== null && run.finished_at !== null && run.started_at < run.finished_at);
      const found = await store.request('GET', '/api/v1/autocomplete?q=lamp');
      assert.equal(found.as<{ products: unknown[] }>().products.length, 3);
      assert.notEqual((await showFeed(store, id)).feed.last_fetched_at, null);

      const listed = await store.request('GET', feedsPath);
      assert.deepEqual(
        listed.as<{ feeds: FeedBody[] }>().feeds.map((each) => each.id),
        [id],
      );
      const runs = await store.request('GET', `${feedsPath}/${id}/runs`);
      assert.deepEqual(runs.as<object>(), { runs: [run], next_cursor: null });
      const byItself = await store.request('GET', new URL(run.links.self).pathname);
      assert.deepEqual(byItself.as<object>(), { run, warnings: [] });
      const asImport = await store.request('GET', `/api/v1/product-imports/${run.id}`);
      assert.deepEqual(
        [asImport.as<{ source: string }>().source, asImport.as<{ filename: string }>().filename],
        ['feed', 'Main feed'],
      );
    });

    test('other feed formats are read too, with failed rows listed', async () => {
      const store = await service.createStore();
      const csv = address();
      csv.serve({
        body: 'external_id,title,price,url\n1,Lamp,5,https://shop.example/1\n2,Chair,x,https://shop.example/2\n',
      });
      const { feed, run } = await registerAndRun(store, csv.url, { feed_format: 'csv' });
      assert.deepEqual([run.created_rows, run.failed_rows, run.issues[0]?.code], [1, 1, 'price_invalid']);
      const failures = `${feedsPath}/${feed.id}/runs/${run.id}/failures`;
      const listed = await store.request('GET', failures);
      assert.deepEqual(
        listed
          .as<{ failures: { external_id: string; code: string }[] }>()
          .failures.map(({ external_id: id }) => id),
        ['2'],
      );
      const asCsv = await store.request('GET', `${failures}?format=csv`);
      assert.match(asCsv.text, /price_invalid/);

      const xml = address();
      xml.serve({
        body: `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><item>
          <g:id>x1</g:id><title>Sofa</title><link>https://shop.example/x1</link><g:price>199.00 EUR</g:price>
          <g:availability>in stock</g:availability></item></channel></rss>`,
      });
      const second = await registerAndRun(store, xml.url, { feed_format: 'google_xml' });
      assert.deepEqual(
        [second.run.status, second.run.created_rows],
        ['completed', 1],
        second.run.error ?? '',
      );
      assert.deepEqual((await stockOf(store)).in, ['1', 'x1']);
    });

    test('a registration lists all wrong values and stores nothing', async () => {
      const store = await service.createStore();
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 1));
      const good = { name: 'Feed', feed_url: url, feed_format: 'json' };
      const all = await store.request('POST', feedsPath, {
        body: {
          ...{ name: ' ', feed_url: 'shop', feed_format: 'xls', refresh_interval: '2h', auth_type: 'token' },
          ...{ auth_secret: 5, max_removal_percent: 101 },
        },
      });
      const errors = expectError(all, 'validation_failed');
      const paths = ['/name', '/feed_url', '/feed_format', '/refresh_interval', '/max_removal_percent'];
      assert.deepEqual(
        errors.map(({ path }) => path),
        [...paths, '/auth_type', '/auth_secret'],
      );
      const shown = ['" "', '"shop"', '"xls"', '"2h"', '101', 'text'];
      assert.deepEqual(
        errors.map(({ message }) => /[Gg]ot (.+)\.$/.exec(message)?.[1]),
        [...shown, undefined],
      );
      const wrong: readonly [object, string][] = [
        [{ name: undefined }, '/name'],
        [{ name: 'a\u0000b' }, '/name'],
        [{ name: 'x'.repeat(256) }, '/name'],
        [{ feed_format: undefined }, '/feed_format'],
        [{ feed_url: 5 }, '/feed_url'],
        [{ feed_url: `${url} ` }, '/feed_url'],
        [{ feed_url: `${url}?${'a'.repeat(2_048)}` }, '/feed_url'],
        [{ auth_type: 'basic' }, '/auth_secret'],
        [{ auth_secret: 'user:password' }, '/auth_type'],
        [{ auth_type: null, auth_secret: 'user:password' }, '/auth_secret'],
        [{ auth_type: 'basic', auth_secret: null }, '/auth_secret'],
        [{ auth_type: 'basic', auth_secret: 'no colon' }, '/auth_secret'],
        [{ auth_type: 'header', auth_secret: 'Host: other.example' }, '/auth_secret'],
        [{ max_removal_percent: 1.5 }, '/max_removal_percent'],
      ];
      for (const [fields, path] of wrong) {
        const answer = await store.request('POST', feedsPath, { body: { ...good, ...fields } });
        const refusal = expectError(answer, 'validation_failed');
        assert.deepEqual(
          refusal.map((error) => error.path),
          [path],
          answer.text,
        );
      }
      expectError(await store.request('POST', feedsPath, { body: '[]' }), 'validation_failed');
      expectError(await store.request('POST', feedsPath, { body: '{' }), 'malformed_json');
      assert.deepEqual((await store.request('GET', feedsPath)).as<object>(), { feeds: [] });
    });

    test('Contract §6 a forbidden, unreachable or non-feed address is refused', async () => {
      const store = await service.createStore();
      const refusals: [string, () => string][] = [
        ['feed_url_forbidden', () => 'ftp://shop.example/feed.json'],
        [
          'feed_url_forbidden',
          () => `${server.current().origin.replace('://', '://user:password@')}/feed.json`,
        ],
        ['feed_unreachable', () => `${server.current().origin}/nothing-here`],
        ['feed_unreachable', () => 'http://127.0.0.1:9/feed.json'],
      ];
      const unparsable = [
        '',
        '<html><body>Shop</body></html>',
        '{"products": {}}',
        '[]',
        '[{"external_id": "1"',
        '{}',
      ];
      for (const body of unparsable) {
        const { url, serve } = address();
        serve({ body, headers: { 'content-type': 'application/json' } });
        refusals.push(['feed_unparsable', () => url]);
      }
      for (const [code, url] of refusals) {
        const body = { name: 'Feed', feed_url: url(), feed_format: 'json' };
        for (const path of [feedsPath, `${feedsPath}/preview`]) {
          const answer = await store.request('POST', path, { body });
          assert.equal(answer.as<{ code: string }>().code, code, `${body.feed_url}: ${answer.text}`);
          assert.equal(answer.status, 422);
          const [error] = answer.as<{ errors: { path: string; message: string }[] }>().errors;
          assert.equal(error?.path, '/feed_url');
        }
      }
      assert.deepEqual((await store.request('GET', feedsPath)).as<object>(), { feeds: [] });
      const health = await store.request('GET', '/api/v1/health');
      assert.deepEqual(health.as<{ feeds: object }>().feeds, { active: 0, error: 0, paused: 0 });
    });

    test('Contract §3 a repeated feed address is refused in any spelling', async () => {
      const store = await service.createStore();
      const [{ url, path, serveProducts, count }, other] = [address(), address()];
      serveProducts(feedProducts(1, 1));
      other.serveProducts(feedProducts(1, 1));
      await registerAndRun(store, url);
      const second = await registerFeed(store, other.url, { name: 'Second feed' });
      const asked = count();
      const origin = url.slice(0, -path.length);
      const auth = { auth_type: 'basic', auth_secret: 'shop:two' };
      for (const same of [url, `${origin.toUpperCase()}${path}#part`, `${origin}/x/..${path}`]) {
        const body = { name: 'Third', feed_url: same, feed_format: 'json', ...auth };
        const registered = await store.request('POST', feedsPath, { body });
        const moved = await store.request('PATCH', `${feedsPath}/${second.id}`, { body: { feed_url: same } });
        for (const answer of [registered, moved]) {
          const [fault] = expectError(answer, 'conflict');
          assert.deepEqual([fault?.path, fault?.code], ['/feed_url', 'feed_url_taken']);
          assert.match(fault?.message ?? '', /"Main feed" has this address already/);
        }
      }
      assert.equal(count(), asked);
      // Its own address is not another one's, and another store may have it.
      const kept = { feed_url: `${other.url}#part`, name: 'Renamed' };
      const renamed = await store.request('PATCH', `${feedsPath}/${second.id}`, { body: kept });
      assert.equal(renamed.status, 200, renamed.text);
      await registerFeed(await service.createStore(), url);
    });

    test('a store has so many feeds', async () => {
      const store = await service.createStore();
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 1));
      const feed = await registerFeed(store, url);
      const { storage } = service.current();
      const stored = await storage.reader(store.store.id).feeds.find(feed.id);
      assert.ok(stored !== null);
      await storage.write(store.store.id, async (writer) => {
        for (let number = 1; number < limits.feedsPerStore; number += 1) {
          await writer.feeds.insert({ ...stored, id: newId(), url: `${url}?${number}` });
        }
      });
      const oneMore = address();
      oneMore.serveProducts(feedProducts(1, 1));
      const refused = await store.request('POST', feedsPath, {
        body: { name: 'More', feed_url: oneMore.url, feed_format: 'json' },
      });
      expectError(refused, 'conflict');
    });

    test('a waiting or running run answers for a second one', async () => {
      const store = await service.createStore();
      const { url, serve, serveProducts, count } = address();
      serveProducts(feedProducts(1, 1));
      const { feed, run: first } = await registerAndRun(store, url);
      const released = Promise.withResolvers<void>();
      serve(async (socket, request) => {
        await released.promise;
        await answerWith({ body: JSON.stringify(feedProducts(1, 2)) })(socket, request);
      });
      const run = await refreshFeed(store, feed.id);
      assert.deepEqual([run.trigger, run.status, run.forced], ['manual', 'pending', false]);
      await waitUntil('the fetch', () => count() === 3);
      assert.equal((await refreshFeed(store, feed.id, { force: true })).id, run.id);
      assert.equal((await showFeed(store, feed.id)).latest_run?.phase, 'fetching');
      released.resolve();
      assert.equal((await endOfLatestRun(store, feed.id)).created_rows, 1);
      const listed = await store.request('GET', `${feedsPath}/${feed.id}/runs?limit=1`);
      const page = listed.as<{ runs: FeedRunBody[]; next_cursor: string }>();
      const rest = await store.request('GET', `${feedsPath}/${feed.id}/runs?cursor=${page.next_cursor}`);
      const ids = [...page.runs, ...rest.as<{ runs: FeedRunBody[] }>().runs].map(({ id }) => id);
      assert.deepEqual(ids, [run.id, first.id]);
      expectError(
        await store.request('POST', `${feedsPath}/${feed.id}/refresh`, { body: { force: 1 } }),
        'validation_failed',
      );
    });

    test('a preview shows a run’s changes and stores nothing', async () => {
      const store = await service.createStore({ plan: 'free' });
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 60));
      await registerAndRun(store, url);
      const next = address();
      next.serveProducts([
        ...feedProducts(1, 50, { price: 6 }),
        ...feedProducts(51, 58),
        ...feedProducts(101, 160),
        feedProduct(101, { price: 7 }),
        feedProduct('broken', { price: 'x' }),
      ]);
      const body = { name: 'Next', feed_url: next.url, feed_format: 'json' };
      const answer = await store.request('POST', `${feedsPath}/preview`, { body });
      assert.equal(answer.status, 200, answer.text);
      const { preview } = answer.as<{
        preview: Record<string, unknown> & { sample: { title: string; price: string }[] };
      }>();
      const { total_rows, valid_rows, failed_rows, would_create, would_update, would_remove } = preview;
      assert.deepEqual(
        { total_rows, valid_rows, failed_rows, would_create, would_update, would_remove },
        // The plan has room for 40 more; what the feed that is there supplies stays.
        {
          total_rows: 120,
          valid_rows: 119,
          failed_rows: 1,
          would_create: 40,
          would_update: 50,
          would_remove: 0,
        },
      );
      assert.equal(preview.sample.length, limits.feedPreviewSample);
      assert.deepEqual([preview.sample[0]?.title, preview.sample[0]?.price], ['Lamp 1', '6.00']);
      assert.equal(preview.would_skip, 20);
      assert.equal((await stockOf(store)).in.length, 60);
      assert.equal((await store.request('GET', feedsPath)).as<{ feeds: unknown[] }>().feeds.length, 1);
      expectError(await store.request('POST', `${feedsPath}/preview`, { body: {} }), 'validation_failed');
    });

    test('a preview of a registered feed counts what leaves stock', async () => {
      const store = await service.createStore();
      const [{ url, serveProducts }, other] = [address(), address()];
      serveProducts(feedProducts(1, 8));
      other.serveProducts(feedProducts(8, 9));
      const auth = { auth_type: 'basic', auth_secret: 'shop:one' };
      await registerAndRun(store, url, auth);
      await registerAndRun(store, other.url);
      serveProducts(feedProducts(1, 5));
      const wouldRemove = async (fields: object) => {
        const body = { name: 'Main feed', feed_url: url, feed_format: 'json', ...fields };
        const answer = await store.request('POST', `${feedsPath}/preview`, { body });
        return answer.as<{ preview: { would_remove: number } }>().preview.would_remove;
      };
      assert.equal(await wouldRemove(auth), 2);
      // The address tells which feed it is, whatever else is tried.
      assert.equal(await wouldRemove({ feed_url: `${url}#part` }), 2);
      assert.equal(await wouldRemove({ feed_url: other.url }), 0);
    });

    test('a feed of another store is unknown to every call', async () => {
      const [owner, stranger] = [await service.createStore(), await service.createStore()];
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 1));
      const { feed, run } = await registerAndRun(owner, url);
      for (const [method, path] of routesOf(feed.id, run.id)) {
        for (const [store, known] of [
          [stranger, path],
          [owner, path.replace(feed.id, 'no-id')],
        ] as const) {
          const answer = await store.request(
            method,
            known,
            method === 'PATCH' ? { body: { name: 'Mine' } } : {},
          );
          expectError(answer, 'not_found');
        }
        const storefront = await owner.request(method, path, { key: owner.keys.storefront });
        expectError(storefront, 'insufficient_scope');
      }
      const otherFeed = await registerFeed(owner, `${url}?second`);
      const mixed = await owner.request('GET', `${feedsPath}/${otherFeed.id}/runs/${run.id}`);
      expectError(mixed, 'not_found');
      assert.deepEqual((await stranger.request('GET', feedsPath)).as<object>(), { feeds: [] });
      assert.equal((await showFeed(owner, feed.id)).feed.name, 'Main feed');
    });
  });
}
