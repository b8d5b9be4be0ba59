/**
 * Goal: servers that take their time keep no other store's feed waiting. Method: a real worker with its slots, and servers
 * that answer well when a feed is registered and drip from then on.
 */
import { limits } from '../../contract/limits.ts';
import { runFeed } from '../../server/feeds/run-feed.ts';
import { newId } from '../../server/ids.ts';
import { startJobWorker } from '../../server/jobs/job-worker.ts';
import { onBothEngines } from '../support/engines.ts';
import { createFeedHands } from '../support/feed-hands.ts';
import { startHostileFeedServer } from '../support/hostile-feed-server.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

const document = JSON.stringify([
  { external_id: '1', title: 'Lamp', price: 5, url: 'https://shop.example/1' },
]);

onBothEngines('a feed does not wait for servers that drip', async ({ storage }) => {
  const server = await startHostileFeedServer();
  const hands = createFeedHands(storage);
  const [first, second, newcomer] = [uuidOf(1), uuidOf(2), uuidOf(3)];
  for (const id of [first, second, newcomer]) {
    await storage.directory.createStore({ ...storeRow(), id, name: id }, []);
  }
  const register = async (storeId: string, path: string) => {
    server.answer(path, { body: document });
    return await hands.register(storeId, { feed_url: `${server.origin}${path}` });
  };
  const slowPaths = ['/a', '/b', '/c', '/d'];
  for (const [index, path] of slowPaths.entries()) {
    await register(index < 2 ? first : second, path);
    server.answer(path, { body: document, cutAt: 20, ending: 'stall' });
  }
  const { environment } = hands;
  const worker = startJobWorker({
    directory: storage.directory,
    handlers: {
      feed: async (job, lease, stopping, pause) => {
        await runFeed(storage, job, lease, { ...environment, stopping, pause });
      },
    },
    ...{ clock: environment.clock, newId, concurrency: limits.feedsAtOnce, pollMs: 20 },
    failed() {},
  });
  try {
    await waitUntil('all slow servers', () => server.openCount() === slowPaths.length, 20_000);
    const good = await register(newcomer, '/good');
    const isTakenIn = async () => (await storage.reader(newcomer).feed(good.id))?.lastFetchedAt != null;
    await waitUntil('the run of the newcomer', isTakenIn, 20_000);
    // Theirs are still under way.
    await waitUntil('the end of its call', () => server.openCount() === slowPaths.length);
  } finally {
    await worker.stop();
    await hands.close();
    await server.close();
  }
});
