/**
 * Kills a service that fetches, imports and reconciles feeds again and again, and holds what a store has in the end against one whose
 * run nobody disturbed: products, counts, failures, history, the feed itself. Documents come by 20,000 bytes. It never kills a run
 * that would not be continued; a difference rejects with the part that differs.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FeedRun } from '../../server/storage/feeds/tables.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createServiceData, createStoreOn, type ServiceData, startChildService } from './child-service.ts';
import type { TestEngine } from './engines.ts';
import { createFeedDependencies, type FeedDependencies } from './feed-dependencies.ts';
import { feedProduct, feedProducts, privateFeeds } from './feeds.ts';
import { type FeedAnswer, type HostileFeedServer, startHostileFeedServer } from './hostile-feed-server.ts';
import { catalogState, runState } from './store-state.ts';
import { waitUntil } from './wait-until.ts';

/** The figures over all kills. */
export interface KillFeedsReport {
  kills: number;
  /** Kills by what the run was doing. */
  readonly during: Record<string, number>;
  /** Stores whose runs were disturbed and compared. */
  stores: number;
}

/** The work of a run, and so the number of places to kill it at. */
export interface KillSize {
  /** Products of the first document. */
  readonly products: number;
  /** The milliseconds between two pieces of the second document. */
  readonly betweenPiecesMs: number;
}

interface Scene {
  readonly size: KillSize;
  readonly storage: Storage;
  readonly data: ServiceData;
  readonly server: HostileFeedServer;
  readonly dependencies: FeedDependencies;
}

/** Kills so many times. Rejects where a disturbed store differs from the undisturbed one. */
export async function killFeeds(
  engine: TestEngine['name'],
  kills: number,
  size: KillSize,
): Promise<KillFeedsReport> {
  const data = await createServiceData(engine);
  const storage = await data.openStorage();
  const server = await startHostileFeedServer();
  const scene = { size, storage, data, server, dependencies: createFeedDependencies(storage) };
  const report: KillFeedsReport = { kills: 0, during: {}, stores: 0 };
  try {
    await storage.migrate();
    const undisturbed = await requestRun(scene, 0);
    assert.ok(await scene.dependencies.work());
    const expected = await stateOf(storage, undisturbed);
    while (report.kills < kills) {
      report.stores += 1;
      const disturbed = await requestRun(scene, report.stores);
      await killUntilOver(scene, disturbed, kills, report);
      assert.deepEqual(await stateOf(storage, disturbed), expected, `after ${report.kills} kills`);
    }
  } finally {
    await scene.dependencies.close();
    await storage.close();
    await server.close();
    data.remove();
  }
  return report;
}

interface RequestedRun {
  readonly storeId: string;
  readonly feedId: string;
}

/** A store whose feed brought a first document; a run waits to fetch the second one, which takes its time to come. */
async function requestRun(
  { size, server, data, dependencies }: Scene,
  number: number,
): Promise<RequestedRun> {
  const path = `/killed-${number}.json`;
  server.answer(path, { body: JSON.stringify(feedProducts(1, size.products)) });
  const { store } = await createStoreOn(data);
  const url = `${server.origin}${path}`;
  const feed = await dependencies.register(store.id, { feed_url: url, max_removal_percent: 100 });
  await dependencies.work();
  server.answer(path, slowly(JSON.stringify(secondDocument(size)), size));
  await dependencies.refresh(feed);
  return { storeId: store.id, feedId: feed.id };
}

/** Unchanged rows, changed ones, new ones, ids that come again, faults; two thirds of the first document are gone. */
function secondDocument({ products }: KillSize): unknown[] {
  const sixth = Math.floor(products / 6);
  return [
    ...feedProducts(1, sixth),
    ...feedProducts(sixth + 1, 2 * sixth, { price: 7 }),
    ...feedProducts(products + 1, products + 3 * sixth),
    ...feedProducts(1, 700).map((product, index) => ({ ...product, external_id: `again-${index % 7}` })),
    ...feedProducts(2 * sixth + 1, 2 * sixth + 50, { price: 'free' }),
    feedProduct('again-3', { price: 'free' }),
  ];
}

const pieceBytes = 20_000;

function slowly(body: string, { betweenPiecesMs }: KillSize): FeedAnswer {
  return async (socket) => {
    const bytes = Buffer.from(body);
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n\r\n`);
    for (let start = 0; start < bytes.length && !socket.destroyed; start += pieceBytes) {
      socket.write(bytes.subarray(start, start + pieceBytes));
      await pause(betweenPiecesMs);
    }
    socket.end();
  };
}

/** The phases in which a run can be killed, in their order; importing and reconciling take several writes. */
const phases = ['waiting', 'fetching', 'importing', 'reconciling', 'indexing'];
const placesToKill = [
  'fetching',
  'fetching',
  'importing',
  'importing',
  'reconciling',
  'reconciling',
  'indexing',
];

/** Starts and kills at some of the places, as long as there are kills left; then the run is let go on to its end. */
async function killUntilOver(
  { storage, data }: Scene,
  request: RequestedRun,
  kills: number,
  report: KillFeedsReport,
): Promise<void> {
  const places = placesToKill.filter(() => randomInt(3) > 0);
  const isOver = async () => (await latestRun(storage, request)).details.finishedAt !== null;
  for (const place of [...places, 'its end']) {
    const service = await startChildService(data, privateFeeds);
    const isLast = place === 'its end' || report.kills >= kills;
    const target = phases.indexOf(place);
    const isReached = async () =>
      !isLast && phases.indexOf(phaseOf(await latestRun(storage, request))) >= target;
    await waitUntil(`the run at ${place}`, async () => (await isOver()) || (await isReached()), 60_000);
    if (!(await isOver()) && place !== 'indexing') await pause(randomInt(0, 40));
    const reached = await latestRun(storage, request);
    if (reached.details.finishedAt !== null) {
      assert.equal(await service.end('SIGTERM'), 0);
      return;
    }
    await service.end('SIGKILL');
    report.kills += 1;
    const phase = phaseOf(reached);
    report.during[phase] = (report.during[phase] ?? 0) + 1;
  }
  throw new Error('A run that nobody disturbed did not end.');
}

function phaseOf({ run }: FeedRun): string {
  return run.phase ?? 'waiting';
}

async function latestRun(storage: Storage, { storeId, feedId }: RequestedRun): Promise<FeedRun> {
  const [run] = await storage.reader(storeId).feeds.runs(feedId, { before: null, limit: 1 });
  assert.ok(run !== undefined);
  return run;
}

/** Everything that must be the same, whatever happened on the way. */
async function stateOf(storage: Storage, request: RequestedRun): Promise<unknown> {
  const reader = storage.reader(request.storeId);
  const feed = await reader.feeds.find(request.feedId);
  const runs = await reader.feeds.runs(request.feedId, { before: null, limit: 10 });
  const { details, run } = await latestRun(storage, request);
  const { notModified, removedRows, restoredRows, errorCode, forced } = details;
  return {
    catalog: await catalogState(storage, request.storeId),
    run: { ...(runState(run) as object), notModified, removedRows, restoredRows, errorCode, forced },
    failures: await reader.imports.failures(run.id, { afterRow: 0, limit: 10_000 }),
    runCount: runs.length,
    feed: [feed?.status, feed?.lastError, feed?.failuresInRow, feed?.contentSha256],
    // The last document's ids, and nothing of what was spooled.
    contents: (await reader.feeds.content({ feedId: details.feedId, runId: run.id })).map(
      ({ length }) => length,
    ),
    files: await reader.files.count(),
  };
}
