/**
 * Reads the imports of one store and their failed rows. Every statement names the store. An unknown id gives null.
 * It writes nothing. An import comes with at most its first 100 failures (`limits.failuresShownInImport`), without the text of the
 * rows.
 */
// Tests: test/storage/imports.test.ts.
import type { Kysely } from 'kysely';
import { isCancelled } from '../../../contract/cancelled-import.ts';
import { limits } from '../../../contract/limits.ts';
import type { Query } from '../database.ts';
import { shortRunId } from '../products/run-ids.ts';
import type { Schema } from '../schema.ts';
import type { RowOf } from '../table.ts';
import { openImports } from './open-imports.ts';
import {
  type FailedRowsFile,
  type Failure,
  type ImportReader,
  type ImportRun,
  imports,
  rowReport,
  runSource,
} from './tables.ts';

/** Creates the reader of one store’s imports and of their failed rows. An unknown id gives null. */
export function importReads(builder: Kysely<Schema>, query: Query, storeId: string): ImportReader {
  const ofStore = builder.selectFrom('imports').selectAll().where('store_id', '=', storeId);
  return {
    async find(importId) {
      const rows = await query(ofStore.where('id', '=', importId));
      const [run] = await withFailures(builder, query, rows);
      return run ?? null;
    },
    async failedRowsFile(importId) {
      const run = builder
        .selectFrom('imports')
        .leftJoin('feed_runs', (join) =>
          join.onRef('feed_runs.store_id', '=', 'imports.store_id').onRef('feed_runs.id', '=', 'imports.id'),
        )
        .select(['filename', 'layout', 'failures_dropped', 'feed_id', 'imports.id'])
        .where('imports.store_id', '=', storeId)
        .where('imports.id', '=', importId);
      const [row] = await query(run);
      return row === undefined ? null : toFailedRowsFile(row);
    },
    async page({ before, limit, without }) {
      const wanted = without === undefined ? ofStore : ofStore.where('source', '!=', without);
      const older = before === null ? wanted : wanted.where('id', '<', before);
      const rows = await query(older.orderBy('id', 'desc').limit(limit));
      return await withFailures(builder, query, rows);
    },
    async failures(importId, { afterRow, limit }) {
      const failures = builder
        .selectFrom('import_failures')
        .select(['row', 'line', 'external_id', 'problems', 'raw'])
        .where('store_id', '=', storeId)
        .where('import_id', '=', importId)
        .where('row', '>', afterRow)
        .orderBy('row')
        .limit(limit);
      return (await query(failures)).map(toFailure);
    },
    async failureBytes() {
      const counter = builder.selectFrom('stores').select('failure_bytes').where('id', '=', storeId);
      return (await query(counter))[0]?.failure_bytes ?? 0;
    },
    async countOpen() {
      const count = openImports(builder, storeId)
        .select((expression) => expression.fn.countAll<number>().as('count'))
        .where('source', '!=', 'feed');
      return (await query(count))[0]?.count ?? 0;
    },
    async marks({ since, limit }) {
      const marks = builder
        .selectFrom('imports')
        .where('store_id', '=', storeId)
        .select(['id', 'source', 'status', 'error', 'valid_rows', 'created_at'])
        .where('created_at', '>=', since)
        .where('dry_run', '=', false)
        .orderBy('id', 'desc')
        .limit(limit);
      return (await query(marks)).map((row) => ({
        id: row.id,
        source: row.source,
        status: row.status,
        isCancelled: isCancelled(row),
        validRows: row.valid_rows,
        createdAt: row.created_at,
      }));
    },
    ...sourceReads(builder, query, storeId),
    ...expiryReads(builder, query, storeId),
  };
}

function sourceReads(builder: Kysely<Schema>, query: Query, storeId: string): Pick<ImportReader, 'sources'> {
  const runs = builder
    .selectFrom('imports')
    .leftJoin('feed_runs', (join) =>
      join.onRef('feed_runs.store_id', '=', 'imports.store_id').onRef('feed_runs.id', '=', 'imports.id'),
    )
    .select(['imports.id', 'source', 'filename', 'imports.created_at', 'feed_id'])
    .where('imports.store_id', '=', storeId)
    .where('dry_run', '=', false);
  return {
    async sources({ before, limit }) {
      const older = before === null ? runs : runs.where('imports.id', '<', before);
      const rows = await query(older.orderBy('imports.id', 'desc').limit(limit));
      return rows.map(({ feed_id: feedId, ...row }) => ({
        ...{ ...runSource.decode(row), feedId, names: [row.id, shortRunId(row.id)] },
      }));
    },
  };
}

function expiryReads(
  builder: Kysely<Schema>,
  query: Query,
  storeId: string,
): Pick<ImportReader, 'expired' | 'oldestWithFailures'> {
  const imports = builder.selectFrom('imports').where('store_id', '=', storeId);
  return {
    async expired({ createdBefore, kept, most, limit }) {
      const newest = (place: number) =>
        imports
          .select('id')
          .orderBy('id', 'desc')
          .limit(1)
          .offset(place - 1);
      const expired = imports
        .select(['id', 'created_at'])
        .where('status', 'in', ['completed', 'failed'])
        .where('id', '<', newest(kept))
        .where(({ eb, or }) => or([eb('created_at', '<', createdBefore), eb('id', '<', newest(most))]))
        .orderBy('id')
        .limit(limit);
      return (await query(expired)).map((row) => ({ id: row.id, createdAt: row.created_at }));
    },
    async oldestWithFailures(limit) {
      const oldest = imports
        .select('id')
        .where('failure_bytes', '>', 0)
        .where('status', 'in', ['completed', 'failed'])
        .orderBy('id')
        .limit(limit);
      return (await query(oldest)).map(({ id }) => id);
    },
  };
}

/**
 * Imports with their first failures: one statement for all of them, made of a short walk along the key for each,
 * independent of the number of failures (a window function would number them all, and a join would plan for all).
 * It runs after the imports were read, so it sees at least the failures that their counts speak of.
 */
async function withFailures(
  builder: Kysely<Schema>,
  query: Query,
  runs: readonly ImportRow[],
): Promise<ImportRun[]> {
  const walks = runs.map((run) =>
    builder
      .selectFrom(firstFailures(builder, run.store_id, run.id).as('first'))
      .select(['import_id', 'row', 'line', 'external_id', 'problems']),
  );
  const [first, ...others] = walks;
  if (first === undefined) return [];
  const rows = await query(others.reduce((union, walk) => union.unionAll(walk), first));
  const failuresById = Map.groupBy(
    rows.toSorted((left, right) => left.row - right.row),
    (row) => row.import_id,
  );
  return runs.map((run) =>
    toImportRun(
      run,
      (failuresById.get(run.id) ?? []).map((row) => toFailure({ ...row, raw: null })),
    ),
  );
}

function firstFailures(builder: Kysely<Schema>, storeId: string, importId: string) {
  return builder
    .selectFrom('import_failures')
    .select(['import_id', 'row', 'line', 'external_id', 'problems'])
    .where('store_id', '=', storeId)
    .where('import_id', '=', importId)
    .orderBy('row')
    .limit(limits.failuresShownInImport);
}

type ImportRow = RowOf<typeof imports.columns>;

const fileOfRun = imports.pick('filename', 'layout', 'failures_dropped');

function toFailedRowsFile(
  row: Parameters<typeof fileOfRun.decode>[0] & { readonly feed_id: string | null },
): FailedRowsFile {
  return { feedId: row.feed_id, ...fileOfRun.decode(row) };
}

/** Converts a row of `imports` with its failed rows to a run. Throws a DamageError for a column that cannot be read. */
export function toImportRun(row: ImportRow, failures: readonly Failure[]): ImportRun {
  return { storeId: row.store_id, ...imports.decode(row), failures };
}

/** The row as received is not checked: it is shown as it is. */
function toFailure(row: Parameters<typeof rowReport.decode>[0] & Pick<Failure, 'raw'>): Failure {
  return { ...rowReport.decode(row), raw: row.raw };
}
