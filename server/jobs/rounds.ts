/**
 * Does work of many stores in small steps, round by round, so that no store waits for more than one step of each other store. It runs
 * one step at a time and keeps no state but the place where it ended. It sets no limit on rounds: `isOver` does. Units are steps.
 */
// Tests: ./rounds.test.ts.

import { isStoreFault } from './quarantine.ts';

interface RoundsOptions {
  /** Looked at before each step. */
  readonly isOver: () => boolean;
  /** Called for a store whose step failed; that store gets no further steps. */
  readonly failed: (storeId: string, error: unknown) => void;
}

/**
 * Runs a step of each store, then one more of each whose `step` resolved with true, until none has more. Rejects at the
 * first error that is no store's fault, such as a database that is away.
 */
export type Rounds = (
  storeIds: readonly string[],
  step: (storeId: string) => Promise<boolean>,
  options: RoundsOptions,
) => Promise<void>;

/** Creates rounds. Each begins behind the store at which the last one ended, so that no store is always cut off. */
export function createRounds(): Rounds {
  let last = '';
  return async (storeIds, step, { isOver, failed }) => {
    const sorted = storeIds.toSorted();
    const isBehind = (storeId: string) => storeId > last;
    let left = [...sorted.filter(isBehind), ...sorted.filter((storeId) => !isBehind(storeId))];
    while (left.length > 0) {
      const withMore: string[] = [];
      for (const storeId of left) {
        if (isOver()) return;
        last = storeId;
        try {
          if (await step(storeId)) withMore.push(storeId);
        } catch (error) {
          if (!isStoreFault(error)) throw error;
          failed(storeId, error);
        }
      }
      left = withMore;
    }
  };
}
