/**
 * Deletes rows that are past their time, for rounds (server/jobs/rounds.ts): of one store at most 500 rows of each kind in a step, in
 * turns beside its writes. It deletes only what prune-store.ts and event pruning name. A failed read or damaged row is left to the
 * next round; an error of the database rejects this round. It never deletes a product.
 */
// Tests: server/insight/prune-store.live.test.ts.
import { kindsOfSearches } from '../../analytics/prune-searches.ts';
import type { Clock } from '../../clock.ts';
import { kindsOfEvents } from '../../events/prune-events.ts';
import type { Sessions } from '../../events/sessions.ts';
import { newId } from '../../ids.ts';
import { kindsOfStore } from '../../insight/prune-store.ts';
import { pruneKinds, type WriteToStore } from '../../jobs/prune-kinds.ts';
import { followSearches } from '../../resources/webhooks/follow-searches.ts';
import { passDamage } from '../../storage/damage/damage.ts';
import type { Storage } from '../../storage/storage.ts';
import type { FairQueue } from '../fairness/fair-queue.ts';

/** Rows of a kind that one transaction deletes at most: a few milliseconds. Chosen. */
const rowsPerStep = 500;

interface PruningParts {
  readonly storage: Storage;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly eventsDays: number;
  readonly turns: Pick<FairQueue, 'run' | 'runInTurn'>;
}

interface Pruning {
  pruneSalts(): Promise<void>;
  /** True while there is more. */
  pruneStore(storeId: string): Promise<boolean>;
}

export function createPruning({ storage, sessions, clock, eventsDays, turns }: PruningParts): Pruning {
  return {
    async pruneSalts() {
      // Rows of stores do not wait for a table that somebody has to repair.
      await sessions.prune(clock.nowMicros()).catch(passDamage);
    },
    async pruneStore(storeId) {
      const nowMicros = clock.nowMicros();
      const write: WriteToStore = (work) => turns.runInTurn(storeId, () => storage.write(storeId, work));
      await followSearches(storage, storeId, { clock, newId }, write);
      return await pruneKinds(write, [
        ...kindsOfEvents({ nowMicros, eventsDays, rowsPerStep }),
        ...kindsOfSearches({ nowMicros, rowsPerStep }),
        ...(await kindsOfStore(storage.reader(storeId), clock, rowsPerStep)),
      ]);
    },
  };
}
