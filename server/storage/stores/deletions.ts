/**
 * Deletes whole stores (see erasures.ts): at most 1,000 rows a transaction, resumable after a crash. No statement names a tenant
 * table: the database describes them. Damage holds a deletion up with `store_unavailable`, whose message says what helps. A deletion
 * is never taken back. Times are microseconds.
 */
// Tests: test/storage/store-deletions.test.ts.
import { sql } from 'kysely';
import { notFound } from '../../errors.ts';
import { DamageError } from '../damage/damage.ts';
import type { Database, Query, Transaction } from '../database.ts';
import { type StoreDeletion, type StoreDeletions, storeDeletion } from '../products/erasure-tables.ts';
import { retainedTables, type TableShape } from '../snapshots/snapshot.ts';
import { compiled } from '../snapshots/table-shapes.ts';
import { raiseVersion } from './directory-changes.ts';

/** Rows that one transaction deletes, at most; on SQLite other writers wait meanwhile. Chosen. */
export const deletedRowsPerStep = 1_000;

/** Rows for which one row with bytes counts, since most of them hold 64 KiB or more. Chosen. */
const rowsPerBytesRow = 50;

/** Tables that steps skip: those that outlive the store, and `stores`, whose row is deleted at the beginning. */
const keptTables = new Set([...retainedTables, 'stores']);

/** Access to the store, which is deleted together with its row. */
const accessTables = ['api_keys', 'memberships', 'invitations'] as const;

/** Creates access to the deletions of stores, which go on in steps of at most {@link deletedRowsPerStep} rows. */
export function createStoreDeletions(database: Database): StoreDeletions {
  const { builder } = database;
  const deletions = builder.selectFrom('store_deletions').selectAll();
  let tables: Promise<TableShape[]> | null = null;
  /** Described once: a program runs on the schema that it migrated to. */
  const tablesOfStores = (query: Query) => {
    tables ??= describeTables(database, query).catch((error: unknown) => {
      tables = null;
      throw error;
    });
    return tables;
  };
  return {
    begin: (storeId, request) => begin(database, storeId, request),
    step: async (storeId, at) => {
      const shapes = await tablesOfStores((query) => database.read(null, query));
      return await database.transaction(storeId, (transaction) =>
        step(database, transaction, shapes, { storeId, at }),
      );
    },
    async find(storeId) {
      const [row] = await database.read(null, deletions.where('store_id', '=', storeId));
      return row === undefined ? null : storeDeletion.decode(row);
    },
    async unfinished() {
      const open = deletions.where('finished_at', 'is', null).orderBy('requested_at').orderBy('store_id');
      return (await database.read(null, open)).map((row) => row.store_id);
    },
    async ids(among) {
      if (among?.length === 0) return [];
      const all = builder.selectFrom('store_deletions').select('store_id');
      const some = among === undefined ? all : all.where('store_id', 'in', among);
      return (await database.read(null, some)).map((row) => row.store_id);
    },
    async count(storeId) {
      const read: Query = (query) => database.read(storeId, query);
      const counts: Record<string, number> = {};
      for (const { name } of await tablesOfStores(read)) {
        const count = sql<{ count: number }>`
          select count(*) as count from ${sql.table(name)} where store_id = ${storeId}`;
        const [row] = await read(compiled(builder, count));
        if (row !== undefined && Number(row.count) > 0) counts[name] = Number(row.count);
      }
      return counts;
    },
  };
}

/** Every table with rows of stores: jobs and the like first, so that no work begins that cannot end. */
async function describeTables(database: Database, query: Query): Promise<TableShape[]> {
  const shapes = (await database.describe(query)).filter(
    ({ name, columns }) => !keptTables.has(name) && columns.some((column) => column.name === 'store_id'),
  );
  return [...shapes.filter(({ isByStore }) => !isByStore), ...shapes.filter(({ isByStore }) => isByStore)];
}

async function begin(
  database: Database,
  storeId: string,
  { at, by }: Parameters<StoreDeletions['begin']>[1],
): Promise<StoreDeletion> {
  const { builder } = database;
  return await database.transaction(storeId, async (transaction) => {
    const store = await transaction.lockStore(storeId);
    if (store === undefined) return await findWithin(database, transaction, storeId);
    await raiseVersion(builder, transaction, storeId);
    const deleted: Record<string, number> = {};
    for (const table of accessTables) {
      const gone = await transaction.run(builder.deleteFrom(table).where('store_id', '=', storeId));
      if (gone > 0) deleted[table] = gone;
    }
    await transaction.run(builder.deleteFrom('stores').where('id', '=', storeId));
    const deletion = { storeId, name: store.name, requestedAt: at, deleted, finishedAt: null };
    const actor = { actor_name: by?.name ?? null, actor_email: by?.email ?? null };
    await transaction.run(
      builder.insertInto('store_deletions').values({ ...storeDeletion.encode(deletion), ...actor }),
    );
    transaction.announce(storeId);
    return deletion;
  });
}

/** Reads a deletion and locks it until the transaction ends, so that processes that work on it take turns. */
async function findWithin(
  { builder, engine }: Database,
  transaction: Transaction,
  storeId: string,
): Promise<StoreDeletion> {
  const row = builder.selectFrom('store_deletions').selectAll().where('store_id', '=', storeId);
  const [found] = await transaction.query(engine === 'postgres' ? row.forUpdate() : row);
  if (found === undefined) throw notFound(`store "${storeId}"`);
  return storeDeletion.decode(found);
}

async function step(
  database: Database,
  transaction: Transaction,
  shapes: readonly TableShape[],
  { storeId, at }: { readonly storeId: string; readonly at: number },
): Promise<StoreDeletion> {
  const deletion = await findWithin(database, transaction, storeId);
  if (deletion.finishedAt !== null) return deletion;
  const deleted = { ...deletion.deleted };
  let left: number = deletedRowsPerStep;
  for (const { name, columns } of shapes) {
    const cost = columns.some(({ kind }) => kind === 'bytes') ? rowsPerBytesRow : 1;
    const gone = await transaction
      .run(removal(database, name, storeId, Math.ceil(left / cost)))
      .catch((error: unknown) => {
        throw error instanceof DamageError ? heldUp(database, deletion, name, error) : error;
      });
    if (gone === 0) continue;
    deleted[name] = (deleted[name] ?? 0) + gone;
    left -= gone * cost;
    if (left <= 0) break;
  }
  const finishedAt = left > 0 ? at : null;
  const update = database.builder
    .updateTable('store_deletions')
    .set({ deleted: JSON.stringify(deleted), finished_at: finishedAt })
    .where('store_id', '=', storeId);
  await transaction.run(update);
  return { ...deletion, deleted, finishedAt };
}

function heldUp(
  { engine }: Database,
  { name }: StoreDeletion,
  table: string,
  cause: DamageError,
): DamageError {
  const advice =
    engine === 'sqlite'
      ? 'Stop the server and run "foretype repair": it leaves out what is left of the store.'
      : 'The tools of PostgreSQL repair its pages; the deletion then goes on by itself.';
  const message = `What is left of the deleted store "${name}" cannot be deleted: the database is damaged in its table ${table}. ${advice}`;
  return new DamageError('store_unavailable', message, { cause });
}

/** Deletes any `limit` rows of the store, found by their physical place, which both databases know. */
export function removal({ builder, engine }: Database, table: string, storeId: string, limit: number) {
  const place = sql.ref(engine === 'sqlite' ? 'rowid' : 'ctid');
  // By the plus SQLite searches the places alone: by an index of stores it would pass all rows of the store at each step.
  const store = sql.raw(engine === 'sqlite' ? '+store_id' : 'store_id');
  const rows = sql`select ${place} from ${sql.table(table)} where store_id = ${storeId} limit ${sql.lit(limit)}`;
  const found = engine === 'sqlite' ? sql`in (${rows})` : sql`= any (array(${rows}))`;
  return compiled(
    builder,
    sql`delete from ${sql.table(table)} where ${store} = ${storeId} and ${place} ${found}`,
  );
}
