/**
 * Goal: members of a store work with its feeds as far as their role reaches, what they do is in the audit log, and the
 * pages get what they draw. Method: the dashboard's own calls on one service, beside a real server of documents.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { FeedBody, FeedRunBody } from '../../contract/feeds.ts';
import { newId } from '../../server/ids.ts';
import { joinAs, setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import {
  endOfLatestRun,
  feedProduct,
  feedProducts,
  newAddress,
  privateFeeds,
  registerAndRun,
  runFeed,
  useFeedServer,
} from '../support/feeds.ts';
import { useService } from '../support/use-service.ts';

interface FeedsBody {
  readonly feeds: readonly (FeedBody & { readonly runs: readonly { readonly id: string }[] })[];
}
interface RunAnswer {
  readonly run: FeedRunBody;
  readonly before: FeedRunBody | null;
}

// Its calls read and write by what the API's tests prove on both databases.
describe('feeds in the dashboard', () => {
  const service = useService(anyEngine, privateFeeds);
  const server = useFeedServer();
  const address = () => newAddress(server.current());
  let operator: Visitor;
  before(async () => {
    operator = await setUpOperator(service.current());
  });

  test('an editor manages a feed, and the log names them', async () => {
    const store = await service.createStore();
    const storeId = store.store.id;
    const editor = await joinAs(service.current(), operator, storeId, {
      ...{ email: 'eddy@shop.example', role: 'editor' },
    });
    const { url, serveProducts } = address();
    serveProducts(feedProducts(1, 3));
    const path = `/stores/${storeId}/product-feeds`;
    const settings = { name: 'Main', feed_url: url, feed_format: 'json' };
    const previewed = await editor.call('POST', `${path}/preview`, settings);
    assert.equal(previewed.as<{ preview: { would_create: number } }>().preview.would_create, 3);
    const bare = await editor.call('POST', path, settings, { 'x-csrf-token': 'x' });
    expectError(bare, 'csrf_failed');
    const registered = await editor.call('POST', path, settings);
    assert.equal(registered.status, 200, registered.text);
    const { id } = registered.as<{ feed: FeedBody }>().feed;
    await endOfLatestRun(store, id);
    await editor.call('PATCH', `${path}/${id}`, { refresh_interval: '1h' });
    const refreshed = await editor.call('POST', `${path}/${id}/refresh`, { force: true });
    assert.equal(refreshed.as<{ run: FeedRunBody }>().run.trigger, 'manual');
    await endOfLatestRun(store, id);
    assert.equal((await editor.call('DELETE', `${path}/${id}`)).status, 200);
    const audit = await operator.call('GET', `/stores/${storeId}/audit`);
    const { entries } = audit.as<{ entries: { action: string; actor: { email: string } | null }[] }>();
    const done = entries.filter(
      ({ action, actor }) => action.startsWith('feed.') && actor?.email === 'eddy@shop.example',
    );
    assert.deepEqual(
      done.map(({ action }) => action),
      ['feed.deleted', 'feed.refreshed', 'feed.changed', 'feed.registered'],
    );
  });

  test('a viewer only sees feeds, and a stranger sees none', async () => {
    const [store, other] = [await service.createStore(), await service.createStore()];
    const { url, serveProducts } = address();
    serveProducts(feedProducts(1, 2));
    const { feed, run } = await registerAndRun(store, url);
    const storeId = store.store.id;
    const viewer = await joinAs(service.current(), operator, storeId, {
      ...{ email: 'vic@shop.example', role: 'viewer' },
    });
    const path = `/stores/${storeId}/product-feeds`;
    const reads = [path, `${path}/${feed.id}`, `${path}/${feed.id}/runs`];
    for (const read of [...reads, `${path}/${feed.id}/runs/${run.id}`]) {
      assert.equal((await viewer.call('GET', read)).status, 200, read);
      expectError(await viewer.call('GET', read.replace(storeId, other.store.id)), 'not_found');
    }
    const changes = [
      ['POST', path],
      ['POST', `${path}/preview`],
      ['PATCH', `${path}/${feed.id}`],
      ['DELETE', `${path}/${feed.id}`],
      ['POST', `${path}/${feed.id}/refresh`],
    ] as const;
    for (const [method, changed] of changes) {
      expectError(await viewer.call(method, changed, {}), 'insufficient_role');
    }
    const elsewhere = `/stores/${other.store.id}/product-feeds/${feed.id}`;
    for (const unknown of [elsewhere, `${elsewhere}/runs/${run.id}`, `${path}/${newId()}`, `${path}/x`]) {
      expectError(await operator.call('GET', unknown), 'not_found');
    }
  });

  test('a run shows its predecessor, and its import names the feed', async () => {
    const store = await service.createStore();
    const { url, serveProducts } = address();
    serveProducts(feedProducts(1, 3));
    const { feed, run: first } = await registerAndRun(store, url);
    const calm = await runFeed(store, feed.id);
    assert.equal(calm.not_modified, true);
    serveProducts([...feedProducts(2, 5), feedProduct('broken', { price: 'x' })]);
    const third = await runFeed(store, feed.id);
    const path = `/stores/${store.store.id}`;
    const see = async (runId: string) =>
      (await operator.call('GET', `${path}/product-feeds/${feed.id}/runs/${runId}`)).as<RunAnswer>();
    assert.equal((await see(first.id)).before, null);
    assert.equal((await see(third.id)).before?.id, first.id);
    const listed = (await operator.call('GET', `${path}/product-feeds`)).as<FeedsBody>().feeds;
    assert.deepEqual(
      listed.map(({ id, runs }) => [id, runs.map((run) => run.id)]),
      [[feed.id, [first.id, calm.id, third.id]]],
    );
    const asImport = await operator.call('GET', `${path}/product-imports/${third.id}`);
    const { feed_id: feedId, file } = asImport.as<{ import: Record<string, unknown> }>().import;
    assert.deepEqual([feedId, file], [feed.id, null]);
    const imports = await operator.call('GET', `${path}/product-imports`);
    assert.deepEqual(imports.as<{ imports: unknown[] }>().imports, []);
    const failures = await operator.call('GET', `${path}/product-feeds/${feed.id}/runs/${third.id}/failures`);
    assert.equal(failures.as<{ failures: unknown[] }>().failures.length, 1);
  });

  test('a preview shows what would stop a run, the overview what did', async () => {
    const store = await service.createStore();
    const { url, serveProducts } = address();
    serveProducts(feedProducts(1, 60));
    const { feed } = await registerAndRun(store, url, { max_removal_percent: 10 });
    serveProducts(feedProducts(1, 40));
    const failed = await runFeed(store, feed.id);
    assert.equal(failed.error_code, 'removal_guard');
    const path = `/stores/${store.store.id}`;
    const overview = await operator.call('GET', `${path}/overview`);
    const { attention } = overview.as<{ attention: { code: string; link: string }[] }>();
    const found = attention.filter(({ code }) => /feed|import/.test(code));
    assert.deepEqual(
      found.map(({ code, link }) => [code, link]),
      [['feed_failing', `${path}/feeds/${feed.id}`]],
    );
    await operator.call('DELETE', `${path}/product-feeds/${feed.id}`);
    const next = { name: 'Next', feed_url: url, feed_format: 'json', max_removal_percent: 10 };
    const preview = async (change: object) => {
      const answer = await operator.call('POST', `${path}/product-feeds/preview`, { ...next, ...change });
      assert.equal(answer.status, 200, answer.text);
      return answer.as<{ preview: { would_remove: number; would_fail: string | null } }>().preview;
    };
    const refused = await preview({});
    assert.equal(refused.would_remove, 20);
    assert.match(refused.would_fail ?? '', /20 of 60/);
    assert.equal((await preview({ max_removal_percent: 50 })).would_fail, null);
    serveProducts([feedProduct(1, { price: 'x' })]);
    assert.match((await preview({ max_removal_percent: 100 })).would_fail ?? '', /None of the 1/);
  });
});
