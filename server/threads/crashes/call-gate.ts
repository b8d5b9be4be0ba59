/**
 * Notes on which store a thread works, and refuses calls of a store that probably made the thread before it end, until the store's
 * pause is over. A refused call is answered 503 with the rest of the pause in Retry-After. Pauses are 5 to 300 s (crash-blame.ts;
 * milliseconds here, seconds in the answer). It never breaks off a task that has begun, and errors of a task pass through as they are.
 */
// Tests: ./call-gate.test.ts.
import { unavailable } from '../../errors.ts';
import { Quarantine, type QuarantineSettings } from '../../jobs/quarantine.ts';
import type { CurrentTasks } from './current-tasks.ts';

/** Does the task, or rejects with `unavailable` (not `store_unavailable`: nothing is known to be damaged). */
export type CallGate = <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;

const heldMessage =
  'A part of the service ended while it did this for the store, and pauses it for a time. Try again later.';

/** Creates the gate of one kind of work. */
export function createCallGate(settings: QuarantineSettings, underWay: CurrentTasks): CallGate {
  const { work } = settings;
  const quarantine = new Quarantine(settings);
  return async (storeId, task) => {
    const heldMs = quarantine.heldForMs(storeId);
    if (heldMs > 0) throw unavailable(heldMessage, Math.ceil(heldMs / 1_000));
    try {
      return await underWay.during({ work, storeId }, task);
    } finally {
      // Whether the task failed or not, this thread survived it.
      quarantine.end(storeId);
    }
  };
}
