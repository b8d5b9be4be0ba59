/**
 * Decides whose rows a repaired file takes: rows of existing stores, and of a store whose own row alone is lost (another one replaces
 * it); never rows of a store that was deleted or is being deleted, whose deletion is thereby complete. It writes only to the new file.
 * A row whose store is not known is reported as lost. Units are rows. An insert that fails throws.
 */
// Tests: test/storage/repair-deletions.test.ts.
import type { DatabaseSync } from 'node:sqlite';
import { isStoreId, placeholderStore } from '../damage/placeholder-stores.ts';
import { storeDeletions } from '../products/erasure-tables.ts';
import { type OnLoss, retainedTables, type StoredValue } from '../snapshots/snapshot.ts';

/** A store that was being deleted, and how many of its rows the new file lacks for that. */
export interface LeftOutStore {
  readonly storeId: string;
  readonly name: string;
  readonly rows: number;
}

/** The stores of a repaired file. */
export interface RepairedStores {
  /** Notes a row of `stores` or of `retainedTables` once it is in the new file. Must be called for each. */
  noteRow(table: string, row: Readonly<Record<string, StoredValue>>): void;
  /** Whether rows of the store are kept, belong to a deleted store, or to no known one. */
  stateOf(storeId: string): 'kept' | 'deleted' | 'unknown';
  /** A row of a store that is deleted. */
  leaveOut(storeId: string, table: string): void;
  /** Reports losses, except those of deleted stores. */
  readonly onLoss: OnLoss;
  /** Finishes deletions after the last row. Returns the stores that were left out. */
  finishDeletions(): LeftOutStore[];
}

interface Deletion {
  readonly name: string;
  readonly deleted: Map<string, number>;
  rows: number;
}

export function createRepairedStores(target: DatabaseSync, onLoss: OnLoss): RepairedStores {
  const known = new Set<string>();
  const deletions = new Map<string, Deletion>();
  let isSomeLost = false;
  function leaveOut(storeId: string, table: string): void {
    const deletion = deletions.get(storeId);
    if (deletion === undefined) return;
    deletion.rows += 1;
    deletion.deleted.set(table, (deletion.deleted.get(table) ?? 0) + 1);
  }
  return {
    noteRow(table, row) {
      if (table === 'stores') known.add(String(row.id));
      else if (retainedTables.includes(table)) deletions.set(String(row.store_id), toDeletion(row));
    },
    stateOf(storeId) {
      if (deletions.has(storeId)) return 'deleted';
      if (!known.has(storeId) && isSomeLost && isStoreId(storeId)) {
        known.add(storeId);
        const row = placeholderStore(storeId);
        const [names, values] = [Object.keys(row), Object.values(row)];
        const places = names.map(() => '?');
        target.prepare(`insert into stores (${names}) values (${places})`).run(...values);
      }
      return known.has(storeId) ? 'kept' : 'unknown';
    },
    leaveOut,
    onLoss(loss) {
      if (loss.storeId !== null && deletions.has(loss.storeId)) leaveOut(loss.storeId, loss.table);
      else {
        if (loss.table === 'stores' && loss.isKept !== true) isSomeLost = true;
        onLoss(loss);
      }
    },
    finishDeletions() {
      if (deletions.size === 0) return [];
      const finish = target.prepare(finished);
      for (const [storeId, { deleted }] of deletions) {
        finish.run(JSON.stringify(Object.fromEntries(deleted)), storeId);
      }
      const all = [...deletions].map(([storeId, { name, rows }]) => ({ storeId, name, rows }));
      return all.filter(({ rows }) => rows > 0);
    },
  };
}

const deletedCounts = storeDeletions.pick('deleted');

function toDeletion(row: Readonly<Record<string, StoredValue>>): Deletion {
  const { deleted } = deletedCounts.decode({ deleted: String(row.deleted) });
  return { name: String(row.name), deleted: new Map(Object.entries(deleted)), rows: 0 };
}

/** Finishes a deletion that has no row left in the new file. */
const finished = `
  update store_deletions set deleted = ?,
    finished_at = coalesce(finished_at, cast(unixepoch('subsec') * 1000 as integer) * 1000)
  where store_id = ?`;
