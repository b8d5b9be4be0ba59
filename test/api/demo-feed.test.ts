/**
 * Goal: the documented call that registers a feed works on a fresh service, and opens no way into its network.
 * Method: a service with the default guard of addresses; the feed is that of its own demo shop.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FoundFeed, ShopCheck } from '../../contract/shop-check.ts';
import { type SessionBody, setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { endOfLatestRun, feedsPath } from '../support/feeds.ts';
import { useService } from '../support/use-service.ts';

describe('the feed of the demo shop', () => {
  const service = useService(anyEngine, { FORETYPE_DEMO: 'on' });

  test('the demo feed is registered and imported as documented', async () => {
    const store = await service.createStore();
    const url = `${service.current().origin}/demo/feed.json`;
    const settings = { name: 'Demo feed', feed_format: 'json', refresh_interval: '1h' };
    const answer = await store.request('POST', feedsPath, { body: { ...settings, feed_url: url } });
    assert.equal(answer.status, 200, answer.text);
    const run = await endOfLatestRun(store, answer.as<{ feed: { id: string } }>().feed.id);
    assert.deepEqual([run.status, run.failed_rows], ['completed', 0]);
    assert.ok(run.created_rows > 100);
    const served = await fetch(url);
    assert.equal(((await served.json()) as unknown[]).length, run.total_rows);
    for (const path of ['/metrics', '/demo/feed.json?x=1', '/demo/config.json']) {
      const other = { ...settings, feed_url: `${service.current().origin}${path}` };
      expectError(await store.request('POST', feedsPath, { body: other }), 'feed_url_forbidden');
    }
  });
});

describe('the page of the demo shop', () => {
  const service = useService(anyEngine, { FORETYPE_DEMO: 'on' });

  test('the demo page is checked and its feed found, nothing else here', async () => {
    const visitor = await setUpOperator(service.current());
    const { origin } = service.current();
    const { stores } = (await visitor.call('GET', '/session')).as<SessionBody>();
    const demo = `/stores/${stores[0]?.id}`;
    const checked = await visitor.call('POST', `${demo}/shop-check`, { url: `${origin}/demo` });
    const { check } = checked.as<{ check: ShopCheck }>();
    assert.deepEqual(
      check.findings.map(({ code }) => code),
      ['line_found', 'key_live', 'policy_allows', 'inputs_bound'],
    );
    const served = await fetch(`${origin}/demo`);
    assert.match(await served.text(), /data-api-key/);
    const found = await visitor.call('POST', `${demo}/shop-check/feed`, { url: `${origin}/demo/feed.json` });
    assert.equal(found.as<{ found: FoundFeed }>().found.feed?.format, 'json', found.text);
    for (const path of ['/', '/demo/', '/metrics', '/demo?x=1', '/demo/config.json']) {
      const answer = await visitor.call('POST', `${demo}/shop-check`, { url: `${origin}${path}` });
      const [fault] = expectError(answer, 'validation_failed');
      assert.match(fault?.message ?? '', /only public https pages.*FORETYPE_ALLOW_PRIVATE_FEEDS=on/);
    }
  });
});

describe('a service without a demo shop', () => {
  const service = useService(anyEngine, { FORETYPE_DEMO: 'off' });

  test('without the demo its feed is refused', async () => {
    const store = await service.createStore();
    const feed_url = `${service.current().origin}/demo/feed.json`;
    const body = { name: 'Demo feed', feed_format: 'json', refresh_interval: '1h', feed_url };
    expectError(await store.request('POST', feedsPath, { body }), 'feed_url_forbidden');
    assert.equal((await fetch(feed_url)).status, 404);
  });
});
