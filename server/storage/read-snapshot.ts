/** All rows of a database as of one moment, table by table and store by store. */
import { sql } from 'kysely';
import type { Database, SnapshotReads } from './database.ts';
import type { RowBatch, Snapshot, StoredValue, TableShape } from './snapshot.ts';
import { compiled } from './table-shapes.ts';

/** Rows read at a time; of tables with bytes, whose values go up to 1 MiB, fewer. */
const rowsPerBatch = { plain: 500, bytes: 8 };
/** Others refer to them. */
const referredTables = ['stores', 'users'];
const migrationsTable = 'migrations';
/** What made the tables is told beside the rows; shared indexes are built anew. */
const skippedTables = [migrationsTable, 'shared_indexes', 'shared_segments', 'shared_segment_pages'];

/** Rejects where no migration ever made its tables. */
export function readSnapshot<Result>(
  database: Database,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const { builder } = database;
  return database.snapshot(async (reads) => {
    const shapes = await database.describe(reads.query);
    if (!shapes.some(({ name }) => name === migrationsTable)) {
      throw new Error('The database is empty: there is nothing to back up.');
    }
    const migrations = await reads.query(builder.selectFrom('migrations').select('number').orderBy('number'));
    const stores = await reads.query(
      builder.selectFrom('stores').select(['id', 'product_count']).orderBy('id'),
    );
    return await work({
      migrations: migrations.map(({ number }) => number),
      productCount: stores.reduce((sum, store) => sum + store.product_count, 0),
      batches: () =>
        readBatches(
          database,
          reads,
          inOrder(shapes),
          stores.map(({ id }) => id),
        ),
    });
  });
}

function inOrder(shapes: readonly TableShape[]): TableShape[] {
  const kept = shapes.filter(({ name }) => !skippedTables.includes(name));
  const isReferred = ({ name }: TableShape) => referredTables.includes(name);
  return [...kept.filter(isReferred), ...kept.filter((shape) => !isReferred(shape))];
}

async function* readBatches(
  database: Database,
  reads: SnapshotReads,
  shapes: readonly TableShape[],
  storeIds: readonly string[],
): AsyncIterable<RowBatch> {
  for (const shape of shapes) {
    for (const storeId of shape.isByStore ? storeIds : [null]) {
      if (storeId !== null) await database.enterStore(reads.query, storeId);
      yield* readTable(database, reads, shape, storeId);
    }
  }
}

async function* readTable(
  { builder }: Database,
  reads: SnapshotReads,
  { name, columns }: TableShape,
  storeId: string | null,
): AsyncIterable<RowBatch> {
  const names = columns.map((column) => column.name);
  const list = sql.join(names.map((column) => sql.ref(column)));
  const condition = storeId === null ? sql`` : sql` where store_id = ${storeId}`;
  const query = compiled(
    builder,
    sql<Record<string, StoredValue>>`select ${list} from ${sql.table(name)}${condition}`,
  );
  const holdsBytes = columns.some(({ kind }) => kind === 'bytes');
  for await (const page of reads.pages(query, holdsBytes ? rowsPerBatch.bytes : rowsPerBatch.plain)) {
    yield {
      table: name,
      columns: names,
      rows: page.map((row) => names.map((column) => row[column] ?? null)),
    };
  }
}
