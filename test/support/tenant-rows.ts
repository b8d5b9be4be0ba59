/**
 * Rows of any table by its shape, so that a test of all tables of a store forgets none that is new. It writes below the storage, so no
 * rule of the service holds: for tests only. A value that a check of its table refuses rejects: the test gives one then.
 */
import { sql } from 'kysely';
import type { Database } from '../../server/storage/database.ts';
import type { StorageTarget } from '../../server/storage/open-storage.ts';
import { openPostgresDatabase } from '../../server/storage/postgres/open-postgres-database.ts';
import type { ColumnKind, StoredValue, TableShape } from '../../server/storage/snapshots/snapshot.ts';
import { compiled } from '../../server/storage/snapshots/table-shapes.ts';
import { openSqliteDatabase } from '../../server/storage/sqlite/open-sqlite-database.ts';

const types = {
  text: 'text',
  count: 'bigint',
  real: 'double precision',
  flag: 'boolean',
  bytes: 'bytea',
} as const satisfies Record<ColumnKind, string>;

/** A connection below the storage, which is closed after the work. */
export async function withDatabase<Result>(
  target: StorageTarget,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = target.engine === 'sqlite' ? openSqliteDatabase(target) : openPostgresDatabase(target);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Every table whose rows belong to one store each, as the database describes it. */
export async function tenantTables(database: Database): Promise<TableShape[]> {
  const shapes = await database.describe((query) => database.read(null, query));
  return shapes.filter(({ isByStore }) => isByStore);
}

/** Writes a row whose values are made of the number, but for those that are given. */
export async function insertTenantRow(
  database: Database,
  { name, columns }: TableShape,
  storeId: string,
  number: number,
  given: Readonly<Record<string, StoredValue>> = {},
): Promise<void> {
  const values: Readonly<Record<string, StoredValue>> = { store_id: storeId, ...given };
  await database.transaction(storeId, (transaction) =>
    transaction.insertRows({
      // A table that the database itself has just named.
      table: name as 'products',
      columns: columns.map((column) => [column.name, types[column.kind]]),
      rows: [
        columns.map(
          (column) => values[column.name] ?? madeValue(column.kind, `${column.name} ${number}`, number),
        ),
      ],
      key: [],
      replaces: [],
    }),
  );
}

function madeValue(kind: ColumnKind, text: string, number: number): StoredValue {
  if (kind === 'text') return text;
  if (kind === 'bytes') return new Uint8Array([number]);
  return kind === 'flag' ? false : number;
}

/** Counts the rows of a store in a table, with this value in the column where one is given. */
export async function countTenantRows(
  database: Database,
  table: string,
  storeId: string,
  found: readonly [column: string, value: string] | null = null,
): Promise<number> {
  const condition = found === null ? sql`` : sql` and ${sql.ref(found[0])} = ${found[1]}`;
  const count = sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where store_id = ${storeId}${condition}`;
  const [row] = await database.read(storeId, compiled(database.builder, count));
  return Number(row?.count ?? 0);
}

/** Rows without meaning of a store, numbered from `start`. */
export function insertMoves(
  database: Database,
  storeId: string,
  { start = 0, count }: { readonly start?: number; readonly count: number },
): Promise<unknown> {
  return database.transaction(storeId, (transaction) =>
    transaction.insertRows({
      table: 'session_moves',
      key: [],
      replaces: [],
      columns: [
        ['store_id', 'text'],
        ['move', 'text'],
        ['weight', 'double precision'],
        ['moved_at', 'bigint'],
      ],
      rows: Array.from({ length: count }, (_, index) => [storeId, `m${start + index}`, 1, 1]),
    }),
  );
}
