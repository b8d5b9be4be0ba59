/**
 * Locks in shared memory, one for each set of a table, each held for a fraction of a microsecond. A thread that ends while it holds a
 * lock never blocks others for more than about a second. Waits are 1 ms each, a thousand at most. It guards tables of bounds and
 * evidence only, never data that must not be lost; it cannot fail.
 */
// Tests: ./shown-table.test.ts.

/** Milliseconds of one wait, and so the cost of a missed wake-up. Chosen: the holder may lose its core. */
const lockWaitMs = 1;
/** Waits before a lock is taken from its holder: about a second. Chosen: no running thread holds one that long. */
const lockWaitsMax = 1_000;

/** States of a lock. `contended`: held while others may wait; only its release wakes them (Drepper, Futexes Are Tricky). */
const [free, held, contended] = [0, 1, 2];

/** Takes the lock at a place, after a second even from its holder, which has ended: such tables hold only bounds and evidence. */
export function lockSet(locks: Int32Array, place: number): void {
  if (Atomics.compareExchange(locks, place, free, held) === free) return;
  let waits = 0;
  while (waits < lockWaitsMax && Atomics.exchange(locks, place, contended) !== free) {
    if (Atomics.wait(locks, place, contended, lockWaitMs) === 'timed-out') waits += 1;
  }
}

/** Releases the lock at a place. */
export function unlockSet(locks: Int32Array, place: number): void {
  if (Atomics.exchange(locks, place, free) === contended) Atomics.notify(locks, place, 1);
}
