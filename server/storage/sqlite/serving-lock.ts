/**
 * One server process a data folder: SQLite has one writer thread, and index files and uploads will live beside it.
 * The lock is a lock of SQLite itself on an empty file, so it goes with the process, however the process ends.
 */
import { DatabaseSync } from 'node:sqlite';

/** A lock that is held until it is released or the process ends. */
export interface ServingLock {
  release(): void;
}

/** Takes the lock beside the database file. Throws a plain error where another process holds it. */
export function takeServingLock(file: string): ServingLock {
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    const message = `Another server is running on ${file}. Stop it first, or set FORETYPE_DATA to another folder.`;
    throw new Error(message, { cause });
  }
  return { release: () => lock.close() };
}
