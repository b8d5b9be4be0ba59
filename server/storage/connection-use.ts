/**
 * Counts the connections that a thread has lent out and the calls that wait for one, in memory shared with the thread that measures: a
 * thread that is busy, or whose connections are all in use, could not answer when it is asked. The counts bound nothing. It lends no
 * connection and never waits. Counts are connections and calls; a count that was noted twice stays wrong, so callers pair +1 with -1.
 */
// Tests: server/settings/storage-target.test.ts, test/storage/several-servers.test.ts.

/** The counts of one thread's connections. */
export interface ConnectionUse {
  readonly counts: Int32Array<SharedArrayBuffer>;
}

const [usedPlace, waitingPlace] = [0, 1];

/** Creates counts of zero, which can be passed to a thread. */
export function createConnectionUse(): ConnectionUse {
  return { counts: new Int32Array(new SharedArrayBuffer(8)) };
}

/** Reads how many connections are lent out now, and how many calls wait for one. */
export function readConnectionUse({ counts }: ConnectionUse): {
  readonly used: number;
  readonly waiting: number;
} {
  return { used: Atomics.load(counts, usedPlace), waiting: Atomics.load(counts, waitingPlace) };
}

/** Counts a connection that was lent out (1) or returned (-1). */
export function noteUsed({ counts }: ConnectionUse, more: 1 | -1): void {
  Atomics.add(counts, usedPlace, more);
}

/** Counts a call that begins (1) or stops (-1) to wait. */
export function noteWaiting({ counts }: ConnectionUse, more: 1 | -1): void {
  Atomics.add(counts, waitingPlace, more);
}
