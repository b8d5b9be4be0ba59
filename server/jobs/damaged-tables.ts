/**
 * Looks repeatedly at tables that concern all stores, so that their damage is known before an operator asks. An index that is damaged
 * while its rows are whole is rebuilt; rows are never changed. Indexes of tenant tables are looked at once something met a page that
 * cannot be read: a damaged one keeps stores out whose own pages are sound. A look reads whole tables, so it never runs in the HTTP
 * thread. An error of one table is reported with it; times are microseconds since 1970.
 */
// Tests: test/storage/shared-tables.test.ts, test/storage/damaged-indexes.test.ts.
import type { Clock } from '../clock.ts';
import type { TableFault } from '../storage/snapshots/snapshot.ts';
import type { Storage } from '../storage/storage.ts';

/** A table that is, or was, damaged. */
export interface DamagedTable extends TableFault {
  /** The time when it was found, in microseconds since 1970. */
  readonly since: number;
  /** Whether its indexes were rebuilt: then nothing is lost, but the disk may have a fault. */
  readonly isRebuilt: boolean;
}

interface TableDependencies {
  readonly storage: Pick<Storage, 'tableFaults' | 'rebuildIndexes'>;
  readonly clock: Clock;
}

interface TableWatch extends TableDependencies {
  /** Receives all damaged tables whenever they changed; plain data. */
  readonly notify: (tables: readonly DamagedTable[]) => void;
  /** Returns how often this process met a page that cannot be read. */
  readonly damageMet: () => number;
}

/** Looks at tables, and tells when a look is worthwhile. */
export interface WatchedTables {
  look(): Promise<void>;
  /**
   * Whether a damaged page was met since the last look. False after a look that rebuilt nothing: damaged pages of rows
   * are met again and again.
   */
  isDue(): boolean;
}

/** Watches the tables. Rebuilt ones stay on the list. */
export function watchTables({ notify, damageMet, ...dependencies }: TableWatch): WatchedTables {
  const known = { shared: [] as Found[], owned: [] as Found[] };
  let reported = '[]';
  let metBefore = 0;
  let isWorthwhile = true;
  function reportChanges(): void {
    const tables = [...known.shared, ...known.owned].map(({ isNew: _, ...table }) => table);
    if (JSON.stringify(tables) !== reported) notify(tables);
    reported = JSON.stringify(tables);
  }
  return {
    isDue: () => isWorthwhile && damageMet() !== metBefore,
    async look() {
      const met = damageMet();
      known.shared = await findDamage(dependencies, 'shared', known.shared);
      reportChanges();
      if (met !== metBefore) known.owned = await findDamage(dependencies, 'owned', known.owned);
      isWorthwhile = met === metBefore || [...known.shared, ...known.owned].some(({ isNew }) => isNew);
      metBefore = met;
      reportChanges();
    },
  };
}

/** Rebuilds indexes of stores' own tables before the stores are served. */
export async function rebuildOwnedIndexes(dependencies: TableDependencies): Promise<readonly DamagedTable[]> {
  const found = await findDamage(dependencies, 'owned', []);
  return found.map(({ isNew: _, ...table }) => table);
}

interface Found extends DamagedTable {
  /** Whether the last look rebuilt it. */
  readonly isNew: boolean;
}

async function findDamage(
  { storage, clock }: TableDependencies,
  owners: Parameters<Storage['tableFaults']>[0],
  known: readonly Found[],
): Promise<Found[]> {
  const faults = await storage.tableFaults(owners);
  const found = new Map<string, Found>();
  for (const one of known) if (one.isRebuilt) found.set(one.table, { ...one, isNew: false });
  for (const fault of faults) {
    const before = known.find(({ table, part }) => table === fault.table && part === fault.part);
    const since = before?.since ?? clock.nowMicros();
    const tried = await tryRebuild(storage, fault);
    found.set(fault.table, { ...fault, since, ...tried, isNew: tried.isRebuilt });
  }
  return [...found.values()];
}

/** A table that fails with any error is reported, and the other tables are still looked at. */
async function tryRebuild(
  { rebuildIndexes }: TableDependencies['storage'],
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
