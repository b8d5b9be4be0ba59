/**
 * The hot statements of an import on PostgreSQL. A batch goes out as one JSON parameter (`json_to_recordset`): measured within 8 % of
 * COPY into a temporary table and a merge, and it works through connection poolers. Inputs are trusted: rows were validated, and
 * external ids are distinct. A statement takes 1,000 rows. It decides nothing: which products are written comes from server/ingest.
 */
// Tests: test/api/products.test.ts.
import type { ClientBase } from 'pg';
import { shortHash } from '../../catalog/source-hash.ts';
import type { WriteForm } from '../database.ts';
import { type KnownRow, knownProductList, toKnownProduct } from '../products/known-products.ts';
import { type ExistingRow, existingProductColumns, toExistingProduct } from '../products/rows.ts';
import {
  type EnrichmentJob,
  type ExistingProduct,
  type ProductChange,
  type ProductWrite,
  productChanges,
} from '../products/tables.ts';
import { productUpdateList, toProductValues, writtenProduct } from '../products/written-rows.ts';
import type { StoredValue } from '../snapshots/snapshot.ts';

/** Rows of one statement. Measured: 1,000 are faster than 5,000. */
const rowsPerStatement = 1_000;

const columnList = writtenProduct.names.join(', ');

/** Inserts products that do not exist yet, without a conflict clause, which costs 48 bytes of the log a row. */
const insertSql = `
  insert into products (store_id, change_number, ${columnList})
  select $1, $2, ${columnList}
  from json_to_recordset($3::json) as writes(${writtenProduct.typed.map((column) => column.join(' ')).join(', ')})`;

const upsertSql = `${insertSql}
  on conflict (store_id, external_id) do update set ${productUpdateList}`;

const existingSql = `
  select ${existingProductColumns.join(', ')} from products
  where store_id = $1 and external_id = any($2::text[])`;

export async function existingProducts(
  client: ClientBase,
  storeId: string,
  externalIds: readonly string[],
): Promise<Map<string, ExistingProduct>> {
  const existing = new Map<string, ExistingProduct>();
  for (let start = 0; start < externalIds.length; start += rowsPerStatement) {
    const ids = externalIds.slice(start, start + rowsPerStatement);
    const { rows } = await client.query<ExistingRow>(existingSql, [storeId, ids]);
    for (const row of rows) existing.set(row.external_id, toExistingProduct(row));
  }
  return existing;
}

const knownSql = `
  select ${knownProductList(existingProductColumns.join(', '), ['in_stock', 'counts_as_enriched'])} from products
  where store_id = $1 and external_id = any($2::text[])`;

export async function knownProducts(
  client: ClientBase,
  storeId: string,
  externalIds: readonly string[],
): Promise<Map<string, ExistingProduct>> {
  const known = new Map<string, ExistingProduct>();
  for (let start = 0; start < externalIds.length; start += rowsPerStatement) {
    const ids = externalIds.slice(start, start + rowsPerStatement);
    const statement = { text: knownSql, values: [storeId, ids], rowMode: 'array' as const };
    const { rows }: { rows: unknown[] } = await client.query(statement);
    for (const row of rows) known.set(...toKnownProduct(row as KnownRow));
  }
  return known;
}

export async function upsertProducts(
  client: ClientBase,
  storeId: string,
  writes: readonly ProductWrite[],
  form: WriteForm,
): Promise<void> {
  // In the order of the key: neighbours in the index are written together, and every writer locks them in this order.
  const sorted = [...writes].sort((left, right) =>
    left.product.externalId < right.product.externalId ? -1 : 1,
  );
  const [added, others] = [sorted.filter(({ isNew }) => isNew), sorted.filter(({ isNew }) => !isNew)];
  await runChunks(client, insertSql, storeId, { writes: added, ...form });
  await runChunks(client, upsertSql, storeId, { writes: others, ...form });
}

async function runChunks(
  client: ClientBase,
  statement: string,
  storeId: string,
  { writes, changeNumber, isShort }: WriteForm & { readonly writes: readonly ProductWrite[] },
): Promise<void> {
  for (let start = 0; start < writes.length; start += rowsPerStatement) {
    const rows = writes.slice(start, start + rowsPerStatement).map((write) => toRecord(write, isShort));
    await client.query(statement, [storeId, changeNumber, JSON.stringify(rows)]);
  }
}

/** A newer hash takes the place of an older job. */
const enqueueSql = `
  insert into enrichment_jobs (store_id, product_id, source_hash, created_at)
  select $1, job.product_id, job.source_hash, job.created_at
  from unnest($2::text[], $3::text[], $4::bigint[]) as job(product_id, source_hash, created_at)
  on conflict (store_id, product_id) do update
  set source_hash = excluded.source_hash, created_at = excluded.created_at, state = 'waiting', attempts = 0,
    run_at = 0, error = null, error_code = null`;

export async function enqueueEnrichments(
  client: ClientBase,
  storeId: string,
  jobs: readonly EnrichmentJob[],
): Promise<void> {
  for (let start = 0; start < jobs.length; start += rowsPerStatement) {
    const chunk = jobs.slice(start, start + rowsPerStatement);
    const hashes = chunk.map(({ sourceHash }) => shortHash(sourceHash));
    const times = chunk.map(({ createdAt }) => createdAt);
    await client.query(enqueueSql, [storeId, chunk.map(({ productId }) => productId), hashes, times]);
  }
}

const changeList = productChanges.names.join(', ');

const insertChangesSql = `
  insert into product_changes (store_id, ${changeList})
  select $1, ${changeList}
  from json_to_recordset($2::json) as changes(${productChanges.typed.map((column) => column.join(' ')).join(', ')})`;

/** Takes one short walk along the key for each product, then deletes the range behind its end. */
const trimChangesSql = `
  delete from product_changes using (
    select changed.id, (
      select change_number from product_changes
      where store_id = $1 and external_id = changed.id order by change_number desc limit 1 offset $3
    ) as number from unnest($2::text[]) as changed(id)) as ends
  where store_id = $1 and external_id = ends.id and change_number <= ends.number`;

export async function insertProductChanges(
  client: ClientBase,
  storeId: string,
  changes: readonly ProductChange[],
  kept: number,
): Promise<void> {
  for (let start = 0; start < changes.length; start += rowsPerStatement) {
    const chunk = changes.slice(start, start + rowsPerStatement);
    const rows = chunk.map(productChanges.encode);
    await client.query(insertChangesSql, [storeId, JSON.stringify(rows)]);
    await client.query(trimChangesSql, [storeId, chunk.map(({ externalId }) => externalId), kept]);
  }
}

/** The values by column name, without nulls: a missing key is a null to the database, and half of the values are null. */
function toRecord(write: ProductWrite, isShort: boolean): Record<string, StoredValue> {
  const record: Record<string, StoredValue> = {};
  const values = toProductValues(write, isShort);
  for (const [index, name] of writtenProduct.names.entries()) {
    const value = values[index] ?? null;
    if (value !== null) record[name] = value;
  }
  return record;
}
