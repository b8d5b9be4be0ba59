/**
 * One server process a data folder: SQLite has one writer thread, and index files and uploads will live beside it.
 * The lock is a lock of SQLite itself on an empty file, so it goes with the process, however the process ends.
 */
import { DatabaseSync } from 'node:sqlite';

/** A lock that is held until it is released or the process ends. */
export interface ServingLock {
  release(): void;
}

/** SQLITE_BUSY (https://sqlite.org/rescode.html#busy). */
const busy = 5;

/** Takes the lock beside the database file. Throws a plain error where another process holds it, or nobody can. */
export function takeServingLock(file: string): ServingLock {
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(`${file}.lock`, { timeout: 0 });
    lock.exec('begin exclusive');
    const held = lock;
    return { release: () => held.close() };
  } catch (cause) {
    lock?.close();
    const isHeld = cause instanceof Error && 'errcode' in cause && cause.errcode === busy;
    const message = isHeld
      ? `Another server is running on ${file}. Stop it first, or set FORETYPE_DATA to another folder.`
      : `${file}.lock cannot be written: its folder must be writable. FORETYPE_DATA names the folder.`;
    throw new Error(message, { cause });
  }
}
