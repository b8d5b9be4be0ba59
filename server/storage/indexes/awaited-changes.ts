/**
 * Reads and writes the table of awaited changes (`./awaited-tables.ts`). Times are by the database's clock; an unknown owner or store
 * changes nothing. Waits are in milliseconds. It builds no index and waits for nothing itself.
 */
// Tests: test/storage/awaited-changes.test.ts.

import type { Database } from '../database.ts';
import { holdStore } from '../hold-store.ts';
import { timeFromNow } from '../time-from-now.ts';
import { type AwaitedDirectory, awaitedChange } from './awaited-tables.ts';

/**
 * Creates access to the changes that callers still wait for. A change of a store that is gone is not noted, and false
 * is returned.
 */
export function awaitedDirectory(database: Database): AwaitedDirectory {
  const { builder, read, transaction, now } = database;
  return {
    awaitChange: (awaited) =>
      transaction(awaited.storeId, async (open) => {
        if (!(await holdStore(database, open, awaited.storeId))) return false;
        const insert = builder
          .insertInto('awaited_changes')
          .values({ ...awaitedChange.encode(awaited), worked_at: timeFromNow(database, 0) });
        await open.run(insert);
        open.announce(awaited.storeId);
        return true;
      }),
    async idleWaitMs({ owner, storeId }) {
      const waiting = builder
        .selectFrom('awaited_changes')
        .select(({ eb, ref }) => eb(now, '-', ref('worked_at')).as('idle'))
        .where('owner', '=', owner)
        .where('store_id', '=', storeId);
      const [row] = await read(null, waiting);
      return row === undefined ? null : Number(row.idle) / 1_000;
    },
    async stopAwaiting({ owner, storeId }) {
      const own = builder
        .deleteFrom('awaited_changes')
        .where('owner', '=', owner)
        .where('store_id', '=', storeId);
      await transaction(null, (open) => open.run(own));
    },
    async awaitedChanges() {
      const all = builder.selectFrom('awaited_changes').select(awaitedChange.names);
      return (await read(null, all)).map(awaitedChange.decode);
    },
    async noteWork(storeIds) {
      const these = builder
        .updateTable('awaited_changes')
        .set({ worked_at: timeFromNow(database, 0) })
        .where('store_id', 'in', storeIds);
      await transaction(null, (open) => open.run(these));
    },
    async noteShown({ storeId, changeNumber }) {
      const shown = builder
        .deleteFrom('awaited_changes')
        .where('store_id', '=', storeId)
        .where('change_number', '<=', changeNumber);
      await transaction(null, (open) => open.run(shown));
    },
  };
}
