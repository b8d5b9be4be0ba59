/**
 * Goal: by no address that a store may give does the service reach the inside of its network, neither when it is given
 * nor in a run or delivery later. Method: a real process, and a server on the inside that counts who connects.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import type { FeedRunBody } from '../../contract/feeds.ts';
import type { DeliveryBody } from '../../contract/webhooks.ts';
import { createServiceData, createStoreOn, startChildService } from '../support/child-service.ts';
import { anyEngine } from '../support/engines.ts';
import { feedsPath, privateFeeds } from '../support/feeds.ts';
import { startHostileFeedServer } from '../support/hostile-feed-server.ts';
import { hostileZone, listPrivateUrls } from '../support/private-urls.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

const webhooksPath = '/api/v1/webhooks';

/** Returns the addresses whose text means the inside; what names resolve to is tried where lookups are answered by a test. */
function writtenUrls(port: number): readonly string[] {
  return listPrivateUrls(port).filter((url) => {
    const host = URL.canParse(url) ? new URL(url).hostname : '';
    return !hostileZone.has(host) && host !== 'unknown.example';
  });
}

test('no spelling of an address leads inside', async () => {
  let connections = 0;
  const inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  inside.listen(0, '127.0.0.1');
  await once(inside, 'listening');
  const data = await createServiceData(anyEngine.name);
  try {
    const service = await startChildService(data);
    const { keys } = await createStoreOn(data);
    const caller = service.caller(keys.secret);
    const urls = writtenUrls((inside.address() as AddressInfo).port);
    assert.ok(urls.length >= 80, `${urls.length} addresses`);
    for (const url of urls) {
      const feed = { name: 'Inside', feed_url: url, feed_format: 'json' };
      const answers = await Promise.all([
        caller.request('POST', feedsPath, { body: feed }),
        caller.request('POST', `${feedsPath}/preview`, { body: feed }),
        caller.request('POST', webhooksPath, { body: { url } }),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).slice(0, 2), [422, 422], url);
      // A name is looked up at each delivery, not when it is given.
      if (answers[2]?.status === 422) continue;
      assert.equal(answers[2]?.status, 200, url);
      // A store takes only so many.
      const { id } = answers[2].as<{ webhook: { id: string } }>().webhook;
      assert.equal((await caller.request('DELETE', `${webhooksPath}/${id}`)).status, 200);
    }
    const { feeds } = (await caller.request('GET', feedsPath)).as<{ feeds: unknown[] }>();
    assert.deepEqual([feeds, connections], [[], 0]);
    assert.equal(await service.end('SIGTERM'), 0);
  } finally {
    inside.close();
    data.remove();
  }
});

test('an address registered while private places were allowed is refused', async () => {
  const data = await createServiceData(anyEngine.name);
  const [documents, receiver] = [await startHostileFeedServer(), await startReceiver()];
  try {
    documents.answer('/feed.json', {
      body: '[{"external_id":"a","title":"Lamp","price":5,"url":"https://shop.example/a"}]',
    });
    const open = await startChildService(data, privateFeeds);
    const { keys } = await createStoreOn(data);
    const body = { name: 'Inside', feed_url: `${documents.origin}/feed.json`, feed_format: 'json' };
    const registered = await open.caller(keys.secret).request('POST', feedsPath, { body });
    assert.equal(registered.status, 200, registered.text);
    const { feed } = registered.as<{ feed: { id: string } }>();
    const endpoint = await open
      .caller(keys.secret)
      .request('POST', webhooksPath, { body: { url: receiver.url } });
    const { webhook } = endpoint.as<{ webhook: { id: string } }>();
    assert.equal(await open.end('SIGTERM'), 0);
    const asked = documents.requests.length;
    const heard = receiver.messages.length;

    const closed = await startChildService(data);
    const caller = closed.caller(keys.secret);
    await caller.request('POST', `${feedsPath}/${feed.id}/refresh`, { body: {} });
    const latest = async () =>
      (await caller.request('GET', `${feedsPath}/${feed.id}`)).as<{ latest_run: FeedRunBody }>().latest_run;
    await waitUntil('the end of the run', async () => (await latest()).finished_at !== null, 20_000);
    const run = await latest();
    assert.equal(run.status, 'failed');
    const attempted = async () => {
      const answer = await caller.request('GET', `${webhooksPath}/${webhook.id}/deliveries`);
      return answer
        .as<{ deliveries: DeliveryBody[] }>()
        .deliveries.some(({ attempts }) => attempts.length > 0);
    };
    await waitUntil('an attempt to tell the endpoint', attempted, 20_000);
    assert.deepEqual([documents.requests.length, receiver.messages.length], [asked, heard]);
    assert.equal(await closed.end('SIGTERM'), 0);
  } finally {
    await documents.close();
    await receiver.close();
    data.remove();
  }
});
