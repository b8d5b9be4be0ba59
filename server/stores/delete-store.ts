/**
 * Deletes stores to the end, step by step. The process may die at any moment: a deletion that was begun is in the database, and the
 * next process continues it. A store whose deletion fails is put in quarantine and does not hold up others. A deletion is never taken
 * back. A wrong name rejects with `validation_failed` (`name_differs`), an unknown store with `not_found`, and nothing begins then.
 * Each step is one transaction of bounded length (storage decides its rows).
 */
// Tests: test/storage/deletion-rounds.test.ts, test/storage/damaged-deletions.test.ts.
import type { Clock } from '../clock.ts';
import { notFound, validationFailed } from '../errors.ts';
import type { Quarantine } from '../jobs/quarantine.ts';
import type { Rounds } from '../jobs/rounds.ts';
import type { PersonActor } from '../storage/accounts/tables.ts';
import type { StoreDeletion } from '../storage/products/erasure-tables.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Begins a deletion that a person asked for, who typed the store's name. From then on no call reads or writes the store;
 * its rows go in the background. Rejects with `validation_failed` for another name.
 */
export async function deleteStore(
  { directory, deletions }: Storage,
  clock: Clock,
  {
    storeId,
    name,
    actor,
  }: { readonly storeId: string; readonly name: string; readonly actor: PersonActor | null },
): Promise<StoreDeletion> {
  const store = await directory.findStore(storeId);
  if (store === null) throw notFound('store');
  if (name.trim() !== store.name.trim()) {
    const message = `Type the name of the store, "${store.name}", to delete it.`;
    throw validationFailed([{ path: '/name', code: 'name_differs', message }]);
  }
  return await deletions.begin(storeId, { at: clock.nowMicros(), by: actor });
}

/** The parts that a deletion works with. */
export interface DeletionEnvironment {
  readonly clock: Clock;
  /** Makes a transaction wait for its turn among the writers of this process. */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  /** Ends the work after the step under way. */
  readonly stopping: AbortSignal;
}

/** Deletes what is left of a store; gives the deletion as it is when it is finished, or when it was stopped. */
export async function finishDeletion(
  storage: Storage,
  storeId: string,
  environment: DeletionEnvironment,
  progress: (deletion: StoreDeletion) => void = () => {},
): Promise<StoreDeletion> {
  for (;;) {
    const deletion = await deleteSome(storage, storeId, environment);
    progress(deletion);
    if (deletion.finishedAt !== null || environment.stopping.aborted) return deletion;
  }
}

/** Deletes one step of rows, in the turns of writes. */
async function deleteSome(
  { deletions }: Storage,
  storeId: string,
  { clock, inTurn }: DeletionEnvironment,
): Promise<StoreDeletion> {
  return await inTurn(storeId, () => deletions.step(storeId, clock.nowMicros()));
}

/**
 * Goes on with every deletion that is not finished, in rounds of a step each: neither one that is large nor one that fails
 * by what is left of its store holds up another. One that begins meanwhile has its step in the next round.
 */
export async function finishDeletions(
  storage: Storage,
  environment: DeletionEnvironment & { readonly quarantine: Quarantine; readonly rounds: Rounds },
): Promise<void> {
  const { quarantine, rounds, stopping } = environment;
  const retried = new Set(quarantine.takeDue());
  const unfinished = async () =>
    (await storage.deletions.unfinished()).filter(
      (storeId) => retried.has(storeId) || !quarantine.isFailing(storeId),
    );
  const step = async (storeId: string) => {
    const { finishedAt } = await deleteSome(storage, storeId, environment);
    if (finishedAt === null) return false;
    retried.delete(storeId);
    quarantine.end(storeId);
    return false;
  };
  const failed = (storeId: string, error: unknown) => {
    retried.delete(storeId);
    quarantine.fail(storeId, error);
  };
  const isOver = () => stopping.aborted;
  for (let left = await unfinished(); left.length > 0; left = await unfinished()) {
    await rounds(left, step, { isOver, failed });
    if (isOver()) return;
  }
  // Somebody else finished these.
  for (const storeId of retried) quarantine.end(storeId);
}

/** Rows that were deleted, of all tables. */
export function deletedRows({ deleted }: Pick<StoreDeletion, 'deleted'>): number {
  return Object.values(deleted).reduce((sum, count) => sum + count, 0);
}
