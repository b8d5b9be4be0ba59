/**
 * Counts the keystrokes of each store in memory, for a few seconds at a time. Every keystroke passes here, so it costs a look-up and
 * three additions. It writes nothing: the owner of the counter takes the counts and writes them. Counts belong to buckets of 300 s;
 * durations are milliseconds. Counts that could not be written stay and are written next time; a process that dies loses those of its
 * last seconds.
 */
// Tests: ./request-counter.test.ts.
import type { Clock } from '../clock.ts';
import { writeEach } from '../jobs/write-each.ts';
import type { RequestStatistics } from '../storage/records.ts';
import { addLatencies, emptyLatencies, latencyStep } from './latency-histogram.ts';
import { bucketOf } from './time-buckets.ts';

/** The source of an answer. */
export type AnswerOrigin = 'graph' | 'backend' | 'cached';

/** The requests counted for one store. */
export interface StoreRequests {
  readonly storeId: string;
  readonly statistics: RequestStatistics;
}

/** The counts since the last take. */
export interface RequestCounter {
  countAnswer(storeId: string, origin: AnswerOrigin, milliseconds: number): void;
  /** A keystroke with a valid key that was answered with an error. */
  countError(storeId: string): void;
  /** Everything counted, which is then forgotten here. It counts for the stretch of time of the take before. */
  take(): StoreRequests[];
  /** Takes back what could not be written down. */
  restore(requests: StoreRequests): void;
  /** Returns the figures counted for a store and not yet taken; null for none. */
  current(storeId: string): RequestStatistics | null;
}

interface Counts {
  graph: number;
  backend: number;
  cached: number;
  errors: number;
  readonly latencies: number[];
}

/** Creates a counter in which nothing is counted yet. */
export function createRequestCounter(clock: Clock): RequestCounter {
  let countsByStore = new Map<string, Counts>();
  let bucketAt = bucketOf(clock.nowMicros());

  function countsOf(storeId: string): Counts {
    let counts = countsByStore.get(storeId);
    if (counts === undefined) {
      counts = { graph: 0, backend: 0, cached: 0, errors: 0, latencies: emptyLatencies() };
      countsByStore.set(storeId, counts);
    }
    return counts;
  }

  return {
    countAnswer(storeId, origin, milliseconds) {
      const counts = countsOf(storeId);
      const step = latencyStep(milliseconds);
      counts[origin] += 1;
      counts.latencies[step] = (counts.latencies[step] ?? 0) + 1;
    },
    countError(storeId) {
      countsOf(storeId).errors += 1;
    },
    take() {
      const taken = [...countsByStore].map(([storeId, counts]) => ({
        storeId,
        statistics: { bucketAt, ...counts },
      }));
      countsByStore = new Map();
      bucketAt = bucketOf(clock.nowMicros());
      return taken;
    },
    restore({ storeId, statistics }) {
      const counts = countsOf(storeId);
      counts.graph += statistics.graph;
      counts.backend += statistics.backend;
      counts.cached += statistics.cached;
      counts.errors += statistics.errors;
      addLatencies(counts.latencies, statistics.latencies);
    },
    current(storeId) {
      const counts = countsByStore.get(storeId);
      return counts === undefined ? null : { bucketAt, ...counts, latencies: [...counts.latencies] };
    },
  };
}

/**
 * Writes down what was counted, store by store. A store that cannot be written keeps no other from it, but a database that
 * is away does. Rejects with the first error; what was not written is counted on.
 */
export async function flushRequests(
  counter: RequestCounter,
  write: (requests: StoreRequests) => Promise<unknown>,
): Promise<void> {
  await writeEach(counter.take(), write, (unwritten) => counter.restore(unwritten));
}
