/**
 * Goal: many previews of feeds at once hold no more memory than a few. Method: a real service, and a server that holds its
 * documents back until the test has seen who was let through.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { anyEngine, onOneNode } from '../support/engines.ts';
import {
  feedProducts,
  feedsPath,
  newAddress,
  privateFeeds,
  registerFeed,
  useFeedServer,
} from '../support/feeds.ts';
import { answerWith } from '../support/hostile-feed-server.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

describe('previews of feeds', () => {
  const service = useService(onOneNode(anyEngine, 'a process bounds its own memory'), privateFeeds);
  const server = useFeedServer();

  test('a few previews are made at once, one a store', async () => {
    const released = Promise.withResolvers<void>();
    /** Stores whose documents are being fetched. */
    const open: number[] = [];
    let mostOpen = 0;
    const preview = async (storeIndex: number, store: Awaited<ReturnType<typeof service.createStore>>) => {
      const { url, serve } = newAddress(server.current());
      serve(async (socket, request) => {
        open.push(storeIndex);
        mostOpen = Math.max(mostOpen, open.length);
        await released.promise;
        open.splice(open.indexOf(storeIndex), 1);
        await answerWith({ body: JSON.stringify(feedProducts(1, 2)) })(socket, request);
      });
      const body = { name: 'Feed', feed_url: url, feed_format: 'json' };
      return (await store.request('POST', `${feedsPath}/preview`, { body })).status;
    };
    const most = limits.feedPreviewsAtOnce;
    const stores = await Promise.all(Array.from({ length: most + 2 }, () => service.createStore()));
    const answers = stores.flatMap((store, index) => [preview(index, store), preview(index, store)]);
    await waitUntil('as many previews as there may be', () => open.length >= most);
    // What only looks at the beginning of a document waits for none, and comes after all that were let through.
    const { url, serveProducts } = newAddress(server.current());
    serveProducts(feedProducts(1, 1));
    await registerFeed(await service.createStore(), url);
    assert.equal(open.length, most);
    assert.equal(new Set(open).size, most);
    released.resolve();
    assert.deepEqual([...new Set(await Promise.all(answers))], [200]);
    assert.equal(mostOpen, most);
  });

  test('a preview of a slow server makes room for another', async () => {
    const released = Promise.withResolvers<void>();
    const most = limits.feedPreviewsAtOnce;
    let openCount = 0;
    const preview = async (answer: Promise<void>) => {
      const store = await service.createStore();
      const { url, serve } = newAddress(server.current());
      serve(async (socket, request) => {
        openCount += 1;
        await answer;
        await answerWith({ body: JSON.stringify(feedProducts(1, 2)) })(socket, request);
      });
      const body = { name: 'Feed', feed_url: url, feed_format: 'json' };
      return await store.request('POST', `${feedsPath}/preview`, { body });
    };
    const slow = Array.from({ length: most }, () => preview(released.promise));
    await waitUntil('all places taken', () => openCount === most);
    assert.equal((await preview(Promise.resolve())).status, 200);
    // The one that made room is begun again, in a place apart.
    await waitUntil('its second begin', () => openCount === most + 2);
    released.resolve();
    assert.deepEqual([...new Set((await Promise.all(slow)).map(({ status }) => status))], [200]);
  });
});
