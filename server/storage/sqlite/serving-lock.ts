/**
 * Keeps a data folder to one server process: SQLite has one writer thread, and saved indexes and the secret key are in the same
 * folder. The lock is a lock of SQLite itself on an empty file, so the system releases it however the process ends. A held lock throws
 * at once, or after the milliseconds that the caller waits. A description that cannot be read is null. It never removes another
 * process's lock.
 */
// Tests: ./serving-lock.live.test.ts.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A lock that is held until it is released or the process ends. */
export interface ServingLock {
  /** Describes the holder to other processes, in place of what it said before. */
  note(holder: LockHolder): void;
  release(): void;
}

/** The holder of the lock, as it describes itself in a file beside it. */
export interface LockHolder {
  readonly process: number;
  /** `a server`, `foretype import`. */
  readonly work: string;
  /** Start time, in the API's format. */
  readonly since: string;
  /** The address of a server, once it answers. */
  readonly address?: string;
}

/** The error of a lock that another process holds. */
export class LockHeld extends Error {
  /** Null if the holder did not describe itself. */
  readonly holder: LockHolder | null;

  constructor(message: string, holder: LockHolder | null, cause: unknown) {
    super(message, { cause });
    this.holder = holder;
  }
}

/** SQLITE_BUSY (https://sqlite.org/rescode.html#busy). */
const busy = 5;

/** Milliseconds for which a server waits for a process that only looks whether the lock is held. Chosen: a look takes less than one. */
const lookMs = 500;

/**
 * Takes the lock beside the database file. Throws {@link LockHeld} where another process holds it, a plain error where the lock file
 * cannot be written. `isServer`: outlasts processes that only look at the lock.
 */
export function takeServingLock(
  file: string,
  holder: LockHolder | null = null,
  { isServer = false }: { readonly isServer?: boolean } = {},
): ServingLock {
  let lock: ServingLock;
  try {
    lock = takeLock(file, isServer ? lookMs : 0);
  } catch (cause) {
    if (!isHeld(cause)) {
      const message = `${file}.lock cannot be written: its folder must be writable. FORETYPE_DATA names the folder.`;
      throw new Error(message, { cause });
    }
    const held = readLockHolder(file);
    const who =
      held === null ? 'Another process' : `${held.work} (process ${held.process}, since ${held.since})`;
    const message = `${who} uses ${file}. Stop it first, or set FORETYPE_DATA to another folder.`;
    throw new LockHeld(message, held, cause);
  }
  rmSync(holderFile(file), { force: true });
  if (holder !== null) lock.note(holder);
  return lock;
}

/**
 * The process that holds the lock now, as it describes itself. Null where none holds it, also where the last holder was killed and
 * left its description.
 */
export function findLockHolder(file: string): LockHolder | null {
  if (!existsSync(`${file}.lock`)) return null;
  const look = new DatabaseSync(`${file}.lock`, { readOnly: true, timeout: 0 });
  try {
    look.prepare('select count(*) from sqlite_schema').get();
    return null;
  } catch (error) {
    return isHeld(error) ? readLockHolder(file) : null;
  } finally {
    look.close();
  }
}

/** Reads the description of the last holder, which is the present one while the lock is held. Null if there is none. */
function readLockHolder(file: string): LockHolder | null {
  try {
    const [id, work, since, address] = readFileSync(holderFile(file), 'utf8').split('\n');
    if (work === undefined || since === undefined) return null;
    return { process: Number(id), work, since, ...(address ? { address } : {}) };
  } catch {
    return null;
  }
}

function holderFile(file: string): string {
  return `${file}.lock.holder`;
}

/**
 * Takes the same lock for a process whose database is elsewhere and which saves its indexes in the folder. A folder that
 * cannot be written is not locked: nothing is saved in it. Throws a plain error if another process holds the lock.
 */
export function takeFolderLock(folder: string): ServingLock {
  try {
    return takeLock(join(folder, 'foretype.sqlite'), lookMs);
  } catch (cause) {
    if (!isHeld(cause)) return { note() {}, release() {} };
    const message =
      `Another server uses the data folder ${folder} and saves its indexes there. ` +
      'Set FORETYPE_DATA to another folder: every process has its own, also on one database.';
    throw new Error(message, { cause });
  }
}

function takeLock(file: string, waitMs: number): ServingLock {
  const lock = new DatabaseSync(`${file}.lock`, { timeout: waitMs });
  try {
    lock.exec('begin exclusive');
    return {
      note({ process, work, since, address = '' }) {
        writeFileSync(holderFile(file), [process, work, since, address].join('\n'), { mode: 0o600 });
      },
      release() {
        rmSync(holderFile(file), { force: true });
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

function isHeld(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy;
}
