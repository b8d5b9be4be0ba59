/**
 * Operating errors: faults of a caller or of the world, as one class with a code of the catalogue. Problems of a row are values
 * (catalog/problem.ts), and defects of ours are plain errors, which become `internal`. Nothing is logged here. At most 100 faults of
 * one answer are named ; pauses are whole seconds.
 */
// Tests: ./errors.test.ts.
import type { FieldError } from '../contract/errors.ts';
import { type ErrorCode, errorStatus } from '../contract/words/errors.ts';
import type { FieldCode } from '../contract/words/field-codes.ts';

/** A row that cannot be read, and why. */
export interface DamagedRow {
  readonly table: string;
  /** Its key within the store, the parts joined by "/"; the store's id where a store has one row. */
  readonly id: string;
  /** Null where the fault is not one column's. */
  readonly column: string | null;
  /** The fault, without the content: "is not valid JSON". */
  readonly error: string;
  /** The store of the row, if the caller's store is not known without the row. */
  readonly storeId?: string;
}

/** Further parts of an AppError, beside its code and message. */
export interface AppErrorOptions {
  /** Every wrong value of the request, when the code is `validation_failed` or kin. */
  readonly errors?: readonly FieldError[];
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** The row that is to blame. */
  readonly row?: DamagedRow | null;
  readonly cause?: unknown;
}

/** An operating error: `code` for programs, `message` for people (what was wrong, what would be right). */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The row that cannot be read; null where there is none, or it is not known. */
  readonly row: DamagedRow | null;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.row = options.row ?? null;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** The faults of a request, at least one. */
export type FieldErrors = readonly [FieldError, ...FieldError[]];

/** A refusal of one or more values; the message names the first, `errors` all of them. */
export function validationFailed(errors: FieldErrors): AppError {
  return new AppError('validation_failed', errors[0].message, { errors });
}

/** Faults that one answer names, at most; then the request is refused. Chosen: more than anybody corrects at a time. */
const faultsNamed = 100;

/** Takes a fault: a JSON pointer, a stable code, a message that may improve. */
export type Report = (path: string, code: FieldCode, message: string) => void;

/**
 * Collects the faults of one request until {@link Faults.refuse}. Beyond the most that an answer names the request is
 * refused at once: a body of a million wrong values would hold up the thread that reads it, and the answer would be larger
 * than the body.
 */
export class Faults {
  readonly #list: FieldError[] = [];

  /** Adds a fault. Throws `validation_failed` with all faults so far once there are too many to name. */
  readonly report: Report = (path, code, message) => {
    this.#list.push({ path, code, message });
    if (this.#list.length < faultsNamed) return;
    const more = `There may be more faults than these ${faultsNamed}. Correct them, and send the request again.`;
    this.#list.push({ path: '', code: 'more_faults', message: more });
    this.refuse();
  };

  /** Throws `validation_failed`, or the error of `refusal`, with every fault; returns if there is none. */
  refuse(refusal: (errors: FieldErrors) => AppError = validationFailed): void {
    const [first, ...rest] = this.#list;
    if (first !== undefined) throw refusal([first, ...rest]);
  }
}

/** The error for a thing that does not exist or belongs to another store, which must look the same (Contract §3). */
export function notFound(what: string): AppError {
  return new AppError('not_found', `There is no such ${what}.`);
}

/** A cursor that no answer gave. */
export function cursorInvalid(): AppError {
  const message = '"cursor" takes the next_cursor of an earlier answer, unchanged.';
  return validationFailed([{ path: 'cursor', code: 'cursor_invalid', message }]);
}

/** Starting, stopping, overloaded, or the database is away: the caller should come back. */
export function unavailable(message: string, retryAfterSeconds: number, cause?: unknown): AppError {
  return new AppError('unavailable', message, { retryAfterSeconds, cause });
}

/** The error of work whose caller hung up; no caller reads it. */
export function callerGone(): AppError {
  return unavailable('The caller is gone.', 1);
}

/** The error for a store whose data cannot be read and that has no earlier index. The reason is for operators only. */
export function storeUnavailable(): AppError {
  const message =
    'The data of this store cannot be read at present. Other stores are not affected; try again later.';
  return new AppError('store_unavailable', message, {
    retryAfterSeconds: 30,
  });
}

/** An AppError as plain data, to cross a thread boundary (structured clone drops the class). */
export interface SerializedError {
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly stack: string | undefined;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly row: DamagedRow | null;
}

/** The error as plain data; a defect gets the code null. */
export function serializeError(error: unknown): SerializedError {
  if (error instanceof AppError) {
    const { code, message, stack, errors, retryAfterSeconds, row } = error;
    return { code, message, stack, errors, retryAfterSeconds, row };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { code: null, message, stack, errors: undefined, retryAfterSeconds: undefined, row: null };
}

/** The inverse of {@link serializeError}: an AppError again, or a plain error for a defect. */
export function deserializeError(data: SerializedError): Error {
  const error =
    data.code === null
      ? new Error(data.message)
      : new AppError(data.code, data.message, {
          row: data.row,
          ...(data.errors === undefined ? {} : { errors: data.errors }),
          ...(data.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: data.retryAfterSeconds }),
        });
  if (data.stack !== undefined) error.stack = data.stack;
  return error;
}
