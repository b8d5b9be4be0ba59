/**
 * Runs changes to people, and changes of stores by people, in turns (record 0041). A store's changes take the turns of its other
 * writes, one at a time, so that they never hold more than one connection; a person's changes have turns of their own. No change asks
 * for a turn itself, so no two wait for each other. It bounds no number of waiting changes (pipeline-client.ts does) and sets no time
 * limit. A change that rejects passes its error on, and the next one has its turn.
 */
// Tests: ./account-turns.live.test.ts.
import { type ChangeRequest, turnOf } from '../../accounts/change-turns.ts';
import type { AccountChanges, ChangeHandlers } from '../../accounts/changes.ts';
import type { NestedTurns } from '../../accounts/nested-turns.ts';
import type { FairQueue } from './fair-queue.ts';

/** The queues in which changes wait. */
export interface AccountTurns {
  /** The turns of writes, by store. */
  readonly stores: Pick<FairQueue, 'runSoon'>;
  /** The turns of writes, by person. */
  readonly persons: Pick<FairQueue, 'run'>;
  /** The turns of reads for callers who may be strangers, by network. */
  readonly looks: NestedTurns;
}

/** Wraps the changes so that each waits for its turn. */
export function inAccountTurns(
  changes: ChangeHandlers<AccountChanges>,
  { stores, persons, looks }: AccountTurns,
): ChangeHandlers<AccountChanges> {
  function wait<Result>(request: ChangeRequest, task: () => Promise<Result>): Promise<Result> {
    const turn = turnOf(request);
    // Somebody waits for the answer.
    if (turn.kind === 'store') return stores.runSoon(turn.storeId, task);
    if (turn.kind === 'person') return persons.run(turn.person, task);
    return looks.run(['looks', ...turn.networks.toReversed()], task);
  }
  const entries = Object.entries(changes).map(([name, change]) => [
    name,
    (request: ChangeRequest) =>
      wait(request, () => (change as (asked: ChangeRequest) => Promise<unknown>)(request)),
  ]);
  return Object.fromEntries(entries) as ChangeHandlers<AccountChanges>;
}
