/**
 * Work that a process does once beside everything else: it counts searches and has old rows deleted. Failures are
 * logged, and the work goes on.
 */
import { limits } from '../../contract/limits.ts';
import {
  type CallerDay,
  flushSearches,
  type SearchCounter,
  type StoreSearches,
} from '../analytics/search-counter.ts';
import { within } from '../autocomplete/within.ts';
import { type Clock, formatDay } from '../clock.ts';
import { repeat } from '../jobs/repeat.ts';
import { createRounds } from '../jobs/rounds.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/storage.ts';
import type { PipelineClient } from '../threads/pipeline-client.ts';

/** Milliseconds between two rounds that delete old rows, and the longest round. Chosen. */
const pruningMs = 3_600_000;

/** Milliseconds between two fetches of searches from other threads, which keep their notes until then. Chosen. */
const gatherMs = 500;

const notPruned = 'what is past its time could not be thrown away';

interface UpkeepParts {
  readonly storage: Storage;
  readonly pipeline: PipelineClient;
  readonly searches: SearchCounter;
  /** Has every watcher of searches begin a day. */
  readonly beginDay: (day: CallerDay) => void;
  /** Passes the notes of other threads to the counter; null where there are none. */
  readonly gatherSearches: (() => Promise<void>) | null;
  readonly clock: Clock;
  readonly log: Log;
}

/** Starts the work; returns the function that ends it and writes the rest. */
export function startProcessUpkeep(parts: UpkeepParts): () => Promise<void> {
  const { storage, pipeline, searches, beginDay, gatherSearches, clock, log } = parts;
  const writeSearches = (taken: readonly StoreSearches[]) =>
    flushSearches(searches, taken, (counted) => pipeline.addSearches(counted));
  const followSearches = async () => {
    if (searches.day() !== formatDay(clock.nowMicros())) beginDay(await pipeline.callerDay());
    await writeSearches(searches.take());
  };
  // Only a thread that ended rejects, and then somebody has heard of it.
  const gathering = gatherSearches && repeat(gatherSearches, gatherMs, { failed: () => {} });
  const searching = repeat(followSearches, limits.searchesFlushMs, {
    failed: (error) => log.warn({ err: error }, 'counts of searches could not be written'),
  });
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
  return async () => {
    isOver = true;
    const flushed = Promise.all([gathering?.stop(), searching.stop(), pruning.stop()])
      .then(() => gatherSearches?.())
      .then(() => writeSearches(searches.takeAll()))
      .catch(() => {});
    await within(limits.shutdownFlushMs, flushed, () => {});
  };
}
