/**
 * Fills an empty database with the rows of a backup, in one transaction. It rejects, and writes nothing, for a database with rows, a
 * backup of a newer version, or a table that is unknown here. It never merges into existing data. It has no time limit; an unknown
 * column rejects with its name. Units are rows.
 */
// Tests: test/storage/backup.test.ts.
import { sql } from 'kysely';
import { completeDatabase } from '../damage/complete-rows.ts';
import type { Database, RowInsert, Transaction } from '../database.ts';
import { knownMigrations, migrateWithin } from '../migrate.ts';
import type { ColumnKind, RowBatch, TableShape } from './snapshot.ts';
import { compiled } from './table-shapes.ts';

const postgresTypes: Readonly<Record<ColumnKind, RowInsert['columns'][number][1]>> = {
  text: 'text',
  count: 'bigint',
  real: 'double precision',
  flag: 'boolean',
  bytes: 'bytea',
};

/**
 * Creates the tables as they were, fills them, and only then migrates them to the newest schema. Rows that a backup of a
 * damaged database lacks are no longer counted or referred to.
 */
export async function restoreInto(
  database: Database,
  migrations: readonly number[],
  batches: AsyncIterable<RowBatch>,
): Promise<void> {
  const unknown = migrations.find((number) => !knownMigrations.includes(number));
  if (unknown !== undefined) {
    throw new Error(
      `The backup was made by a newer version of Foretype (its migration ${unknown} is unknown here). ` +
        'Restore it with that version or a later one.',
    );
  }
  await database.exclusive(async (transaction) => {
    await refuseRows(database, transaction, migrations);
    await migrateWithin(database, transaction, migrations);
    const shapes = await database.describe(transaction.query);
    await emptyDirectory(database, transaction, shapes);
    await fill(database, transaction, { shapes, batches });
    await migrateWithin(database, transaction, knownMigrations);
    await completeDatabase(database, transaction);
  });
}

/** Throws unless the database is empty. One that was migrated and never used counts as empty, if it is not newer than the backup. */
async function refuseRows(
  database: Database,
  transaction: Transaction,
  migrations: readonly number[],
): Promise<void> {
  const { builder } = database;
  const shapes = await database.describe(transaction.query);
  const tables = new Set(shapes.map(({ name }) => name));
  for (const table of (['stores', 'users'] as const).filter((name) => tables.has(name))) {
    const rows = await transaction.query(builder.selectFrom(table).select('id').limit(1));
    if (rows.length > 0) {
      throw new Error(
        `The database is not empty (it has ${table}). A backup is restored into an empty one only: ` +
          'name another FORETYPE_DATA or DATABASE_URL.',
      );
    }
  }
  if (!tables.has('migrations')) return;
  const applied = await transaction.query(builder.selectFrom('migrations').select('number'));
  const beyond = applied.find(({ number }) => !migrations.includes(number));
  if (beyond !== undefined) {
    throw new Error(
      `The tables of the database are newer than the backup (migration ${beyond.number}). ` +
        'Give a database without tables: the backup is upgraded as it is restored.',
    );
  }
}

/** Deletes rows that migrations wrote, since the backup holds them too. */
async function emptyDirectory(
  { builder }: Database,
  transaction: Transaction,
  shapes: readonly TableShape[],
): Promise<void> {
  for (const { name, isByStore } of shapes) {
    if (isByStore || name === 'migrations') continue;
    await transaction.run(compiled(builder, sql`delete from ${sql.table(name)}`));
  }
}

async function fill(
  database: Database,
  transaction: Transaction,
  { shapes, batches }: { readonly shapes: readonly TableShape[]; readonly batches: AsyncIterable<RowBatch> },
): Promise<void> {
  const byName = new Map(shapes.map((shape) => [shape.name, shape]));
  let entered: unknown = null;
  for await (const batch of batches) {
    const shape = byName.get(batch.table);
    if (shape === undefined)
      throw new Error(`The backup has a table "${batch.table}", which is unknown here.`);
    const storeId = shape.isByStore ? batch.rows[0]?.[batch.columns.indexOf('store_id')] : null;
    if (typeof storeId === 'string' && storeId !== entered) {
      await database.enterStore(transaction.query, storeId);
      entered = storeId;
    }
    await transaction.insertRows(toInsert(shape, batch));
  }
}

function toInsert({ name, columns }: TableShape, batch: RowBatch): RowInsert {
  const kinds = new Map(columns.map((column) => [column.name, column.kind]));
  return {
    // A table that the database itself has just named.
    table: name as RowInsert['table'],
    columns: batch.columns.map((column) => {
      const kind = kinds.get(column);
      if (kind === undefined) {
        throw new Error(`The backup has a column "${name}.${column}", which is unknown here.`);
      }
      return [column, postgresTypes[kind]] as const;
    }),
    rows: batch.rows,
    key: [],
    replaces: [],
  };
}
