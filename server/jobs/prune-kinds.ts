/** Deletes many kinds of rows of a store in few transactions, each of which waits for a turn of the store. */

import type { StoreWriter } from '../storage/storage.ts';
import { isStoreFault } from './quarantine.ts';

/** Runs work in one transaction on a store. */
export type WriteToStore = <Result>(work: (writer: StoreWriter) => Promise<Result>) => Promise<Result>;

/**
 * Deletes a bounded number of rows of one kind, where any are due; true where there may be more of them. `isMore`: whether
 * a kind before it has more.
 */
export type PruneKind = (writer: StoreWriter, isMore: boolean) => Promise<boolean>;

/**
 * Each kind once; a transaction ends behind a kind that has more, and takes as many as do not. True where any has more.
 * A kind that fails keeps no other from its work: rejects with the first error, once all kinds had their turn.
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
