/** How often the threads of a process met a page that cannot be read, in memory that they share. */
import { DamageError } from './damage.ts';

/** One number; may go to a thread as it is. */
export type DamageCount = Int32Array<SharedArrayBuffer>;

/** Counts an error that is a page which cannot be read, and throws it as any other. */
export function countDamage(count: DamageCount, error: unknown): never {
  if (error instanceof DamageError && error.row === null) Atomics.add(count, 0, 1);
  throw error;
}

/** How often until now; 0 where nothing is counted. */
export function readDamageCount({
  damageMet,
}: {
  readonly engine: string;
  readonly damageMet?: DamageCount;
}): number {
  return damageMet === undefined ? 0 : Atomics.load(damageMet, 0);
}
