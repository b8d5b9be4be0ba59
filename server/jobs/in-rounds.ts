/** Work of many stores in small steps, none of which holds up another store's for more than a step. */

import { isStoreFault } from './quarantine.ts';
import { writeEach } from './write-each.ts';

interface RoundsOptions {
  /** Looked at before each step. */
  readonly isOver: () => boolean;
  /** Hears of a store whose step failed; that store has no further steps. */
  readonly failed: (error: unknown) => void;
}

/**
 * Runs a step of each store, then one more of each whose `step` resolved with true, until none has more. Rejects where the
 * database is away.
 */
export async function inRounds(
  storeIds: readonly string[],
  step: (storeId: string) => Promise<boolean>,
  { isOver, failed }: RoundsOptions,
): Promise<void> {
  for (let left = storeIds; left.length > 0 && !isOver(); ) {
    const withMore: string[] = [];
    const run = async (storeId: string) => {
      if (!isOver() && (await step(storeId))) withMore.push(storeId);
    };
    await writeEach(left, run, () => {}).catch((error) => {
      if (!isStoreFault(error)) throw error;
      failed(error);
    });
    left = withMore;
  }
}
