/**
 * Goal: previews of slow feeds, asked for again and again by many stores, keep no other store waiting. Method: the places of a
 * process with real previews, a server that drips, and a clock that only the test moves.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import type { RemoteWait } from '../../server/jobs/remote-wait.ts';
import type { FeedSettings } from '../../server/resources/feeds/feed-settings.ts';
import { previewFeed } from '../../server/resources/feeds/preview-feed.ts';
import type { Storage, StoreReader } from '../../server/storage/storage.ts';
import { createFeedProbes } from '../../server/threads/pipeline-thread/feed-probes.ts';
import { createDrivenClock } from '../support/driven-clock.ts';
import { onAnyEngine } from '../support/engines.ts';
import { createFeedDependencies } from '../support/feed-dependencies.ts';
import { answerWith, startHostileFeedServer } from '../support/hostile-feed-server.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

const document = JSON.stringify([
  { external_id: '1', title: 'Lamp', price: 5, url: 'https://shop.example/1' },
]);

function settingsOf(origin: string, path: string): FeedSettings {
  return {
    name: 'Feed',
    url: `${origin}${path}`,
    format: 'json',
    refreshInterval: '6h',
    maxRemovalPercent: 50,
    secret: null,
    ordersSecret: null,
  };
}

/** A preview in its place. */
interface BegunLook {
  readonly storeId: string;
  /** Whether it has a place apart, since it had to leave one before. */
  readonly isSlow: boolean;
  readonly wait: RemoteWait;
}

/** The places of a process, and stores whose servers send only the beginning of a document until they are let go. */
async function startPreviews(storage: Storage) {
  const server = await startHostileFeedServer();
  const dependencies = createFeedDependencies(storage);
  const clock = createDrivenClock();
  const probes = createFeedProbes(clock, (_storeId, task) => task());
  const hungUp = new AbortController();
  /** The probes in the order in which they got their places. */
  const begun: BegunLook[] = [];
  const ends = new Map<string, () => void>();
  const previews: Promise<unknown>[] = [];
  const preview = (storeId: string): ReturnType<typeof previewFeed> => {
    const settings = settingsOf(server.origin, `/${storeId}`);
    let isSlow = false;
    const made = probes.preview(
      storeId,
      ({ wait, leaving }) => {
        begun.push({ storeId, isSlow, wait });
        isSlow = true;
        const stopping = AbortSignal.any([leaving, hungUp.signal]);
        return previewFeed(storage, storeId, settings, { ...dependencies.environment, stopping, wait });
      },
      hungUp.signal,
    );
    previews.push(made.catch(() => {}));
    return made;
  };
  const createStore = async (storeNumber: number, bytes: number) => {
    const id = uuidOf(storeNumber);
    await storage.directory.createStore({ ...storeRow(), id, name: id }, []);
    const { promise: over, resolve } = Promise.withResolvers<void>();
    server.answer(`/${id}`, async (socket) => {
      const padded = `${document}${' '.repeat(8_192)}`;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${padded.length}\r\n\r\n${padded.slice(0, bytes)}`);
      await over;
      socket.end(padded.slice(bytes));
    });
    ends.set(id, resolve);
    return id;
  };
  const storesIn = (places: 'usual' | 'apart') =>
    begun.filter(({ isSlow }) => isSlow === (places === 'apart')).map(({ storeId }) => storeId);
  const advance = () => clock.advanceMs(limits.feedPreviewPlaceMs);
  const placesTaken = () => {
    const isFresh = ({ isSlow, wait }: BegunLook) => !isSlow && wait.waitedMs === 0;
    const areTaken = () => begun.filter(isFresh).length === limits.feedPreviewsAtOnce;
    return waitUntil('all places taken', areTaken, 20_000);
  };
  return {
    preview,
    createStore,
    storesIn,
    advance,
    placesTaken,
    /** Has the store's server send the rest. */
    end: (storeId: string) => ends.get(storeId)?.(),
    /** As many previews of a new store as it may ask for. */
    async addHog(storeNumber: number) {
      const storeId = await createStore(storeNumber, 4_096);
      for (let call = 0; call < limits.feedCallsPerStore; call += 1) preview(storeId).catch(() => {});
    },
    async close() {
      hungUp.abort();
      await Promise.all(previews);
      await dependencies.close();
      await server.close();
    },
  };
}

async function previewBehind(storage: Storage, greedy: number): Promise<void> {
  const { addHog, createStore, preview, storesIn, advance, placesTaken, end, close } =
    await startPreviews(storage);
  try {
    for (let number = 1; number <= greedy; number += 1) await addHog(number);
    await placesTaken();
    while (new Set(storesIn('usual')).size < greedy) {
      advance();
      await placesTaken();
    }
    const newcomer = await createStore(100, 20);
    end(newcomer);
    const before = storesIn('usual').length;
    const answer = preview(newcomer);
    advance();
    assert.equal((await answer).would_create, 1);
    assert.equal(storesIn('usual').indexOf(newcomer), before);
  } finally {
    await close();
  }
}

onAnyEngine('a slow preview ends beside faster ones that keep coming', async ({ storage }) => {
  const { addHog, createStore, preview, storesIn, advance, placesTaken, end, close } =
    await startPreviews(storage);
  const greedy = 5;
  try {
    for (let number = 1; number <= greedy; number += 1) await addHog(number);
    await placesTaken();
    const slow = await createStore(100, 20);
    const answer = preview(slow);
    while (!storesIn('usual').includes(slow)) {
      advance();
      await placesTaken();
    }
    advance();
    await placesTaken();
    // It had to leave, and others hold the places apart.
    assert.ok(!storesIn('apart').includes(slow));
    let ended = 0;
    while (!storesIn('apart').includes(slow)) {
      const before = storesIn('apart').length;
      end(storesIn('apart')[ended] ?? '');
      ended += 1;
      await waitUntil('the next in a place apart', () => storesIn('apart').length > before, 20_000);
    }
    assert.ok(ended <= greedy, `waited for ${ended} previews`);
    // However long it takes there, it is not begun again.
    for (let round = 0; round < 5; round += 1) advance();
    end(slow);
    assert.equal((await answer).would_create, 1);
    const times = (places: 'usual' | 'apart') =>
      storesIn(places).filter((storeId) => storeId === slow).length;
    assert.deepEqual([times('usual'), times('apart')], [1, 1]);
  } finally {
    await close();
  }
});

onAnyEngine('a preview whose document is read waits for no server', async ({ storage }) => {
  const server = await startHostileFeedServer();
  const dependencies = createFeedDependencies(storage);
  const probes = createFeedProbes(createDrivenClock(), (_storeId, task) => task());
  const storeId = uuidOf(1);
  await storage.directory.createStore({ ...storeRow(), id: storeId }, []);
  const waits: (number | null)[] = [];
  try {
    const preview = await probes.preview(
      storeId,
      ({ wait, leaving }) => {
        server.answer('/feed', async (socket, request) => {
          waits.push(wait.waitedMs);
          await answerWith({ body: document })(socket, request);
        });
        const reader = (id: string): StoreReader => {
          const held = storage.reader(id);
          // What the end of a preview reads.
          const removableIds: StoreReader['feeds']['removableIds'] = (range) => {
            waits.push(wait.waitedMs);
            return held.feeds.removableIds(range);
          };
          return { ...held, feeds: { ...held.feeds, removableIds } };
        };
        const settings = settingsOf(server.origin, '/feed');
        const environment = { ...dependencies.environment, stopping: leaving, wait };
        return previewFeed({ ...storage, reader }, storeId, settings, environment);
      },
      new AbortController().signal,
    );
    assert.equal(preview.would_create, 1);
    assert.deepEqual(waits, [0, null]);
  } finally {
    await dependencies.close();
    await server.close();
  }
});

onAnyEngine('a preview waits for one place behind five stores that drip', ({ storage }) =>
  previewBehind(storage, 5),
);

onAnyEngine('a preview waits for one place behind nine stores that drip', ({ storage }) =>
  previewBehind(storage, 9),
);
