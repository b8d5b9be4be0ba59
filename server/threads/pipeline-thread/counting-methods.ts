/**
 * Methods of the pipeline thread by which the process itself writes down what it counted, every few seconds, and finds it again. They
 * take the turns of their store; counts of a store that was deleted meanwhile are let go. A failed write rejects, and its caller
 * decides what is counted on.
 */
// Tests: test/scenarios/searches-of-nodes.test.ts, test/api/query-ids.test.ts.
import { writeSearches } from '../../analytics/write-searches.ts';
import type { Clock } from '../../clock.ts';
import { findAnsweredQueries, writeAnsweredQueries } from '../../events/answered-queries.ts';
import type { Sessions } from '../../events/sessions.ts';
import type { Storage } from '../../storage/storage.ts';
import type { FairQueue } from '../fairness/fair-queue.ts';
import type { RpcHandlers } from '../lifecycle/rpc.ts';
import type { PipelineMethods } from './pipeline-methods.ts';

interface CountingParts {
  readonly storage: Storage;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly turns: Pick<FairQueue, 'run' | 'runShort'>;
  /** Lets work on a deleted store go, with null. */
  readonly unlessDeleted: (storeId: string, work: Promise<void>) => Promise<unknown>;
}

type CountingMethods = Pick<
  PipelineMethods,
  'addRequests' | 'callerDay' | 'addSearches' | 'addAnswered' | 'findAnswered'
>;

/** Creates the methods. */
export function createCountingMethods(parts: CountingParts): RpcHandlers<CountingMethods> {
  const { storage, sessions, clock, turns, unlessDeleted } = parts;
  return {
    async addRequests({ storeId, statistics }) {
      const add = () => storage.write(storeId, (writer) => writer.statistics.addRequests(statistics));
      await turns.runShort(storeId, () => unlessDeleted(storeId, add()));
      return null;
    },
    callerDay: () => sessions.callerDay(clock.nowMicros()),
    async addSearches(searches) {
      const { storeId } = searches;
      await turns.run(storeId, () => unlessDeleted(storeId, writeSearches(storage, searches)));
      return null;
    },
    async addAnswered(answered) {
      const { storeId } = answered;
      await turns.runShort(storeId, () => unlessDeleted(storeId, writeAnsweredQueries(storage, answered)));
      return null;
    },
    findAnswered: (named) => findAnsweredQueries(storage, named),
  };
}
