/**
 * Goal: feeds are changed, paused and deleted as §4.6 and Contract §6 say, and their credentials go to their server only.
 * Method: a real service, and a real server of documents that notes what it was asked.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FeedBody, FeedRunBody } from '../../contract/feeds.ts';
import { limits } from '../../contract/limits.ts';
import { createSystemClock } from '../../server/clock.ts';
import { insertRun, jobOf } from '../../server/feeds/new-run.ts';
import { newId } from '../../server/ids.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import {
  endOfLatestRun,
  endOfScheduledRun,
  feedProducts,
  feedsPath,
  newAddress,
  privateFeeds,
  refreshFeed,
  registerAndRun,
  routesOf,
  runFeed,
  showFeed,
  stockOf,
  useFeedServer,
} from '../support/feeds.ts';
import { answerWith } from '../support/hostile-feed-server.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

for (const engine of engines) {
  describe(`changes of feeds (${engine.name})`, () => {
    const service = useService(engine, privateFeeds);
    const server = useFeedServer();
    const address = () => newAddress(server.current());

    test('a field the feed lacks is refused, and nothing changes', async () => {
      const store = await service.createStore();
      const { url, serveProducts } = address();
      serveProducts(feedProducts(1, 1));
      const { feed } = await registerAndRun(store, url);
      const change = { name: 'Renamed', refreshInterval: '1h', is_active: true };
      const patched = await store.request('PATCH', `${feedsPath}/${feed.id}`, { body: change });
      const [fault, ...others] = expectError(patched, 'validation_failed');
      assert.deepEqual([fault?.path, fault?.code, others], ['/refreshInterval', 'field_unknown', []]);
      assert.match(fault?.message ?? '', /Did you mean "refresh_interval"\?.* is_active\.$/);
      assert.equal((await showFeed(store, feed.id)).feed.name, feed.name);
      const body = {
        name: 'Other',
        feed_url: `${url}?other`,
        feed_format: 'json',
        autth: 1,
        is_active: true,
      };
      for (const path of [feedsPath, `${feedsPath}/preview`]) {
        const faults = expectError(await store.request('POST', path, { body }), 'validation_failed');
        assert.deepEqual(
          faults.map(({ path: field, code }) => [field, code]),
          [
            ['/autth', 'field_unknown'],
            ['/is_active', 'field_unknown'],
          ],
        );
      }
    });

    test('credentials reach the feed but are never shown or stored plainly', async () => {
      const store = await service.createStore();
      const { url, serveProducts, path } = address();
      serveProducts(feedProducts(1, 1));
      const auth = { auth_type: 'basic', auth_secret: 'shop:Gehe1mnis' };
      const { feed } = await registerAndRun(store, url, auth);
      const sent = () =>
        server
          .current()
          .requests.filter(({ target }) => target === path)
          .map(({ headers }) => headers.get('authorization') ?? headers.get('x-feed-key') ?? null);
      const basic = `Basic ${Buffer.from('shop:Gehe1mnis').toString('base64')}`;
      assert.deepEqual(sent(), [basic, basic]);
      assert.deepEqual([feed.has_auth, feed.auth_type], [true, 'basic']);
      const stored = await service.current().storage.reader(store.store.id).feeds.find(feed.id);
      assert.match(stored?.authSealed ?? '', /^v1\./);

      const patch = (body: object) => store.request('PATCH', `${feedsPath}/${feed.id}`, { body });
      // Absent stays; another type with the secret that is there would not fit.
      await patch({ name: 'Renamed' });
      expectError(await patch({ auth_type: 'header' }), 'validation_failed');
      expectError(await patch({ auth_type: null, auth_secret: 'a:b' }), 'validation_failed');
      assert.equal(sent().length, 2);
      const header = await patch({ auth_type: 'header', auth_secret: 'X-Feed-Key: Gehe1mnis-2' });
      assert.deepEqual([header.status, header.as<{ feed: FeedBody }>().feed.auth_type], [200, 'header']);
      assert.equal(sent().at(-1), 'Gehe1mnis-2');
      await runFeed(store, feed.id);
      assert.equal(sent().at(-1), 'Gehe1mnis-2');
      const cleared = await patch({ auth_secret: null });
      assert.deepEqual(
        [cleared.as<{ feed: FeedBody }>().feed.has_auth, cleared.as<{ feed: FeedBody }>().feed.auth_type],
        [false, null],
      );
      assert.equal(sent().at(-1), null);
      const shown = [header.text, cleared.text, JSON.stringify(await showFeed(store, feed.id))];
      const entries = await service
        .current()
        .storage.reader(store.store.id)
        .audit.page({ before: null, limit: 50 });
      assert.ok(entries.some(({ action }) => action === 'feed.changed'));
      for (const text of [...shown, JSON.stringify(entries)]) assert.ok(!text.includes('Gehe1mnis'), text);
    });

    test('a changed address, format or credential is stored if it works', async () => {
      const store = await service.createStore();
      const [first, second] = [address(), address()];
      first.serveProducts(feedProducts(1, 2));
      const { feed } = await registerAndRun(store, first.url);
      const patch = (body: object) => store.request('PATCH', `${feedsPath}/${feed.id}`, { body });
      expectError(await patch({ feed_url: second.url, name: 'Other' }), 'feed_unreachable');
      expectError(await patch({ feed_format: 'google_xml' }), 'feed_unparsable');
      expectError(await patch({ feed_url: 'ftp://shop.example/' }), 'feed_url_forbidden');
      expectError(await patch({ is_active: 'yes', refresh_interval: '1d' }), 'validation_failed');
      const { feed: same } = await showFeed(store, feed.id);
      assert.deepEqual([same.feed_url, same.name, same.feed_format], [first.url, 'Main feed', 'json']);
      second.serveProducts(feedProducts(2, 3));
      const changed = await patch({
        feed_url: second.url,
        refresh_interval: '15m',
        max_removal_percent: 100,
      });
      assert.equal(changed.status, 200, changed.text);
      const { feed: after, message } = changed.as<{ feed: FeedBody; message: string }>();
      assert.match(message, /due at once/);
      assert.deepEqual(
        [after.feed_url, after.refresh_interval, after.max_removal_percent],
        [second.url, '15m', 100],
      );
      const aheadMs = (body: FeedBody) => Date.parse(body.next_run_at) - Date.parse(after.updated_at);
      assert.ok(Math.abs(aheadMs(after)) < 60_000, `${aheadMs(after)}`);
      const run = await endOfScheduledRun(store, feed.id);
      assert.deepEqual([run.created_rows, run.unchanged_rows, run.removed_rows], [1, 1, 1]);
      const nextMs = aheadMs((await showFeed(store, feed.id)).feed);
      assert.ok(Math.abs(nextMs - 15 * 60_000) < 60_000 + 0.05 * 15 * 60_000, `${nextMs}`);
      const calm = await patch({ name: 'Renamed', feed_format: 'json', refresh_interval: '1h' });
      assert.equal(calm.as<{ message: string }>().message, 'The feed has been changed.');
    });

    test('credentials stay with their origin unless they are given again', async () => {
      const store = await service.createStore();
      const [first, second] = [address(), address()];
      const elsewhere = second.url.replace('127.0.0.1', 'localhost');
      first.serveProducts(feedProducts(1, 1));
      second.serveProducts(feedProducts(1, 1));
      const auth = { auth_type: 'basic', auth_secret: 'shop:key' };
      const { feed } = await registerAndRun(store, first.url, auth);
      const patch = (body: object) => store.request('PATCH', `${feedsPath}/${feed.id}`, { body });
      for (const body of [{ feed_url: elsewhere }, { feed_url: elsewhere, auth_type: 'basic' }]) {
        const [fault] = expectError(await patch(body), 'validation_failed');
        assert.equal(fault?.path, '/auth_secret');
        const { origin } = new URL(elsewhere);
        assert.ok(
          fault.message.includes(`are for ${server.current().origin}; send auth_secret again for ${origin}`),
        );
      }
      assert.equal(second.count(), 0);
      const sent = (host: string) =>
        server
          .current()
          .requests.filter(({ target, headers }) => target === second.path && headers.get('host') === host)
          .map(({ headers }) => headers.has('authorization'));
      // Of the same origin they are kept.
      assert.equal((await patch({ feed_url: second.url })).status, 200);
      assert.equal(sent(new URL(second.url).host)[0], true);
      assert.equal((await patch({ feed_url: elsewhere, auth_secret: null })).status, 200);
      await endOfScheduledRun(store, feed.id);
      assert.equal(sent(new URL(elsewhere).host)[0], false);
      // Without credentials a feed may move anywhere.
      assert.equal((await patch({ feed_url: first.url })).status, 200);
    });

    test('§3.3 a paused feed is not fetched, and is due on activation', async () => {
      const store = await service.createStore();
      const { url, serveProducts, count } = address();
      serveProducts(feedProducts(1, 1));
      const { feed } = await registerAndRun(store, url);
      const patch = async (body: object) => {
        const answer = await store.request('PATCH', `${feedsPath}/${feed.id}`, { body });
        return answer.as<{ feed: FeedBody }>().feed;
      };
      const paused = await patch({ is_active: false });
      assert.deepEqual([paused.status, paused.next_run_at], ['paused', feed.next_run_at]);
      const refresh = (body?: unknown) =>
        store.request('POST', `${feedsPath}/${feed.id}/refresh`, body === undefined ? {} : { body });
      expectError(await refresh(), 'conflict');
      expectError(await refresh({ Force: true }), 'validation_failed');
      const health = await store.request('GET', '/api/v1/health');
      assert.deepEqual(health.as<{ feeds: object }>().feeds, { active: 0, error: 0, paused: 1 });
      assert.equal(count(), 2);
      serveProducts(feedProducts(1, 2));
      assert.equal((await patch({ is_active: true })).status, 'active');
      await waitUntil('the run after the pause', async () => (await stockOf(store)).in.length === 2, 20_000);
      const run = await endOfLatestRun(store, feed.id);
      assert.equal(run.trigger, 'schedule');
      const next = (await showFeed(store, feed.id)).feed.next_run_at;
      assert.equal((await patch({ is_active: true })).next_run_at, next);
    });

    test('pausing a feed ends its waiting or fetching run', async () => {
      const store = await service.createStore();
      const { url, serve, serveProducts, count } = address();
      serveProducts(feedProducts(1, 1));
      const { feed } = await registerAndRun(store, url);
      const patch = (body: object) => store.request('PATCH', `${feedsPath}/${feed.id}`, { body });
      const pausedRun = async () => {
        assert.equal((await patch({ is_active: false })).as<{ feed: FeedBody }>().feed.status, 'paused');
        const { latest_run: run } = await showFeed(store, feed.id);
        assert.deepEqual([run?.status, run?.error_code, run?.phase], ['failed', 'feed_paused', null]);
        assert.notEqual(run?.finished_at, null);
        return run;
      };
      const released = Promise.withResolvers<void>();
      serve(async (socket, request) => {
        await released.promise;
        await answerWith({ body: JSON.stringify(feedProducts(1, 2)) })(socket, request);
      });
      const fetching = await refreshFeed(store, feed.id);
      await waitUntil('the fetch before the pause', () => count() === 3);
      assert.equal((await pausedRun())?.id, fetching.id);
      released.resolve();
      const claim = { owner: newId(), leaseMs: 1_000 };
      const job = await service.current().storage.directory.claimJob('feed', claim);
      assert.notEqual(job?.subject, feed.id);

      // One that nobody has begun: its job is due later than this test lasts.
      const { storage } = service.current();
      serveProducts(feedProducts(1, 3));
      await storage.write(store.store.id, async (writer) => {
        const stored = await writer.feeds.find(feed.id);
        assert.ok(stored !== null);
        await writer.feeds.update({ ...stored, status: 'active' });
        await insertRun(
          writer,
          stored,
          { trigger: 'manual', forced: false },
          { clock: createSystemClock(), newId },
        );
        await writer.jobs.schedule(jobOf(stored, Date.now() * 2_000));
      });
      assert.equal((await pausedRun())?.started_at, null);
      assert.deepEqual([count(), (await stockOf(store)).in], [3, ['1']]);

      await patch({ is_active: true });
      await waitUntil('the run once it goes on', async () => (await stockOf(store)).in.length === 3);
      assert.equal(count(), 4);
    });

    test('a reactivated feed that fails again sends both messages', async () => {
      const store = await service.createStore();
      const { url, serve, serveProducts } = address();
      serveProducts(feedProducts(1, 1));
      const { feed } = await registerAndRun(store, url);
      const body = {
        url: `${server.current().origin}/hook`,
        events: ['feed.run.failed', 'feed.run.completed'],
      };
      const hook = (await store.request('POST', '/api/v1/webhooks', { body })).as<{
        webhook: { id: string };
      }>();
      serve({ status: 500 });
      assert.equal((await runFeed(store, feed.id)).status, 'failed');
      await store.request('PATCH', `${feedsPath}/${feed.id}`, { body: { is_active: true } });
      const runs = async () => {
        const answer = await store.request('GET', `${feedsPath}/${feed.id}/runs`);
        return answer.as<{ runs: FeedRunBody[] }>().runs.filter(({ status }) => status === 'failed');
      };
      await waitUntil('the failure after the activation', async () => (await runs()).length === 2);
      serveProducts(feedProducts(1, 2));
      assert.equal((await runFeed(store, feed.id)).status, 'completed');
      const log = await store.request('GET', `/api/v1/webhooks/${hook.webhook.id}/deliveries`);
      const { deliveries } = log.as<{
        deliveries: { payload: { type: string; data: { run?: FeedRunBody } } }[];
      }>();
      const told = deliveries.map(({ payload }) => payload);
      assert.deepEqual(
        told.map(({ type }) => type),
        ['feed.run.completed', 'feed.run.failed'],
      );
      assert.match(JSON.stringify(told[0]), /"recovered":true/);
      const first = (await runs()).at(-1);
      const { run } = told[1]?.data ?? {};
      assert.deepEqual(
        [run?.error_code, run?.finished_at, run?.updated_at],
        ['feed_status', first?.finished_at, first?.updated_at],
      );
    });

    test('only requests that check an address wait for each other', async () => {
      const store = await service.createStore();
      const [first, slow] = [address(), address()];
      first.serveProducts(feedProducts(1, 1));
      const { feed } = await registerAndRun(store, first.url);
      const released = Promise.withResolvers<void>();
      slow.serve(async (socket, request) => {
        await released.promise;
        await answerWith({ status: 500 })(socket, request);
      });
      const patch = (body: object, id = feed.id) => store.request('PATCH', `${feedsPath}/${id}`, { body });
      const looks = Array.from({ length: limits.feedCallsPerStore }, () => patch({ feed_url: slow.url }));
      await waitUntil('as many looks as may be', () => slow.count() === limits.feedCallsPerStore);
      expectError(await patch({ feed_url: slow.url }), 'unavailable');
      expectError(await patch({ name: 'x' }, newId()), 'not_found');
      assert.equal((await patch({ name: 'Renamed', is_active: false })).status, 200);
      released.resolve();
      for (const look of await Promise.all(looks)) expectError(look, 'feed_unreachable');
    });

    test('a concurrent change that was tried with outdated values is refused', async () => {
      const store = await service.createStore();
      const [first, slow] = [address(), address()];
      first.serveProducts(feedProducts(1, 1));
      const { feed } = await registerAndRun(store, first.url);
      const released = Promise.withResolvers<void>();
      slow.serve(async (socket, request) => {
        await released.promise;
        await answerWith({ body: JSON.stringify(feedProducts(1, 1)) })(socket, request);
      });
      const patch = (body: object) => store.request('PATCH', `${feedsPath}/${feed.id}`, { body });
      const moved = patch({ feed_url: slow.url });
      await waitUntil('the look at the other address', () => slow.count() === 1);
      assert.equal((await patch({ auth_type: 'basic', auth_secret: 'shop:key' })).status, 200);
      released.resolve();
      expectError(await moved, 'conflict');
      const { feed: after } = await showFeed(store, feed.id);
      assert.deepEqual([after.feed_url, after.has_auth], [first.url, true]);
    });

    test('validators that were given to other credentials are not sent', async () => {
      const store = await service.createStore();
      const { url, path, serve, serveProducts, count } = address();
      serveProducts(feedProducts(1, 1));
      const { feed } = await registerAndRun(store, url);
      const released = Promise.withResolvers<void>();
      const answer = { headers: { etag: '"a"' }, body: JSON.stringify(feedProducts(1, 2)) };
      serve(async (socket, request) => {
        if (!request.headers.has('authorization')) await released.promise;
        await answerWith(answer)(socket, request);
      });
      await refreshFeed(store, feed.id);
      await waitUntil('the fetch without credentials', () => count() === 3);
      const body = { auth_type: 'basic', auth_secret: 'shop:key' };
      assert.equal((await store.request('PATCH', `${feedsPath}/${feed.id}`, { body })).status, 200);
      released.resolve();
      const asked = () => {
        const last = server.current().requests.findLast(({ target }) => target === path);
        return last?.headers.get('if-none-match') ?? null;
      };
      // What was changed under a run that fetches is due at once after it.
      assert.equal((await endOfScheduledRun(store, feed.id)).unchanged_rows, 2);
      assert.deepEqual([count(), asked()], [5, null]);
      await runFeed(store, feed.id);
      assert.equal(asked(), '"a"');
      const others = { auth_type: 'basic', auth_secret: 'other:key' };
      await store.request('PATCH', `${feedsPath}/${feed.id}`, { body: others });
      await endOfScheduledRun(store, feed.id);
      assert.equal(asked(), null);
    });

    test('§4.6 a deleted feed ends its run and keeps its products', async () => {
      const store = await service.createStore();
      const { url, serve, serveProducts, count } = address();
      serveProducts(feedProducts(1, 2));
      const { feed } = await registerAndRun(store, url);
      serve({ body: '[', framing: 'chunked', ending: 'stall' });
      const run = await refreshFeed(store, feed.id);
      await waitUntil('the fetch before the end', () => count() === 3);
      const deleted = await store.request('DELETE', `${feedsPath}/${feed.id}`);
      assert.deepEqual([deleted.status, Object.keys(deleted.as<object>())], [200, ['message']]);
      const imported = await store.request('GET', `/api/v1/product-imports/${run.id}`);
      assert.equal(imported.as<{ status: string }>().status, 'failed');
      for (const [method, path] of routesOf(feed.id, run.id)) {
        expectError(await store.request(method, path, method === 'PATCH' ? { body: {} } : {}), 'not_found');
      }
      assert.deepEqual(await stockOf(store), { in: ['1', '2'], out: [] });
      assert.deepEqual((await store.request('GET', feedsPath)).as<object>(), { feeds: [] });
    });
  });
}
