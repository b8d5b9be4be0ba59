/**
 * Deleting stores to the end, step by step. The caller may die at any moment: a deletion that was begun is in the
 * database, and the next who looks goes on with it.
 */
import type { Clock } from '../clock.ts';
import { notFound, validationFailed } from '../errors.ts';
import type { Quarantine } from '../jobs/quarantine.ts';
import type { Actor } from '../storage/accounts.ts';
import type { StoreDeletion } from '../storage/erasures.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Begins a deletion that a person asked for, who typed the store's name. From then on no call reads or writes the store;
 * its rows go in the background. Rejects with `validation_failed` for another name.
 */
export async function deleteStore(
  { directory, deletions }: Storage,
  clock: Clock,
  { storeId, name, actor }: { readonly storeId: string; readonly name: string; readonly actor: Actor },
): Promise<StoreDeletion> {
  const store = await directory.findStore(storeId);
  if (store === null) throw notFound('store');
  if (name.trim() !== store.name.trim()) {
    const message = `Type the name of the store, "${store.name}", to delete it.`;
    throw validationFailed([{ path: '/name', code: 'name_differs', message }]);
  }
  return await deletions.begin(storeId, { at: clock.nowMicros(), by: actor });
}

/** What a deletion works with. */
export interface DeletionEnvironment {
  readonly clock: Clock;
  /** Has a transaction wait for its turn among the writers of this process. */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  /** Ends the work after the step under way. */
  readonly stopping: AbortSignal;
}

/** Deletes what is left of a store; gives the deletion as it is when it is finished, or when it was stopped. */
export async function finishDeletion(
  { deletions }: Storage,
  storeId: string,
  { clock, inTurn, stopping }: DeletionEnvironment,
  progress: (deletion: StoreDeletion) => void = () => {},
): Promise<StoreDeletion> {
  for (;;) {
    const deletion = await inTurn(storeId, () => deletions.step(storeId, clock.nowMicros()));
    progress(deletion);
    if (deletion.finishedAt !== null || stopping.aborted) return deletion;
  }
}

/** Goes on with every deletion that is not finished; one that fails by what is left of its store holds up no other. */
export async function finishDeletions(
  storage: Storage,
  environment: DeletionEnvironment & { readonly quarantine: Quarantine },
): Promise<void> {
  const { quarantine, stopping } = environment;
  const retried = new Set(quarantine.takeDue());
  for (const storeId of await storage.deletions.unfinished()) {
    if (stopping.aborted) return;
    if (quarantine.isFailing(storeId) && !retried.has(storeId)) continue;
    retried.delete(storeId);
    try {
      await finishDeletion(storage, storeId, environment);
      quarantine.end(storeId);
    } catch (error) {
      if (!quarantine.fail(storeId, error)) throw error;
    }
  }
  // Somebody else finished these.
  for (const storeId of retried) quarantine.end(storeId);
}

/** Rows that were deleted, of all tables. */
export function deletedRows({ deleted }: Pick<StoreDeletion, 'deleted'>): number {
  return Object.values(deleted).reduce((sum, count) => sum + count, 0);
}
