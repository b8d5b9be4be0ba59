/**
 * Creates a row for a store whose own row is lost, so that the store keeps its catalog and keys. Its id is known from the rows that it
 * owns; its settings are placeholders that an operator has to correct. It writes nothing. A text that is no id of 36 characters is
 * passed over, since a damaged row may hold any text.
 */
// Tests: test/storage/repair.test.ts.
import type { SnapshotReads } from '../database.ts';
import { retainedTables, type StoredValue, type TableShape, unsavedTables } from '../snapshots/snapshot.ts';

type StoredRow = Readonly<Record<string, StoredValue>>;

/** Whether a text can be the id of a store: a damaged row may hold any text. */
export function isStoreId(text: string): boolean {
  return /^[0-9a-f-]{36}$/.test(text);
}

/** The row of a store without products; columns and values. */
export function placeholderStore(id: string) {
  return {
    id,
    name: `Repaired store ${id}`,
    plan: 'unlimited',
    currency: 'USD',
    locale: 'en',
    created_at: 0,
    change_number: 0,
    product_count: 0,
    in_stock_count: 0,
    enrichment_count: 0,
  };
}

/** Rows for all stores that own something and are not among the known ones. Reads every table once. */
export async function findPlaceholders(
  reads: SnapshotReads,
  shapes: readonly TableShape[],
  knownIds: ReadonlySet<unknown>,
): Promise<StoredRow[]> {
  const found = new Map<string, ReturnType<typeof placeholderStore>>();
  for (const shape of shapes) {
    if (retainedTables.includes(shape.name) || Object.hasOwn(unsavedTables, shape.name)) continue;
    for await (const row of ownersIn(reads, shape)) {
      const id = String(row.store_id);
      if (knownIds.has(id) || !isStoreId(id)) continue;
      const store = found.get(id) ?? placeholderStore(id);
      found.set(id, store);
      if (shape.name === 'products') count(store, row);
    }
  }
  return [...found.values()];
}

const countedColumns = ['store_id', 'change_number', 'in_stock', 'counts_as_enriched'];

/** The rows of all stores, as far as they say whose they are and what a store counts. */
async function* ownersIn(reads: SnapshotReads, shape: TableShape): AsyncGenerator<StoredRow> {
  const columns = shape.columns.filter(({ name }) => countedColumns.includes(name));
  if (!columns.some(({ name }) => name === 'store_id')) return;
  const options = { storeIds: [], onLoss: () => {} };
  for await (const { rows } of reads.rows({ ...shape, columns, isByStore: false }, options)) yield* rows;
}

function count(store: ReturnType<typeof placeholderStore>, row: StoredRow): void {
  store.product_count += 1;
  store.in_stock_count += Number(Boolean(row.in_stock));
  store.enrichment_count += Number(Boolean(row.counts_as_enriched));
  // A number that is too large is none of a change.
  if (typeof row.change_number === 'number') {
    store.change_number = Math.max(store.change_number, row.change_number);
  }
}
