/** How a row that cannot be read is named. */
import type { DamagedRow } from '../errors.ts';

export type { DamagedRow } from '../errors.ts';

/** The columns of a key beside the store's id; a table that is absent has `id`, or one row a store. */
const keyColumns: Readonly<Record<string, readonly string[]>> = {
  products: ['external_id', 'id'],
  product_changes: ['external_id', 'change_number'],
  import_failures: ['import_id', 'row'],
  collections: ['slug'],
  collection_generations: ['number'],
  phrase_sets: ['product_id'],
  webhook_deliveries: ['webhook_id', 'id'],
  request_statistics: ['bucket_at'],
  search_days: ['day'],
  session_moves: ['move'],
  network_marks: ['name'],
  popularity: ['kind', 'key'],
};

/** Its name by the columns of its key, as far as they are there. */
export function nameRow(table: string, row: object, column: string, error: string): DamagedRow {
  const fields = new Map(Object.entries(row));
  const parts = (keyColumns[table] ?? ['id', 'store_id'])
    .map((name) => fields.get(name))
    .filter((part) => ['string', 'number', 'bigint'].includes(typeof part));
  // One name suffices where the columns are other names of the same.
  const isOneOf = keyColumns[table] === undefined || table === 'products';
  return { table, id: (isOneOf ? parts.slice(0, 1) : parts).join('/') || 'unknown', column, error };
}
