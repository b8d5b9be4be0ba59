/** What is wrong with tables, or with their indexes, that concerns all stores. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { TableFault, TableOwners } from './snapshot.ts';

/** One fault a table at most. The thread takes up other work between two tables. */
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
