/**
 * Calls in the name of stores, as a thread does them: it notes on which store it works, and refuses the calls of a store that is
 * held to be why the thread before it ended, until that store's pause is over.
 */
import { unavailable } from '../errors.ts';
import { Quarantine, type QuarantineSettings } from '../jobs/quarantine.ts';
import type { UnderWay } from './under-way.ts';

/** See the head of the file. Does the task, or rejects with `unavailable`: nothing is known to be damaged. */
export type CallGate = <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;

const heldMessage =
  'A part of the service ended while it did this for the store, and leaves it alone for a time. Try again later.';

/** For one kind of work. */
export function createCallGate(settings: QuarantineSettings, underWay: UnderWay): CallGate {
  const { work } = settings;
  const quarantine = new Quarantine(settings);
  return async (storeId, task) => {
    const heldMs = quarantine.heldForMs(storeId);
    if (heldMs > 0) throw unavailable(heldMessage, Math.ceil(heldMs / 1_000));
    try {
      return await underWay.during({ work, storeId }, task);
    } finally {
      // However it went, this thread lives.
      quarantine.end(storeId);
    }
  };
}
