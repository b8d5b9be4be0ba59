/**
 * Turns of large JSON batches (record 0041). A batch is read slice by slice, in turns that no write waits for, so all batches that fit
 * into memory are read side by side. Then it waits for its turn to write like any other write of its store. It neither parses nor
 * writes itself. Room is bytes: as many bodies of 32 MiB as `atOnce` says; a batch that finds none waits, and is never refused here. A
 * caller who is gone gives its place back; an error of either half rejects that batch alone.
 */
// Tests: ./batch-turns.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';
import { createFairQueue } from '../fairness/fair-queue.ts';
import { createTurnCharges } from '../fairness/turn-charges.ts';

/** Does a task of the reading when its turn comes. */
export type InTurn = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** The two halves of an import. */
export interface BatchPhases<Read, Result> {
  /** Reads the batch in turns, and writes nothing. */
  readonly read: (inTurn: InTurn) => Promise<Read>;
  /** Waits for the turn to write, and writes what was read. */
  readonly write: (read: Read) => Promise<Result>;
}

/** Batches of all stores. */
export interface BatchTurns {
  /**
   * Does both halves, each in its turns. `bytes` is the size of the body, at most `bodyMaxBytes`. Rejects as a half does, and
   * with `unavailable` once `cancelled` is aborted before a turn of the reading.
   */
  run<Read, Result>(
    { storeId, bytes, cancelled }: { storeId: string; bytes: number; cancelled?: AbortSignal | undefined },
    halves: BatchPhases<Read, Result>,
  ): Promise<Result>;
}

/** `atOnce`: how many bodies of the greatest size fit into memory, from reading to writing. */
export function createBatchTurns(atOnce: number, clock?: Pick<Clock, 'monotonicMs'>): BatchTurns {
  // Stores wait here for memory. Only the first may take it, so that a large batch is not overtaken again and again.
  const entrance = createFairQueue(1, createTurnCharges(clock));
  const reading = createFairQueue(1, createTurnCharges(clock));
  const room = createRoom(atOnce * limits.bodyMaxBytes);
  return {
    async run({ storeId, bytes, cancelled }, { read, write }) {
      await entrance.run(storeId, () => room.take(bytes), cancelled);
      try {
        return await write(await read((task) => reading.run(storeId, task, cancelled)));
      } finally {
        room.giveBack(bytes);
      }
    },
  };
}

/** Counts free bytes. Only one caller at a time may take some. */
function createRoom(most: number) {
  let free = most;
  let freed = Promise.withResolvers<void>();
  return {
    async take(bytes: number): Promise<void> {
      for (; free < bytes; freed = Promise.withResolvers()) await freed.promise;
      free -= bytes;
    },
    giveBack(bytes: number): void {
      free += bytes;
      freed.resolve();
    },
  };
}
