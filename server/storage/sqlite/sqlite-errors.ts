/**
 * Translates errors of SQLite: `unavailable` with Retry-After for a state that passes or that an operator ends, a DamageError for
 * damage. Any other error is a fault of ours and is returned unchanged. Retry-After is in seconds (30 where an operator must act). It
 * retries and logs nothing.
 */
// Tests: ./sqlite-errors.test.ts.
import { unavailable } from '../../errors.ts';
import { damagedPageError } from '../damage/damage.ts';

/**
 * Primary result codes (sqlite.org/rescode.html) of a world that may get better by itself or by an operator's
 * hand, with what to do. Everything else is a defect of ours and passes as it is.
 */
const operatingErrors = new Map<number, { readonly message: string; readonly retryAfterSeconds: number }>([
  [5, { message: 'The database is busy with another writer; try again shortly.', retryAfterSeconds: 1 }],
  [6, { message: 'The database is busy with another writer; try again shortly.', retryAfterSeconds: 1 }],
  [7, { message: 'The database is out of memory; try again shortly.', retryAfterSeconds: 5 }],
  [8, { message: 'The database cannot be written: make its folder writable.', retryAfterSeconds: 30 }],
  [
    10,
    { message: 'The disk of the database fails: check the disk and its free space.', retryAfterSeconds: 30 },
  ],
  [13, { message: 'The disk of the database is full: free some space.', retryAfterSeconds: 30 }],
  [14, { message: 'The database file cannot be opened: check its folder.', retryAfterSeconds: 30 }],
]);

/** SQLITE_CORRUPT, a page that cannot be read, and SQLITE_NOTADB, a first page that is none. */
const damageCodes = new Set([11, 26]);

/** Extended result codes keep the primary one in their low byte. */
const primaryCodeMask = 0xff;

/** SQLITE_BUSY: another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === 5;
}

/** Whether the file is damaged, as a whole or in some page. */
export function isDamage(error: unknown): error is Error {
  return damageCodes.has(primaryCode(error) ?? 0);
}

/** Whether a result has an integer beyond a number's range. The driver throws before it returns any row. */
export function isLargeInteger(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** SQLITE_IOERR: the disk reports an error instead of data. */
export function isDiskFault(error: unknown): error is Error {
  return primaryCode(error) === 10;
}

/** An AppError `unavailable` for what the world did, a DamageError for what cannot be read, else the error itself. */
export function translateSqliteError(error: unknown): unknown {
  if (isDamage(error)) return damagedPageError(error);
  const known = operatingErrors.get(primaryCode(error) ?? 0);
  return known === undefined ? error : unavailable(known.message, known.retryAfterSeconds, error);
}

function primaryCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & primaryCodeMask;
}
