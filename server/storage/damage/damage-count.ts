/**
 * Counts how often the threads of a process met a page that cannot be read, in memory that they share. Damaged rows do not count. It
 * counts from the start of the process, never goes down, and never hides an error.
 */
// Tests: test/storage/damaged-indexes.test.ts.
import { DamageError } from './damage.ts';

/** A count of pages that could not be read, which can be passed to a thread. */
export type DamageCount = Int32Array<SharedArrayBuffer>;

/** Counts the error if it is a page that cannot be read, and rethrows it in any case. */
export function countDamage(count: DamageCount, error: unknown): never {
  if (error instanceof DamageError && error.row === null) Atomics.add(count, 0, 1);
  throw error;
}

/** The count until now; 0 for a storage that counts nothing. */
export function readDamageCount({
  damageMet,
}: {
  readonly engine: string;
  readonly damageMet?: DamageCount;
}): number {
  return damageMet === undefined ? 0 : Atomics.load(damageMet, 0);
}
