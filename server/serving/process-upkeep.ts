/**
 * Work beside requests: it notices changed keys, writes down what was counted, and has old rows deleted. Failures are logged, and the
 * work goes on. Keys are looked at every 100 ms, uses written every 30 s, requests every 10 s, searches and texts behind ids of
 * answers every 4 s; pruning comes once an hour. Ending takes at most 1,000 ms, and what is not written by then is lost. It never
 * writes catalog data.
 */
// Tests: test/scenarios/server-process.test.ts.
import { limits } from '../../contract/limits.ts';
import { flushSearches, type SearchCounter, type StoreSearches } from '../analytics/search-counter.ts';
import { type Clock, formatDay } from '../clock.ts';
import type { Services } from '../http/services.ts';
import { flushRequests } from '../insight/request-counter.ts';
import { repeat } from '../jobs/repeat.ts';
import { createRounds } from '../jobs/rounds.ts';
import type { Log } from '../process/log.ts';
import type { Storage } from '../storage/storage.ts';
import { flushAnswered } from '../threads/evidence/query-ids.ts';
import type { PipelineClient } from '../threads/pipeline-thread/pipeline-client.ts';
import { within } from '../within.ts';

/** Milliseconds between two rounds that delete old rows, and the longest round. Chosen. */
const pruningMs = 3_600_000;

const lastUsedFlushMs = 30_000;
/** Milliseconds of the dashboard's figures that a crash may lose. Chosen. */
const requestsFlushMs = 10_000;

const notPruned = 'expired rows could not be deleted';

interface UpkeepParts extends Pick<Services, 'keyRing' | 'requests' | 'shown' | 'queryIds'> {
  readonly storage: Storage;
  readonly pipeline: PipelineClient;
  readonly searches: SearchCounter;
  readonly clock: Clock;
  readonly log: Log;
}

/** Makes searches, shown answers and ids of answers count for the present day. */
export async function beginCallerDay({
  pipeline,
  searches,
  shown,
  queryIds,
}: Pick<UpkeepParts, 'pipeline' | 'searches' | 'shown' | 'queryIds'>): Promise<void> {
  const day = await pipeline.callerDay();
  searches.beginDay(day);
  shown.beginDay(day);
  queryIds.beginDay(day);
}

/** Starts the work; returns the function that ends it and writes the rest. */
export function startUpkeep(parts: UpkeepParts): () => Promise<void> {
  const { pipeline, searches, queryIds, keyRing, requests, clock, log } = parts;
  const refreshing = repeat(() => keyRing.refresh(), limits.directoryPollMs, {
    failed: (error) => log.warn({ err: error }, 'the database is away: changed keys are not noticed'),
    recovered: () => log.info('the database is back'),
  });
  const writeLastUsed = async () => {
    const lastUsed = keyRing.takeLastUsed();
    if (lastUsed.size > 0) await pipeline.touchApiKeys(lastUsed);
  };
  const writing = repeat(writeLastUsed, lastUsedFlushMs, {
    failed: (error) => log.warn({ err: error }, 'last-used times of keys could not be written'),
  });
  const writeRequests = () => flushRequests(requests, (counted) => pipeline.addRequests(counted));
  const counting = repeat(writeRequests, requestsFlushMs, {
    failed: (error) => log.warn({ err: error }, 'counts of keystrokes could not be written'),
  });
  const writeSearches = (taken: readonly StoreSearches[]) =>
    flushSearches(searches, taken, (counted) => pipeline.addSearches(counted));
  const followSearches = async () => {
    if (searches.day() !== formatDay(clock.nowMicros())) await beginCallerDay(parts);
    await writeSearches(searches.take());
  };
  const writeAnswered = () => flushAnswered(queryIds, (named) => pipeline.addAnswered(named));
  const naming = repeat(writeAnswered, limits.searchesFlushMs, {
    failed: (error) => log.warn({ err: error }, 'texts behind ids of answers could not be written'),
  });
  const searching = repeat(followSearches, limits.searchesFlushMs, {
    failed: (error) => log.warn({ err: error }, 'counts of searches could not be written'),
  });
  const endPruning = startPruning(parts);
  return async () => {
    const loops = [refreshing, writing, counting, searching, naming].map((loop) => loop.stop());
    const flushed = Promise.all(loops).then(() =>
      // Counts that cannot be written keep no others from being written.
      Promise.allSettled([
        writeLastUsed(),
        writeRequests(),
        writeSearches(searches.takeAll()),
        writeAnswered(),
      ]),
    );
    await within(limits.shutdownFlushMs, Promise.all([flushed, endPruning()]), () => {});
  };
}

function startPruning({ storage, pipeline, clock, log }: UpkeepParts): () => Promise<void> {
  let isOver = false;
  const rounds = createRounds();
  const prune = async () => {
    const beganMs = clock.monotonicMs();
    await pipeline.pruneSalts();
    const stores = await storage.directory.listStores();
    await rounds(
      stores.map(({ id }) => id),
      pipeline.pruneStore,
      {
        isOver: () => isOver || clock.monotonicMs() - beganMs > pruningMs,
        failed: (storeId, error) => log.warn({ store: storeId, err: error }, notPruned),
      },
    );
  };
  const pruning = repeat(prune, pruningMs, {
    failed: (error) => log.warn({ err: error }, notPruned),
  });
  return () => {
    isOver = true;
    return pruning.stop();
  };
}
