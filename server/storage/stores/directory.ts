/**
 * Reads and writes stores, keys and marks: the tables that are read before the store of a call is known. Every change to a store's
 * settings raises the directory's version in the same transaction, so that no cache of them outlives it; keys (keys.ts) do the same. A
 * store that cannot be read is left out of lists and reported; looked up by id, it is answered as it was last read. It checks no
 * permission. Times are microseconds since 1970; lists of stores have no limit.
 */
// Tests: test/storage/storage.test.ts.
import { insertAuditEntry } from '../accounts/audit-entries.ts';
import { storesToCollect } from '../collections/writes.ts';
import { decodeTolerantly, type OnDamage, passDamage, type TolerantRows } from '../damage/damage.ts';
import { LastGoodRows } from '../damage/last-good-rows.ts';
import type { Database } from '../database.ts';
import { allowanceDirectory } from '../enrichment/allowances.ts';
import { signalDirectory } from '../events/reads.ts';
import { shownDirectory } from '../events/shown-answers.ts';
import { awaitedDirectory } from '../indexes/awaited-changes.ts';
import { jobDirectory } from '../jobs/statements.ts';
import type { StoreRow } from '../schema.ts';
import type { Directory } from '../storage.ts';
import { changeDirectory, raiseVersion } from './directory-changes.ts';
import { insertKey, keyDirectory } from './keys.ts';
import { type Store, storeRecord } from './tables.ts';

/** Ids in one `in (…)` list; PostgreSQL and SQLite both take at least 32,766 parameters. */
const idsPerStatement = 1_000;

/** Creates access to all that belongs to no single store: stores, keys, jobs, marks and what processes share. */
export function createDirectory(database: Database, onDamage: OnDamage): Directory {
  return {
    ...storeDirectory(database, onDamage),
    ...changeDirectory(database),
    ...keyDirectory(database),
    ...markDirectory(database),
    ...jobDirectory(database),
    ...allowanceDirectory(database),
    ...awaitedDirectory(database),
    ...signalDirectory(database),
    ...shownDirectory(database),
  };
}

type StoreDirectory = Pick<
  Directory,
  | 'createStore'
  | 'listStores'
  | 'hasOtherStores'
  | 'findStore'
  | 'storeIdsByActivity'
  | 'changedStores'
  | 'storesToCollect'
>;

function storeDirectory(database: Database, onDamage: OnDamage): StoreDirectory {
  const { builder } = database;
  const stores = builder.selectFrom('stores').selectAll();
  const copies = new LastGoodRows<Store>();
  return {
    async createStore(store, keys, { entry, mark } = {}) {
      await database.transaction(store.id, async (transaction) => {
        await raiseVersion(builder, transaction, store.id);
        await transaction.run(builder.insertInto('stores').values(storeRecord.encode(store)));
        for (const key of keys) await insertKey(database, transaction, key);
        if (mark !== undefined) await transaction.run(builder.insertInto('marks').values(mark));
        if (entry !== undefined) await insertAuditEntry(database.builder, transaction, store.id, entry);
        transaction.announce(store.id);
      });
    },
    async listStores() {
      const rows = await database.read(null, stores.orderBy('created_at').orderBy('id'));
      const { values, damaged } = decodeTolerantly(rows, storeRecord.decode);
      for (const row of damaged) onDamage(row.id, [row]);
      return values;
    },
    async hasOtherStores(storeId) {
      const others = builder.selectFrom('stores').select('id').where('id', '!=', storeId).limit(1);
      return (await database.read(null, others)).length > 0;
    },
    findStore: (storeId) =>
      copies.orCopy(storeId, async () => {
        const [row] = await database.read(null, stores.where('id', '=', storeId));
        return row === undefined ? null : storeRecord.decode(row);
      }),
    storeIdsByActivity: () => storeIdsByActivity(database),
    async changedStores(known, among) {
      const { values, damaged } = await changedStores(database, known, among);
      for (const store of values) copies.keep(store.id, store);
      for (const row of damaged) if (!copies.has(row.id)) onDamage(row.id, [row]);
      return values;
    },
    storesToCollect: () => storesToCollect(database, onDamage),
  };
}

async function storeIdsByActivity(database: Database): Promise<string[]> {
  const uses = database.builder
    .selectFrom('api_keys')
    .select((expression) => ['store_id', expression.fn.max('last_used_at').as('used_at')])
    .groupBy('store_id')
    .as('uses');
  const stores = database.builder
    .selectFrom('stores')
    .leftJoin(uses, 'uses.store_id', 'stores.id')
    .select('stores.id')
    .orderBy((expression) => expression.fn.coalesce('uses.used_at', expression.lit(0)), 'desc')
    .orderBy('stores.created_at')
    .orderBy('stores.id');
  return (await database.read(null, stores)).map(({ id }) => id);
}

/** Compares numbers only, for thousands of stores, and reads the few whole rows that differ. */
async function changedStores(
  database: Database,
  known: ReadonlyMap<string, number>,
  among?: readonly string[],
): Promise<TolerantRows<Store>> {
  const all = database.builder.selectFrom('stores').select(['id', 'change_number']);
  const numbers = among === undefined ? all : all.where('id', 'in', among);
  const moved = (await database.read(null, numbers))
    .filter((row) => isMoved(row, known.get(row.id) ?? -1))
    .map((row) => row.id);
  const rows: StoreRow[] = [];
  for (let start = 0; start < moved.length; start += idsPerStatement) {
    const ids = moved.slice(start, start + idsPerStatement);
    const stores = database.builder.selectFrom('stores').selectAll().where('id', 'in', ids).orderBy('id');
    rows.push(...(await database.read(null, stores)));
  }
  return decodeTolerantly(rows, storeRecord.decode);
}

/** Whether the store's change number rose. A number that cannot be read counts as risen. */
function isMoved(row: Pick<StoreRow, 'change_number'>, known: number): boolean {
  try {
    return row.change_number > known;
  } catch (error) {
    passDamage(error);
    return true;
  }
}

function markDirectory(database: Database): Pick<Directory, 'setMark' | 'findMark'> {
  const { builder } = database;
  return {
    async setMark(name, value) {
      const insert = builder
        .insertInto('marks')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doNothing());
      return (await database.transaction(null, (transaction) => transaction.run(insert))) === 1;
    },
    async findMark(name) {
      const mark = builder.selectFrom('marks').select('value').where('name', '=', name);
      return (await database.read(null, mark))[0]?.value ?? null;
    },
  };
}
