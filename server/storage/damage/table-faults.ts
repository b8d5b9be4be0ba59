/**
 * Finds faults of tables and indexes that concern all stores, by reading them. It repairs nothing. A table that can be read gives no
 * fault. It takes long (it reads every row), so it never runs in a thread that answers; an error that is no damage rejects.
 */
// Tests: test/storage/shared-tables.test.ts.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../database.ts';
import type { TableFault, TableOwners } from '../snapshots/snapshot.ts';

/** Returns at most one fault for each table. Other work of the thread has a turn between two tables. */
export function findTableFaults(database: Database, owners: TableOwners): Promise<TableFault[]> {
  return database.snapshot(async ({ query, checkTable }) => {
    const tables = (await database.describe(query)).filter(
      ({ isByStore }) => isByStore === (owners === 'owned'),
    );
    const faults: TableFault[] = [];
    for (const shape of tables) {
      const fault = await checkTable(shape);
      if (fault !== null) faults.push(fault);
      await nextTurn();
    }
    return faults;
  });
}
