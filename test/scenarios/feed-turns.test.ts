/**
 * Goal: servers that take their time keep no other store's feed waiting. Method: a real worker with its slots, and servers
 * that answer well when a feed is registered and drip from then on. Where slots are given up, only the test moves the clock.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { runFeed } from '../../server/feeds/run-feed.ts';
import { newId } from '../../server/ids.ts';
import { startJobWorker } from '../../server/jobs/job-worker.ts';
import type { RemoteWait } from '../../server/jobs/remote-wait.ts';
import type { JobKind } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createDrivenClock } from '../support/driven-clock.ts';
import { onAnyEngine, onBothEngines } from '../support/engines.ts';
import { createFeedDependencies } from '../support/feed-dependencies.ts';
import { startHostileFeedServer } from '../support/hostile-feed-server.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

const document = JSON.stringify([
  { external_id: '1', title: 'Lamp', price: 5, url: 'https://shop.example/1' },
]);

onBothEngines('a feed does not wait for servers that drip', async ({ storage }) => {
  const server = await startHostileFeedServer();
  const dependencies = createFeedDependencies(storage);
  const [first, second, newcomer] = [uuidOf(1), uuidOf(2), uuidOf(3)];
  for (const id of [first, second, newcomer]) {
    await storage.directory.createStore({ ...storeRow(), id, name: id }, []);
  }
  const register = async (storeId: string, path: string) => {
    server.answer(path, { body: document });
    return await dependencies.register(storeId, { feed_url: `${server.origin}${path}` });
  };
  const slowPaths = ['/a', '/b', '/c', '/d'];
  for (const [index, path] of slowPaths.entries()) {
    await register(index < 2 ? first : second, path);
    server.answer(path, { body: document, cutAt: 20, ending: 'stall' });
  }
  const { environment } = dependencies;
  const worker = startJobWorker({
    directory: storage.directory,
    handlers: {
      feed: async (job, lease, stopping, pause, wait) => {
        await runFeed(storage, job, lease, { ...environment, stopping, pause, wait });
      },
    },
    clock: environment.clock,
    newId,
    concurrency: limits.feedsAtOnce,
    pollMs: 20,
    failed() {},
  });
  try {
    await waitUntil('all slow servers', () => server.openCount() === slowPaths.length, 20_000);
    const good = await register(newcomer, '/good');
    const isTakenIn = async () => (await storage.reader(newcomer).feeds.find(good.id))?.lastFetchedAt != null;
    await waitUntil('the run of the newcomer', isTakenIn, 20_000);
    // Theirs are still under way.
    await waitUntil('the end of its call', () => server.openCount() === slowPaths.length);
  } finally {
    await worker.stop();
    await dependencies.close();
    await server.close();
  }
});

/** Slots of the worker below, and beside them those of feeds that had to leave one. */
const slots = 3;
const slowSlots = 1;

/** A run as it was taken up. */
interface TakenUp {
  readonly feedId: string;
  readonly kind: JobKind;
  readonly wait: RemoteWait;
}

/** Feeds, and a worker with few slots, whose clock only the test moves. */
async function startFeeds(storage: Storage) {
  const server = await startHostileFeedServer();
  const dependencies = createFeedDependencies(storage);
  const clock = createDrivenClock();
  /** The runs in the order in which they were taken up. */
  const runs: TakenUp[] = [];
  const worker = startJobWorker({
    directory: storage.directory,
    handlers: {
      feed: async (job, lease, stopping, pause, wait) => {
        runs.push({ feedId: job.subject, kind: job.kind, wait });
        await runFeed(storage, job, lease, { ...dependencies.environment, stopping, pause, wait });
      },
    },
    slow: { kind: 'slow_feed', concurrency: slowSlots },
    clock,
    newId,
    concurrency: slots,
    pollMs: 5,
    failed: (error) => assert.fail(String(error)),
  });
  const runsOf = (kind: JobKind) => runs.filter((run) => run.kind === kind);
  const waiting = (kind: JobKind) => runsOf(kind).filter(({ wait }) => wait.waitedMs !== null);
  const advance = () => clock.advanceMs(limits.feedPlaceMs);
  return {
    advance,
    /** Feeds whose runs of a kind were taken up, in this order. */
    takenUp: (kind: JobKind) => runsOf(kind).map(({ feedId }) => feedId),
    async createStore(storeNumber: number): Promise<string> {
      const id = uuidOf(storeNumber);
      await storage.directory.createStore({ ...storeRow(), id, name: id }, []);
      return id;
    },
    /** A feed whose server answers so once the feed is registered. */
    async register(storeId: string, path: string, answer: Parameters<typeof server.answer>[1]) {
      server.answer(path, { body: document });
      const { id } = await dependencies.register(storeId, { feed_url: `${server.origin}${path}` });
      server.answer(path, answer);
      worker.wake();
      return {
        id,
        read: async () => (await storage.reader(storeId).feeds.find(id)) ?? assert.fail('no feed'),
      };
    },
    /** Resolves once all slots are held by fetches that have just begun, and the others by any. */
    async slotsTaken(): Promise<void> {
      const areTaken = () => {
        const fresh = waiting('feed').filter(({ wait }) => wait.waitedMs === 0);
        return fresh.length === slots && waiting('slow_feed').length === slowSlots;
      };
      await waitUntil('all slots taken', areTaken, 20_000);
    },
    async close() {
      await worker.stop();
      await dependencies.close();
      await server.close();
    },
  };
}

const dripping = { body: document, cutAt: 20, ending: 'stall' } as const;

async function letNewcomerIn(storage: Storage, greedy: number): Promise<void> {
  const feeds = await startFeeds(storage);
  const { createStore, register, takenUp, slotsTaken, advance } = feeds;
  try {
    const storeOf = new Map<string, string>();
    for (let number = 1; number <= greedy; number += 1) {
      const storeId = await createStore(number);
      for (const name of ['a', 'b', 'c', 'd']) {
        const { id } = await register(storeId, `/${number}/${name}`, dripping);
        storeOf.set(id, storeId);
      }
    }
    await waitUntil('the first runs', () => takenUp('feed').length >= slots, 20_000);
    const storesServed = () => new Set(takenUp('feed').map((id) => storeOf.get(id))).size;
    do {
      advance();
      await slotsTaken();
    } while (storesServed() < greedy);
    const { id, read } = await register(await createStore(100), '/good', { body: document });
    const before = takenUp('feed').length;
    advance();
    await waitUntil('the run of the newcomer', async () => (await read()).lastFetchedAt !== null, 20_000);
    assert.equal(takenUp('feed').indexOf(id), before);
  } finally {
    await feeds.close();
  }
}

onAnyEngine('a newcomer waits for one slot behind three stores that drip', ({ storage }) =>
  letNewcomerIn(storage, 3),
);

onAnyEngine('a newcomer waits for one slot behind seven stores that drip', ({ storage }) =>
  letNewcomerIn(storage, 7),
);

onBothEngines('a slow feed ends beside faster ones that keep coming', async ({ storage }) => {
  const feeds = await startFeeds(storage);
  const { createStore, register, takenUp, slotsTaken, advance } = feeds;
  /** Functions that let the server of a feed send the rest, by feed. */
  const rests = new Map<string, () => void>();
  const registerLate = async (storeId: string, path: string, bytes: number) => {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const feed = await register(storeId, path, async (socket) => {
      const padded = `${document}${' '.repeat(8_192)}`;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${padded.length}\r\n\r\n${padded.slice(0, bytes)}`);
      await over;
      socket.end(padded.slice(bytes));
    });
    rests.set(feed.id, resolve);
    return feed;
  };
  const greedy = 3;
  try {
    for (let number = 1; number <= greedy; number += 1) {
      const storeId = await createStore(number);
      for (const name of 'abcdefgh') await registerLate(storeId, `/${number}/${name}`, 4_096);
    }
    const { id, read } = await registerLate(await createStore(100), '/slow', 20);
    await waitUntil('all slots but those apart', () => takenUp('feed').length >= slots, 20_000);
    const passTime = async () => {
      advance();
      await slotsTaken();
    };
    while (!takenUp('feed').includes(id)) await passTime();
    await passTime();
    // It had to leave, and others hold the slot apart.
    assert.ok(!takenUp('slow_feed').includes(id));
    const slowRuns = () => takenUp('slow_feed').length;
    while (!takenUp('slow_feed').includes(id)) {
      const before = slowRuns();
      rests.get(takenUp('slow_feed').at(-1) ?? '')?.();
      await waitUntil('the next in the slot apart', () => slowRuns() > before, 20_000);
    }
    assert.ok(slowRuns() <= greedy + 1, `waited for ${slowRuns() - 1} runs`);
    // However long it takes there, and though others wait, it is not begun again.
    for (let round = 0; round < 2; round += 1) await passTime();
    rests.get(id)?.();
    await waitUntil('its end', async () => (await read()).lastFetchedAt !== null, 20_000);
    const times = (kind: JobKind) => takenUp(kind).filter((taken) => taken === id).length;
    assert.deepEqual([times('feed'), times('slow_feed')], [1, 1]);
    // To have left is no failure.
    assert.equal((await read()).failuresInRow, 0);
  } finally {
    await feeds.close();
  }
});
