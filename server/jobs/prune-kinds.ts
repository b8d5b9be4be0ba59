/**
 * Deletes many kinds of rows of a store in few transactions, each in a turn of the store. A kind that fails does not stop the others.
 * It decides no ages: kinds do. Only a store's own fault lets the others go on; a database that is away rejects at once.
 */
// Tests: ./prune-kinds.live.test.ts.

import type { StoreWriter } from '../storage/storage.ts';
import { isStoreFault } from './quarantine.ts';

/** Runs work in one transaction on a store. */
export type WriteToStore = <Result>(work: (writer: StoreWriter) => Promise<Result>) => Promise<Result>;

/**
 * Deletes a bounded number of due rows of one kind; true if there may be more. `isMore`: whether a kind before it has more.
 */
export type PruneKind = (writer: StoreWriter, isMore: boolean) => Promise<boolean>;

/**
 * Runs each kind once. A transaction takes kinds until one of them has more rows. True if any kind has more. If a kind fails,
 * all others still run, and this rejects with the first error at the end.
 */
export async function pruneKinds(write: WriteToStore, kinds: readonly PruneKind[]): Promise<boolean> {
  let isMore = false;
  let problem: unknown = null;
  let isAlone = false;
  for (let left = kinds; left.length > 0; ) {
    const together = isAlone ? left.slice(0, 1) : left;
    try {
      const done = await write((writer) => upToMore(writer, together, isMore));
      isMore ||= done.isMore;
      left = left.slice(done.count);
    } catch (error) {
      if (!isStoreFault(error)) throw error;
      // A failure undoes its whole transaction: from here on each kind has one of its own, this one first.
      if (isAlone) {
        problem ??= error;
        left = left.slice(1);
      }
      isAlone = true;
    }
  }
  if (problem !== null) throw problem;
  return isMore;
}

async function upToMore(writer: StoreWriter, kinds: readonly PruneKind[], isMore: boolean) {
  for (const [index, prune] of kinds.entries()) {
    if (await prune(writer, isMore)) return { count: index + 1, isMore: true };
  }
  return { count: kinds.length, isMore: false };
}
