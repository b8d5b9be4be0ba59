/**
 * How many connections of a thread are lent out and waited for, in memory that the thread shares with the thread that measures:
 * a thread that is busy, or whose connections are all in use, could not tell when it is asked.
 */
export interface ConnectionUse {
  readonly counts: Int32Array<SharedArrayBuffer>;
}

const [usedPlace, waitingPlace] = [0, 1];

/** Nothing in use yet. May go to a thread as it is. */
export function createConnectionUse(): ConnectionUse {
  return { counts: new Int32Array(new SharedArrayBuffer(8)) };
}

/** How many connections are lent out now, and how many calls wait for one. */
export function readConnectionUse({ counts }: ConnectionUse): {
  readonly used: number;
  readonly waiting: number;
} {
  return { used: Atomics.load(counts, usedPlace), waiting: Atomics.load(counts, waitingPlace) };
}

/** One more is lent out, or came back. */
export function noteUsed({ counts }: ConnectionUse, more: 1 | -1): void {
  Atomics.add(counts, usedPlace, more);
}

/** One more call waits, or has what it waited for. */
export function noteWaiting({ counts }: ConnectionUse, more: 1 | -1): void {
  Atomics.add(counts, waitingPlace, more);
}
