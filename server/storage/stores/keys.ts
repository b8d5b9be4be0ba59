/**
 * Reads and writes keys of stores. Every change of a key raises the directory's version in the same transaction, so that no cache of
 * keys outlives it. It checks no permission. At most 100 revoked keys are listed (`limits.revokedKeysShown`); a key beyond the `room`
 * of a store is refused with false or null. Times are microseconds since 1970. A key whose row is damaged is listed without origins.
 */
// Tests: test/storage/storage.test.ts, test/storage/ending-keys.test.ts.
import type { UpdateQueryBuilder, UpdateResult } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import { insertAuditEntry } from '../accounts/audit-entries.ts';
import type { AuditEntry } from '../accounts/tables.ts';
import { DamageError, damagedRowError } from '../damage/damage.ts';
import type { Database, Transaction } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { RowOf } from '../table.ts';
import { raiseVersion } from './directory-changes.ts';
import type { KeyDirectory, KeyName, KeyRoom } from './key-tables.ts';
import { type ApiKey, apiKeys, type ListedKey } from './tables.ts';

/** Ids in one `in (…)` list; PostgreSQL and SQLite both take at least 32,766 parameters. */
const idsPerStatement = 1_000;

/** Creates access to the keys of all stores. */
export function keyDirectory(database: Database): Omit<KeyDirectory, 'changesSince'> {
  return { ...keyReads(database), ...keyWrites(database), ...keyEnds(database) };
}

type KeyReads = Pick<KeyDirectory, 'findApiKey' | 'listApiKeys' | 'withdrawn'>;

function keyReads(database: Database): KeyReads {
  const keys = database.builder.selectFrom('api_keys').selectAll();
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
  };
}

type KeyWrites = Pick<KeyDirectory, 'insertApiKey' | 'updateApiKey' | 'revokeApiKey' | 'touchApiKeys'>;

function keyWrites(database: Database): KeyWrites {
  const { builder } = database;
  return {
    insertApiKey: (key, { entry, room } = {}) =>
      database.transaction(key.storeId, async (transaction) => {
        // Its row lock makes creators of keys take turns, so that the count is right.
        await raiseVersion(builder, transaction, key.storeId);
        if (room !== undefined && !(await hasRoom(database, transaction, key.storeId, room))) return false;
        await insertKey(database, transaction, key);
        if (entry !== undefined) await insertAuditEntry(builder, transaction, key.storeId, entry);
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
    async revokeApiKey(storeId, keyId, revokedAt, entryOf) {
      const revoke = builder.updateTable('api_keys').set({ revoked_at: revokedAt });
      const first = revoke.where('revoked_at', 'is', null);
      const revoked = await changeKey(database, { storeId, keyId, entryOf }, first);
      if (revoked !== null) return revoked;
      const keys = builder.selectFrom('api_keys').selectAll().where('store_id', '=', storeId);
      const [row] = await database.read(null, keys.where('id', '=', keyId));
      return row === undefined ? null : toListedKey(row);
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

type KeyEnds = Pick<KeyDirectory, 'replaceApiKey' | 'endedApiKeys' | 'endApiKey'>;

function keyEnds(database: Database): KeyEnds {
  const { builder } = database;
  return {
    replaceApiKey: (storeId, keyId, decide, room) =>
      database.transaction(storeId, async (transaction) => {
        // Its row lock makes those who rotate the same key take turns: the second finds it replaced.
        await raiseVersion(builder, transaction, storeId);
        const ofStore = builder.selectFrom('api_keys').selectAll().where('store_id', '=', storeId);
        const [row] = await transaction.query(ofStore.where('id', '=', keyId));
        const { successor, expiresAt, revokedAt, entry } = decide(
          row === undefined ? null : toListedKey(row),
        );
        // One that is refused at once makes room for its successor.
        const without = revokedAt === null ? '' : keyId;
        if (room !== undefined && !(await hasRoom(database, transaction, storeId, room, without)))
          return null;
        const fields = { expires_at: expiresAt, revoked_at: revokedAt, replaced_by: successor.id };
        const replaced = builder.updateTable('api_keys').set(fields).where('store_id', '=', storeId);
        await transaction.run(replaced.where('id', '=', keyId));
        await insertKey(database, transaction, successor);
        await insertAuditEntry(builder, transaction, storeId, entry);
        return successor;
      }),
    async endedApiKeys(now, limit) {
      const keys = builder.selectFrom('api_keys').select(['id as keyId', 'store_id as storeId']);
      const ended = keys.where('revoked_at', 'is', null).where('expires_at', '<=', now);
      return await database.read(null, ended.orderBy('expires_at').limit(limit));
    },
    async endApiKey({ storeId, keyId }, now, entryOf) {
      const end = builder.updateTable('api_keys').set(({ ref }) => ({ revoked_at: ref('expires_at') }));
      const isOver = end.where('revoked_at', 'is', null).where('expires_at', '<=', now);
      return (await changeKey(database, { storeId, keyId, entryOf }, isOver)) !== null;
    },
  };
}

/** Whether one more key fits into the store, beside those that work but for one. */
async function hasRoom(
  { builder }: Database,
  transaction: Transaction,
  storeId: string,
  { validMax, now }: KeyRoom,
  without = '',
): Promise<boolean> {
  const ofStore = builder.selectFrom('api_keys').where('store_id', '=', storeId);
  const valid = ofStore
    .where('id', '!=', without)
    .where('revoked_at', 'is', null)
    .where((expression) =>
      expression.or([expression('expires_at', 'is', null), expression('expires_at', '>', now)]),
    );
  const [row] = await transaction.query(valid.select((expression) => expression.fn.countAll().as('count')));
  return Number(row?.count ?? 0) < validMax;
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

/** Inserts a key within a transaction, which raises the directory's version. */
export async function insertKey(database: Database, transaction: Transaction, key: ApiKey): Promise<void> {
  await transaction.run(database.builder.insertInto('api_keys').values(apiKeys.encode(key)));
}
