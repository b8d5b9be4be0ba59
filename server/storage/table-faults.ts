/** What is wrong with the tables that all stores share. */
import type { Database } from './database.ts';
import type { TableFault } from './snapshot.ts';

/** One fault a table at most. */
export function findTableFaults(database: Database): Promise<TableFault[]> {
  return database.snapshot(async ({ query, checkTable }) => {
    const shared = (await database.describe(query)).filter(({ isByStore }) => !isByStore);
    const faults: TableFault[] = [];
    for (const shape of shared) {
      const fault = await checkTable(shape);
      if (fault !== null) faults.push(fault);
    }
    return faults;
  });
}
