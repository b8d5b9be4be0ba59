/**
 * One server process a data folder: SQLite has one writer thread, and saved indexes and the secret key lie beside it.
 * The lock is a lock of SQLite itself on an empty file, so it goes with the process, however the process ends.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A lock that is held until it is released or the process ends. */
export interface ServingLock {
  release(): void;
}

/** SQLITE_BUSY (https://sqlite.org/rescode.html#busy). */
const busy = 5;

/** Takes the lock beside the database file. Throws a plain error where another process holds it, or nobody can. */
export function takeServingLock(file: string): ServingLock {
  try {
    return takeLock(file);
  } catch (cause) {
    const message = isHeld(cause)
      ? `A server is running on ${file}. Stop it first, or set FORETYPE_DATA to another folder.`
      : `${file}.lock cannot be written: its folder must be writable. FORETYPE_DATA names the folder.`;
    throw new Error(message, { cause });
  }
}

/**
 * Takes the same lock for a process whose database is elsewhere: it saves its indexes in the folder. In a folder that
 * cannot be written nothing is saved, so that nothing is locked either. Throws a plain error where another process has it.
 */
export function takeFolderLock(folder: string): ServingLock {
  try {
    return takeLock(join(folder, 'foretype.sqlite'));
  } catch (cause) {
    if (!isHeld(cause)) return { release() {} };
    const message =
      `Another server uses the data folder ${folder} and saves its indexes there. ` +
      'Set FORETYPE_DATA to another folder: every process has its own, also on one database.';
    throw new Error(message, { cause });
  }
}

function takeLock(file: string): ServingLock {
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return { release: () => lock.close() };
  } catch (error) {
    lock.close();
    throw error;
  }
}

function isHeld(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy;
}
