/** Locks of the sets of a table in shared memory, each held for a fraction of a microsecond. */

/** The holder of a lock may lose its core; a wake-up that was missed costs so long. */
const lockWaitMs = 1;
/** About a second, which is far beyond what a running thread holds a lock for. Chosen. */
const lockWaitsMax = 1_000;

/** States of a lock: the third is held while others may wait, and only that wakes anybody (Drepper, Futexes Are Tricky). */
const [free, held, contended] = [0, 1, 2];

/** Takes the lock at a place. One whose holder ended is taken from it: such tables hold only bounds and evidence. */
export function lockSet(locks: Int32Array, place: number): void {
  if (Atomics.compareExchange(locks, place, free, held) === free) return;
  let waits = 0;
  while (waits < lockWaitsMax && Atomics.exchange(locks, place, contended) !== free) {
    if (Atomics.wait(locks, place, contended, lockWaitMs) === 'timed-out') waits += 1;
  }
}

/** Gives it back. */
export function unlockSet(locks: Int32Array, place: number): void {
  if (Atomics.exchange(locks, place, free) === contended) Atomics.notify(locks, place, 1);
}
