/**
 * Reads and writes stores, keys and marks: the tables that are read before the store of a call is known. Every change to a store's
 * settings or keys raises the directory's version in the same transaction, so that no cache of them outlives it. A store that cannot
 * be read is left out of lists and reported; looked up by id, it is answered as it was last read. It checks no permission. At most 100
 * revoked keys are listed (`limits.revokedKeysShown`), and a store has at most `validMax` valid ones (200); a further key is refused
 * with false. Times are microseconds since 1970.
 */
// Tests: test/storage/storage.test.ts.
import type { UpdateQueryBuilder, UpdateResult } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import { insertAuditEntry } from '../accounts/audit-entries.ts';
import type { AuditEntry } from '../accounts/tables.ts';
import { storesToCollect } from '../collections/writes.ts';
import {
  DamageError,
  damagedRowError,
  decodeTolerantly,
  type OnDamage,
  passDamage,
  type TolerantRows,
} from '../damage/damage.ts';
import { LastGoodRows } from '../damage/last-good-rows.ts';
import type { Database, Transaction } from '../database.ts';
import { allowanceDirectory } from '../enrichment/allowances.ts';
import { signalDirectory } from '../events/reads.ts';
import { shownDirectory } from '../events/shown-answers.ts';
import { awaitedDirectory } from '../indexes/awaited-changes.ts';
import { jobDirectory } from '../jobs/statements.ts';
import type { Schema, StoreRow } from '../schema.ts';
import type { Directory } from '../storage.ts';
import type { RowOf } from '../table.ts';
import { changeDirectory, raiseVersion } from './directory-changes.ts';
import type { KeyDirectory, KeyName } from './key-tables.ts';
import { type ApiKey, apiKeys, type ListedKey, type Store, storeRecord } from './tables.ts';

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

function keyDirectory(database: Database): Omit<KeyDirectory, 'changesSince'> {
  const { builder } = database;
  const keys = builder.selectFrom('api_keys').selectAll();
  return {
    async findApiKey(hash) {
      const [row] = await database.read(null, keys.where('hash', '=', hash));
      return row === undefined ? null : toOwnKey(row);
    },
    async listApiKeys(storeId) {
      const ofStore = keys.where('store_id', '=', storeId);
      const valid = await database.read(null, ofStore.where('revoked_at', 'is', null));
      const revoked = ofStore.where('revoked_at', 'is not', null).orderBy('revoked_at', 'desc').orderBy('id');
      const shown = await database.read(null, revoked.limit(limits.revokedKeysShown));
      return [...valid, ...shown].map(toListedKey).sort(byCreation);
    },
    async withdrawn(among) {
      const ids: string[] = [];
      for (let start = 0; start < among.length; start += idsPerStatement) {
        ids.push(...(await withdrawn(database, among.slice(start, start + idsPerStatement))));
      }
      return new Set(ids);
    },
    insertApiKey: (key, { entry, validMax } = {}) =>
      database.transaction(key.storeId, async (transaction) => {
        // Its row lock makes creators of keys take turns, so that the count is right.
        await raiseVersion(builder, transaction, key.storeId);
        if (validMax !== undefined && (await countValid(builder, transaction, key.storeId)) >= validMax) {
          return false;
        }
        await insertKey(database, transaction, key);
        if (entry !== undefined) await insertAuditEntry(database.builder, transaction, key.storeId, entry);
        return true;
      }),
    updateApiKey(storeId, keyId, { name, allowedOrigins }, entryOf) {
      const fields = {
        ...(name === undefined ? {} : { name }),
        ...(allowedOrigins === undefined ? {} : { allowed_origins: JSON.stringify(allowedOrigins) }),
      };
      // An update must set something: the id stays what it is.
      const update = builder.updateTable('api_keys').set({ id: keyId, ...fields });
      return changeKey(database, { storeId, keyId, entryOf }, update);
    },
    revokeApiKey(storeId, keyId, revokedAt, entryOf) {
      const revoke = builder.updateTable('api_keys').set((expression) => ({
        revoked_at: expression.fn.coalesce('revoked_at', expression.val(revokedAt)),
      }));
      return changeKey(database, { storeId, keyId, entryOf }, revoke);
    },
    async touchApiKeys(lastUsed) {
      if (lastUsed.size === 0) return;
      // In the order of the ids, so that two processes that touch the same keys cannot deadlock.
      const touches = [...lastUsed].sort(([left], [right]) => (left < right ? -1 : 1));
      const touchAll = async (transaction: Transaction) => {
        for (const [id, usedAt] of touches) await transaction.run(touch(database, id, usedAt));
      };
      await database.transaction(null, touchAll, { isRepeatable: true });
    },
  };
}

async function countValid(
  builder: Database['builder'],
  transaction: Transaction,
  storeId: string,
): Promise<number> {
  const ofStore = builder.selectFrom('api_keys').where('store_id', '=', storeId);
  const valid = ofStore.where('revoked_at', 'is', null);
  const [row] = await transaction.query(valid.select((expression) => expression.fn.countAll().as('count')));
  return Number(row?.count ?? 0);
}

type KeyRow = RowOf<typeof apiKeys.columns>;

function toListedKey(row: KeyRow): ListedKey {
  if (apiKeys.damageIn(row).length === 0) return apiKeys.decode(row);
  return { ...apiKeys.decode({ ...row, allowed_origins: '[]' }), allowedOrigins: null };
}

/** Reports a damaged key under its store, because only the key says which store calls. */
function toOwnKey(row: KeyRow): ApiKey {
  try {
    return apiKeys.decode(row);
  } catch (error) {
    if (!(error instanceof DamageError) || error.row === null) throw error;
    throw damagedRowError({ ...error.row, storeId: row.store_id }, error);
  }
}

function byCreation(left: ListedKey, right: ListedKey): number {
  return left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1);
}

async function withdrawn({ builder, read }: Database, among: readonly KeyName[]): Promise<string[]> {
  const keyIds = among.map(({ keyId }) => keyId);
  const revoked = builder.selectFrom('api_keys').select('id').where('id', 'in', keyIds);
  const isRevoked = revoked.where('revoked_at', 'is not', null);
  const storeIds = [...new Set(among.map(({ storeId }) => storeId))];
  const deletions = builder.selectFrom('store_deletions').select('store_id as id');
  const isDeleted = deletions.where('store_id', 'in', storeIds);
  return [...(await read(null, isRevoked)), ...(await read(null, isDeleted))].map(({ id }) => id);
}

interface KeyChange {
  readonly storeId: string;
  readonly keyId: string;
  readonly entryOf: ((key: ListedKey) => AuditEntry) | undefined;
}

async function changeKey(
  database: Database,
  { storeId, keyId, entryOf }: KeyChange,
  update: UpdateQueryBuilder<Schema, 'api_keys', 'api_keys', UpdateResult>,
): Promise<ListedKey | null> {
  return await database.transaction(storeId, async (transaction) => {
    await raiseVersion(database.builder, transaction, storeId);
    const ofStore = update.where('store_id', '=', storeId).where('id', '=', keyId);
    const [row] = await transaction.query(ofStore.returningAll());
    if (row === undefined) return null;
    const key = toListedKey(row);
    if (entryOf !== undefined) await insertAuditEntry(database.builder, transaction, storeId, entryOf(key));
    return key;
  });
}

function touch(database: Database, id: string, usedAt: number) {
  return database.builder
    .updateTable('api_keys')
    .set({ last_used_at: usedAt })
    .where('id', '=', id)
    .where((expression) =>
      expression.or([expression('last_used_at', 'is', null), expression('last_used_at', '<', usedAt)]),
    );
}

async function insertKey(database: Database, transaction: Transaction, key: ApiKey): Promise<void> {
  await transaction.run(database.builder.insertInto('api_keys').values(apiKeys.encode(key)));
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
