/**
 * Reads and changes the allowance of calls that all processes share. It is decided under the lock of its row, by the database's clock,
 * so that two workers can neither both take the last call nor disagree about the time. Calls whose owner stopped keeping them are
 * forgotten. Times are microseconds, waits milliseconds. It applies no limit itself; an error of `decide` rolls back.
 */
// Tests: test/storage/enrichment.test.ts.

import type { Database, Transaction } from '../database.ts';
import { timeFromNow } from '../time-from-now.ts';
import {
  type AllowanceDecision,
  type AllowanceDirectory,
  type AllowanceState,
  type AllowanceView,
  allowanceState,
} from './allowance-tables.ts';

const unused: AllowanceState = {
  requestsAt: 0,
  tokensAt: 0,
  blockedUntil: 0,
  failures: 0,
  firstWaiting: '',
  firstUntil: 0,
  busyStore: '',
};

/**
 * Creates access to the allowances by name, each of which all processes share. A name without a row is an unused
 * allowance.
 */
export function allowanceDirectory(database: Database): AllowanceDirectory {
  const { builder } = database;
  return {
    changeAllowance: (name, decide) =>
      database.transaction(null, async (transaction) => {
        const view = await lockAllowance(database, transaction, name);
        const decision = decide(view);
        await save(database, transaction, name, decision);
        return decision.result;
      }),
    async allowancePausedUntil(name) {
      const state = builder.selectFrom('allowances').select('blocked_until').where('name', '=', name);
      const [row] = await database.read(null, state);
      return row?.blocked_until ?? 0;
    },
    async keepCalls(owner, keptMs) {
      const keep = builder
        .updateTable('enrichment_calls')
        .set({ kept_until: timeFromNow(database, keptMs) })
        .where('owner', '=', owner);
      await database.transaction(null, (transaction) => transaction.run(keep));
    },
  };
}

async function lockAllowance(
  { builder, engine, now }: Database,
  transaction: Transaction,
  name: string,
): Promise<AllowanceView> {
  await transaction.run(
    builder
      .insertInto('allowances')
      .values({ name, ...allowanceState.encode(unused) })
      .onConflict((conflict) => conflict.column('name').doNothing()),
  );
  const state = builder.selectFrom('allowances').selectAll().where('name', '=', name);
  const [row] = await transaction.query(engine === 'postgres' ? state.forUpdate() : state);
  if (row === undefined) throw new Error(`The allowance ${name} is gone.`);
  // Read after the lock: the time before the wait is out of date.
  const [time] = await transaction.query(builder.selectNoFrom(now.as('now')));
  const nowMicros = Number(time?.now);
  const over = builder.deleteFrom('enrichment_calls').where('kept_until', '<=', nowMicros);
  await transaction.run(over);
  const calls = builder
    .selectFrom('enrichment_calls')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('allowance', '=', name);
  return {
    ...allowanceState.decode(row),
    callsUnderWay: (await transaction.query(calls))[0]?.count ?? 0,
    nowMicros,
  };
}

async function save(
  database: Database,
  transaction: Transaction,
  name: string,
  { state, begun, endedId }: AllowanceDecision<unknown>,
): Promise<void> {
  const { builder } = database;
  await transaction.run(
    builder.updateTable('allowances').set(allowanceState.encode(state)).where('name', '=', name),
  );
  if (begun !== undefined) {
    const kept_until = timeFromNow(database, begun.keptMs);
    const call = { id: begun.id, allowance: name, owner: begun.owner, kept_until };
    await transaction.run(builder.insertInto('enrichment_calls').values(call));
  }
  if (endedId !== undefined) {
    await transaction.run(builder.deleteFrom('enrichment_calls').where('id', '=', endedId));
  }
}
