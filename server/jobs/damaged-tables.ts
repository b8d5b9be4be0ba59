/**
 * The tables that all stores share, checked repeatedly for as long as the process lives: what is wrong with them
 * is known before an operator asks. An index that is damaged while its rows are whole is rebuilt.
 */
import type { Clock } from '../clock.ts';
import type { TableFault } from '../storage/snapshot.ts';
import type { Storage } from '../storage/storage.ts';

/** A table that is, or was, damaged. */
export interface DamagedTable extends TableFault {
  /** When it was found, microseconds since the epoch. */
  readonly since: number;
  /** Its indexes were rebuilt: nothing is lost, and the disk may have a fault. */
  readonly isRebuilt: boolean;
}

interface TableWatch {
  readonly storage: Pick<Storage, 'tableFaults' | 'rebuildIndexes'>;
  readonly clock: Clock;
  /** Receives all of them, each time something changed. Plain data, to cross a thread. */
  readonly tell: (tables: readonly DamagedTable[]) => void;
}

/** Gives the function that looks once. What was rebuilt stays on the list. */
export function watchTables({ storage, clock, tell }: TableWatch): () => Promise<void> {
  let known: readonly DamagedTable[] = [];
  return async () => {
    const faults = await storage.tableFaults();
    const found = new Map<string, DamagedTable>();
    for (const one of known) if (one.isRebuilt) found.set(one.table, one);
    for (const fault of faults) {
      const before = known.find(({ table, part }) => table === fault.table && part === fault.part);
      const since = before?.since ?? clock.nowMicros();
      found.set(fault.table, { ...fault, since, ...(await tryRebuild(storage, fault)) });
    }
    const now = [...found.values()];
    if (JSON.stringify(now) !== JSON.stringify(known)) tell(now);
    known = now;
  };
}

/** A table that fails with any error is reported, and the other tables are still looked at. */
async function tryRebuild(
  { rebuildIndexes }: TableWatch['storage'],
  { table, part, error }: TableFault,
): Promise<Pick<DamagedTable, 'isRebuilt' | 'error'>> {
  if (part !== 'index' || rebuildIndexes === null) return { isRebuilt: false, error };
  try {
    await rebuildIndexes(table);
    return { isRebuilt: true, error };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { isRebuilt: false, error: `${error}; its indexes cannot be rebuilt: ${reason}` };
  }
}
