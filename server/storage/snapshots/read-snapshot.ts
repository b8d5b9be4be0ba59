/**
 * Reads all rows of a database as of one moment, table by table and store by store, for backups and repairs. Without `onLoss`, damage
 * rejects; with it, lost rows are reported and everything else is read. It writes nothing. Pages have at most 500 rows and 4 MiB. It
 * has no time limit, and holds one moment of the database open for as long as it reads.
 */
// Tests: test/storage/backup.test.ts.

import type { DamagedRow } from '../damage/damage.ts';
import { findPlaceholders } from '../damage/placeholder-stores.ts';
import { replaceDamaged } from '../damage/replace-damaged.ts';
import { largeIntegersIn } from '../damage/stored-integers.ts';
import type { Database, SnapshotReads, TablePage } from '../database.ts';
import { appliedMigrations } from '../migrate.ts';
import { findDamage } from '../schema.ts';
import {
  type OnLoss,
  type RowBatch,
  referredTables,
  type Snapshot,
  type StoredValue,
  type TableShape,
  unsavedTables,
} from './snapshot.ts';

const migrationsTable = 'migrations';

/** Runs `work` on a snapshot. Rejects for a database without tables. */
export function readSnapshot<Result>(
  database: Database,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return database.snapshot(async (reads) => {
    const shapes = await database.describe(reads.query);
    if (!shapes.some(({ name }) => name === migrationsTable)) {
      throw new Error('The database is empty: there is nothing to back up.');
    }
    const deletions = await readReadable(reads, shapes, 'store_deletions', () => {});
    const deletedIds = new Set<unknown>(deletions.map((row) => row.store_id));
    let isSomeLost = false;
    const found = await readReadable(reads, shapes, 'stores', ({ storeId }) => {
      if (!deletedIds.has(storeId)) isSomeLost = true;
    });
    const [whole, damaged] = partition(found, (row) => largeIntegersIn('stores', row).length === 0);
    const knownIds = new Set([...found.map(({ id }) => id), ...deletedIds]);
    const standIns = isSomeLost ? await findPlaceholders(reads, shapes, knownIds) : [];
    standIns.push(...damaged.map(withRightNumbers));
    const stores = [...whole, ...standIns];
    return await work({
      migrations: await appliedMigrations(database, reads.query),
      productCount: stores.reduce((sum, store) => sum + Number(store.product_count), 0),
      batches: (onLoss) =>
        readBatches(
          reads,
          inOrder(shapes),
          { storeIds: stores.map(({ id }) => String(id)).sort(), standIns },
          onLoss && ((loss) => deletedIds.has(loss.storeId) || onLoss(loss)),
        ),
      checkPages: () => reads.checkPages(),
    });
  });
}

type StoredRow = TablePage['rows'][number];

function partition<Item>(items: readonly Item[], fits: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}

/** A row of `stores` with a value for each number that cannot be read; a restore counts again (complete-rows.ts). */
function withRightNumbers(row: StoredRow): StoredRow {
  const right = { ...row };
  replaceDamaged('stores', right, () => {});
  return right;
}

/** The rows of a table that can be read; lost ones are reported again with the batches. */
async function readReadable(
  reads: SnapshotReads,
  shapes: readonly TableShape[],
  table: string,
  onLoss: OnLoss,
): Promise<StoredRow[]> {
  const shape = shapes.find(({ name }) => name === table);
  if (shape === undefined) return [];
  const options = { storeIds: [], onLoss };
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
  { storeIds, standIns }: { readonly storeIds: readonly string[]; readonly standIns: readonly StoredRow[] },
  onLoss: OnLoss | undefined,
): AsyncIterable<RowBatch> {
  const standInIds = new Set(standIns.map(({ id }) => id));
  for (const shape of shapes) {
    for await (const page of reads.rows(shape, { storeIds, onLoss })) {
      const kept =
        onLoss === undefined
          ? page.rows
          : page.rows
              .filter((row) => isSound(shape, page.storeId, row, onLoss))
              .filter(({ id }) => shape.name !== 'stores' || !standInIds.has(id));
      if (kept.length > 0) yield toBatch(shape, kept);
    }
    if (shape.name === 'stores') for (const row of standIns) yield toBatch(shape, [row]);
  }
}

function toBatch(shape: TableShape, rows: readonly StoredRow[]): RowBatch {
  const [first = {}] = rows;
  // The rows of stores that are made here have no more than must be; the rest has defaults.
  const columns = shape.columns.map(({ name }) => name).filter((name) => Object.hasOwn(first, name));
  return {
    table: shape.name,
    columns,
    rows: rows.map((row) => columns.map((column) => row[column] ?? null)),
  };
}

function isSound(
  shape: TableShape,
  storeId: string | null,
  row: Record<string, StoredValue>,
  onLoss: OnLoss,
): boolean {
  const place = {
    storeId: shape.name === 'stores' ? String(row.id) : storeId,
    key: shape.key.map((name) => row[name] ?? null),
  };
  const note = (kept: DamagedRow & { readonly isKept: true }) => onLoss({ ...kept, ...place });
  const damage = replaceDamaged(shape.name, row, note) ?? findDamage(shape.name, row);
  if (damage !== null) onLoss({ ...damage, ...place });
  return damage === null;
}
