/**
 * Translates errors of PostgreSQL, and of the connection to it: `unavailable` with Retry-After (2 s, or 30 s for a full disk) for a
 * state that passes, a DamageError for damage, `validation_failed` for text that cannot be stored. Any other error is a fault of ours
 * and is returned unchanged. It logs nothing, retries nothing and repeats no content of rows in a message.
 */
// Tests: ./postgres-errors.test.ts.
import { unavailable, validationFailed } from '../../errors.ts';
import { damagedPageError } from '../damage/damage.ts';

/**
 * SQLSTATE codes of a server that is away, full, overloaded or used by another program
 * (postgresql.org/docs/current/errcodes-appendix.html): connection exceptions, insufficient resources, operator
 * intervention, system errors, lock time-outs, deadlocks, transactions that were ended because their process hung, and a
 * node that became read-only in a failover.
 */
const operatingStates = /^(08...|53...|57...|58...|55P03|40001|40P01|25006|25P03)$/;

/** `data_corrupted` and `index_corrupted`, and a file or block of a table that is not there. */
const damageState = /^(XX001|XX002|58P01)$/;

const diskFullState = '53100';

/** Text with U+0000, which PostgreSQL does not hold. Doors refuse it where it would be stored; this is for questions. */
const unstorableTextState = '22021';

/** Codes of the operating system when no server answers at the address. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** The driver reports a lost connection without a code (pg 8.23), so its words have to do. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable)/;

/**
 * An AppError `unavailable` for what the world did, a DamageError for what cannot be read, `validation_failed` for text
 * that cannot be, else the error itself.
 */
export function translatePostgresError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === diskFullState) {
    return unavailable('The disk of the database is full: free some space.', 30, error);
  }
  if (damageState.test(code)) return damagedPageError(error);
  if (code === unstorableTextState) {
    const message = 'The text holds a control character (U+0000), which nothing here can hold.';
    return validationFailed([{ path: '', code: 'text_invalid', message }]);
  }
  if (operatingStates.test(code) || networkCodes.has(code) || lostConnection.test(error.message)) {
    return unavailable('The database cannot be reached right now; try again shortly.', 2, error);
  }
  return error;
}
