// Tests: test/api/file-uploads.test.ts.
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** Imports and runs of feeds that wait or are under way. */
export function openImports(builder: Kysely<Schema>, storeId: string) {
  return builder
    .selectFrom('imports')
    .where('store_id', '=', storeId)
    .where('status', 'in', ['pending', 'processing']);
}
