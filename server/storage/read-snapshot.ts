/** All rows of a database as of one moment, table by table and store by store. */
import type { Database, SnapshotReads, TablePage } from './database.ts';
import { findDamage } from './json-columns.ts';
import { appliedMigrations } from './migrate.ts';
import {
  type OnLoss,
  type RowBatch,
  referredTables,
  type Snapshot,
  type TableShape,
  unsavedTables,
} from './snapshot.ts';

/** Rows read at a time; of tables with bytes, whose values go up to 1 MiB, fewer. */
const rowsPerBatch = { plain: 500, bytes: 8 };
const migrationsTable = 'migrations';

/** Rejects where no migration ever made its tables. */
export function readSnapshot<Result>(
  database: Database,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return database.snapshot(async (reads) => {
    const shapes = await database.describe(reads.query);
    if (!shapes.some(({ name }) => name === migrationsTable)) {
      throw new Error('The database is empty: there is nothing to back up.');
    }
    const stores = await readReadable(reads, shapes, 'stores');
    const deletions = await readReadable(reads, shapes, 'store_deletions');
    const deletedIds = new Set<unknown>(deletions.map((row) => row.store_id));
    return await work({
      migrations: await appliedMigrations(database, reads.query),
      productCount: stores.reduce((sum, store) => sum + Number(store.product_count), 0),
      batches: (onLoss) =>
        readBatches(
          reads,
          inOrder(shapes),
          stores.map(({ id }) => String(id)).sort(),
          onLoss && ((loss) => deletedIds.has(loss.storeId) || onLoss(loss)),
        ),
      checkPages: () => reads.checkPages(),
    });
  });
}

type StoredRow = TablePage['rows'][number];

/** Those that can be read: what is lost of them is reported with the batches. */
async function readReadable(
  reads: SnapshotReads,
  shapes: readonly TableShape[],
  table: string,
): Promise<StoredRow[]> {
  const shape = shapes.find(({ name }) => name === table);
  if (shape === undefined) return [];
  const options = { storeIds: [], rowsPerPage: rowsPerBatch.plain, onLoss: () => {} };
  const found: StoredRow[] = [];
  for await (const { rows } of reads.rows(shape, options)) found.push(...rows);
  return found;
}

function inOrder(shapes: readonly TableShape[]): TableShape[] {
  const kept = shapes.filter(({ name }) => !Object.hasOwn(unsavedTables, name));
  const isReferred = ({ name }: TableShape) => referredTables.includes(name);
  return [...kept.filter(isReferred), ...kept.filter((shape) => !isReferred(shape))];
}

async function* readBatches(
  reads: SnapshotReads,
  shapes: readonly TableShape[],
  storeIds: readonly string[],
  onLoss: OnLoss | undefined,
): AsyncIterable<RowBatch> {
  for (const shape of shapes) {
    const columns = shape.columns.map(({ name }) => name);
    const holdsBytes = shape.columns.some(({ kind }) => kind === 'bytes');
    const rowsPerPage = holdsBytes ? rowsPerBatch.bytes : rowsPerBatch.plain;
    for await (const page of reads.rows(shape, { storeIds, rowsPerPage, onLoss })) {
      const kept =
        onLoss === undefined
          ? page.rows
          : page.rows.filter((row) => isSound(shape, page.storeId, row, onLoss));
      const rows = kept.map((row) => columns.map((column) => row[column] ?? null));
      if (rows.length > 0) yield { table: shape.name, columns, rows };
    }
  }
}

function isSound(shape: TableShape, storeId: string | null, row: StoredRow, onLoss: OnLoss): boolean {
  const damage = findDamage(shape.name, row);
  if (damage !== null) onLoss({ ...damage, storeId, key: shape.key.map((name) => row[name] ?? null) });
  return damage === null;
}
