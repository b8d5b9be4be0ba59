/**
 * Turns of JSON batches (record 0041). A batch is read in turns of its own, which no write waits for. One that is read lets
 * the next be read, and waits for its turn to write like any other write of its store: so stores that import get as
 * many of those turns as stores that make single calls.
 */
import { limits } from '../../contract/limits.ts';
import { createFairQueue } from './fair-queue.ts';

/** The two halves of an import. */
export interface BatchHalves<Read, Result> {
  /** Reads the batch and writes nothing. */
  readonly read: () => Promise<Read>;
  /** Waits for the turn to write, and writes what was read. */
  readonly write: (read: Read) => Promise<Result>;
}

/** Batches of all stores. */
export interface BatchTurns {
  /** Does both halves, each in its turn. `bytes`: of the body, `bodyMaxBytes` at most. Rejects as one of them does. */
  run<Read, Result>(storeId: string, bytes: number, halves: BatchHalves<Read, Result>): Promise<Result>;
}

/** What a batch counts at least: in memory, 10,000 of the smallest products take as much as 2 MiB of others. Measured. */
const batchLeastBytes = 2 * 1024 * 1024;

/** `atOnce`: batches that are read at a time. Bodies of so many at their greatest are in memory, from reading to writing. */
export function createBatchTurns(atOnce: number): BatchTurns {
  const reading = createFairQueue(atOnce);
  const room = createRoom(atOnce * limits.bodyMaxBytes);
  return {
    async run(storeId, bytes, { read, write }) {
      const taken = Math.max(bytes, batchLeastBytes);
      let isInside = false;
      try {
        const prepared = await reading.run(storeId, async () => {
          await room.take(taken);
          isInside = true;
          return read();
        });
        return await write(prepared);
      } finally {
        if (isInside) room.giveBack(taken);
      }
    },
  };
}

/** Bytes that are free. First come, first served, so that small batches cannot keep overtaking a large one. */
function createRoom(most: number) {
  let free = most;
  let entrance = Promise.resolve();
  let freed = Promise.withResolvers<void>();
  async function enter(bytes: number): Promise<void> {
    for (; free < bytes; freed = Promise.withResolvers()) await freed.promise;
    free -= bytes;
  }
  return {
    take(bytes: number): Promise<void> {
      entrance = entrance.then(() => enter(bytes));
      return entrance;
    },
    giveBack(bytes: number): void {
      free += bytes;
      freed.resolve();
    },
  };
}
