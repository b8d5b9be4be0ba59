/**
 * Opens the configured database; no other file knows both engines. PostgreSQL's driver is loaded only where it is used. It runs no
 * migration and reads no row. A target is trusted (the configuration has checked it); a file that cannot be opened rejects with a
 * plain error that names it. Limits (connections, milliseconds a statement) are those of the target.
 */
// Tests: test/storage/several-servers.test.ts, server/storage/sqlite/check-table.test.ts.
import { createStorage } from './create-storage.ts';
import type { OnDamage } from './damage/damage.ts';
import type { PostgresTarget } from './postgres/open-postgres-database.ts';
import { openSqliteDatabase, type SqliteTarget } from './sqlite/open-sqlite-database.ts';
import { type LockHolder, type ServingLock, takeServingLock } from './sqlite/serving-lock.ts';
import type { Storage } from './storage.ts';

export { type RepairedFile, repairFile } from './sqlite/repair-file.ts';
export { replaceFile } from './sqlite/replace-file.ts';
export {
  findLockHolder,
  LockHeld,
  type LockHolder,
  type ServingLock,
  takeFolderLock,
} from './sqlite/serving-lock.ts';

/** The place of the data. It is plain data, which can be passed to a worker thread. */
export type StorageTarget = SqliteTarget | PostgresTarget;

export interface OpenStorageOptions {
  /**
   * Receives errors that no call waits for, such as a pooled connection that the server closed. They need no
   * action: the next call opens a new connection.
   */
  readonly onError?: (error: Error) => void;
  /** Receives rows that lists of a store leave out because they cannot be read, each time one meets them. */
  readonly onDamage?: OnDamage;
}

/**
 * Opens a storage. SQLite: creates the file unless read-only, and rejects with a plain error that names the file
 * when it cannot be opened, is damaged, or is no database. PostgreSQL: connects on first use, so a server that is
 * away shows as `unavailable` from the calls. Tables are made by `migrate()`, not here. Any number of threads and
 * processes may open the same target.
 */
export async function openStorage(target: StorageTarget, options: OpenStorageOptions = {}): Promise<Storage> {
  const { onError, onDamage = () => {} } = options;
  if (target.engine === 'sqlite') return createStorage(openSqliteDatabase(target), { onDamage });
  // Only now: an embedded database needs no driver of PostgreSQL, and every thread would load it.
  const { openPostgresDatabase } = await import('./postgres/open-postgres-database.ts');
  const { warmUpUrl, ...own } = target;
  const main = openPostgresDatabase(own, onError);
  if (warmUpUrl === undefined) return createStorage(main, { onDamage });
  const follower = openPostgresDatabase(
    { ...own, url: warmUpUrl, readOnly: true, isFollower: true },
    onError,
  );
  return createStorage(main, { follower, onDamage });
}

/**
 * Makes this process the only one that works on an embedded database; any number may serve one PostgreSQL database, each with a
 * data folder of its own ({@link takeFolderLock}). Throws {@link LockHeld} where another one holds it, which names `holder`.
 */
export function lockForServing(
  target: StorageTarget,
  holder: LockHolder,
  options: { readonly isServer?: boolean } = {},
): ServingLock {
  return target.engine === 'sqlite'
    ? takeServingLock(target.file, holder, options)
    : { note() {}, release() {} };
}
