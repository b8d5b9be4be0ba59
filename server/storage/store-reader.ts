/**
 * The reads of one store. Every statement names the store and is one statement, so each sees one state of the
 * database; the same queries run outside and inside a transaction, as `query` decides.
 */
import type { Kysely, Selectable } from 'kysely';
import { limits } from '../../contract/limits.ts';
import type { Query } from './database.ts';
import { toFailure, toIdempotencyRecord, toImportRun } from './import-rows.ts';
import { storedProductColumns, toStoredProduct } from './product-rows.ts';
import type { Failure, ImportRun } from './records.ts';
import type { ImportFailuresTable, ImportsTable, Schema } from './schema.ts';
import type { StoreReader } from './storage.ts';

export function createStoreReader(builder: Kysely<Schema>, query: Query, storeId: string): StoreReader {
  return { ...productReads(builder, query, storeId), ...importReads(builder, query, storeId) };
}

type ProductReads = Pick<StoreReader, 'product' | 'rawProduct' | 'products' | 'changedProducts'>;

function productReads(builder: Kysely<Schema>, query: Query, storeId: string): ProductReads {
  const products = builder.selectFrom('products').where('store_id', '=', storeId);
  const whole = products.select(storedProductColumns);
  return {
    async product(externalId) {
      const [row] = await query(whole.where('external_id', '=', externalId));
      return row === undefined ? null : toStoredProduct(row);
    },
    async rawProduct(externalId) {
      const [row] = await query(products.select('raw').where('external_id', '=', externalId));
      return row?.raw ?? null;
    },
    async products({ after, limit }) {
      const rest = after === null ? whole : whole.where('external_id', '>', after);
      return (await query(rest.orderBy('external_id').limit(limit))).map(toStoredProduct);
    },
    async changedProducts({ after, limit }) {
      const rest =
        after === null
          ? whole
          : whole.where(({ eb, refTuple, tuple }) =>
              eb(refTuple('change_number', 'external_id'), '>', tuple(after.changeNumber, after.externalId)),
            );
      const page = rest.orderBy('change_number').orderBy('external_id').limit(limit);
      return (await query(page)).map(toStoredProduct);
    },
  };
}

type ImportReads = Omit<StoreReader, keyof ProductReads>;

function importReads(builder: Kysely<Schema>, query: Query, storeId: string): ImportReads {
  const imports = importsOf(builder, storeId);
  return {
    async import(importId) {
      const [run] = await readImports(builder, query, imports.where('imports.id', '=', importId).limit(1));
      return run ?? null;
    },
    async imports({ before, limit }) {
      const older = before === null ? imports : imports.where('imports.id', '<', before);
      return await readImports(builder, query, older.orderBy('imports.id', 'desc').limit(limit));
    },
    async failures(importId, { afterRow, limit }) {
      const failures = builder
        .selectFrom('import_failures')
        .select(['row', 'line', 'external_id', 'problems'])
        .where('store_id', '=', storeId)
        .where('import_id', '=', importId)
        .where('row', '>', afterRow)
        .orderBy('row')
        .limit(limit);
      return (await query(failures)).map(toFailure);
    },
    async queuedEnrichments() {
      const count = builder
        .selectFrom('enrichment_jobs')
        .select((expression) => expression.fn.countAll<number>().as('count'))
        .where('store_id', '=', storeId);
      return (await query(count))[0]?.count ?? 0;
    },
    async findIdempotency(key) {
      const record = builder
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('key', '=', key);
      const [row] = await query(record);
      return row === undefined ? null : toIdempotencyRecord(row);
    },
  };
}

/**
 * Imports, each with the row number of the last failure that is shown with it (null when all are): a step of a
 * hundred entries along the key, whatever the number of failures, where a window function would number them all.
 */
function importsOf(builder: Kysely<Schema>, storeId: string) {
  return builder
    .selectFrom('imports')
    .selectAll('imports')
    .select((expression) =>
      expression
        .selectFrom('import_failures as shown')
        .select('shown.row')
        .whereRef('shown.store_id', '=', 'imports.store_id')
        .whereRef('shown.import_id', '=', 'imports.id')
        .orderBy('shown.row')
        .limit(1)
        .offset(limits.failuresShownInImport - 1)
        .as('last_shown_row'),
    )
    .where('imports.store_id', '=', storeId);
}

/** A page of imports and their first failures in one statement: a row a failure, the newest import first. */
async function readImports(
  builder: Kysely<Schema>,
  query: Query,
  page: ReturnType<typeof importsOf>,
): Promise<ImportRun[]> {
  const joined = builder
    .selectFrom(page.as('import'))
    .leftJoin('import_failures as failure', (join) =>
      join
        .onRef('failure.store_id', '=', 'import.store_id')
        .onRef('failure.import_id', '=', 'import.id')
        .on(({ eb, fn, ref }) =>
          eb('failure.row', '<=', fn.coalesce(ref('import.last_shown_row'), eb.lit(Number.MAX_SAFE_INTEGER))),
        ),
    )
    .selectAll('import')
    .select(['failure.row', 'failure.line', 'failure.external_id', 'failure.problems'])
    .orderBy('import.id', 'desc')
    .orderBy('failure.row');
  return groupByImport(await query(joined));
}

type FailureColumns = Pick<ImportFailuresTable, 'row' | 'line' | 'external_id' | 'problems'>;
type ImportFailureRow = Selectable<ImportsTable> & {
  [Column in keyof FailureColumns]: FailureColumns[Column] | null;
};

function groupByImport(rows: readonly ImportFailureRow[]): ImportRun[] {
  const failuresById = new Map<string, Failure[]>();
  const runs: ImportRun[] = [];
  for (const row of rows) {
    let failures = failuresById.get(row.id);
    if (failures === undefined) {
      failures = [];
      failuresById.set(row.id, failures);
      runs.push(toImportRun(row, failures));
    }
    const { row: number, line, external_id, problems } = row;
    if (number !== null && problems !== null)
      failures.push(toFailure({ row: number, line, external_id, problems }));
  }
  return runs;
}
