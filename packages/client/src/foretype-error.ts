/**
 * The one error of the client: what the service refused, and what kept a call from being answered. A call that its caller aborted
 * rejects with the reason of the signal instead.
 */
// Tests: ./send-request.test.ts.
import type { ErrorCode } from './calls.ts';

/**
 * Codes of the client itself: `unreachable`, there was no answer; `timed_out`, there was none in time; `unreadable`, the answer is none
 * of the API, such as a proxy's page; `redirected`, the address leads to another one, which may not get the key; `path_invalid`, the
 * address of the call cannot hold a parameter; `webhook_invalid`, a message is not to be trusted.
 */
export type ClientCode =
  | 'unreachable'
  | 'timed_out'
  | 'unreadable'
  | 'redirected'
  | 'path_invalid'
  | 'webhook_invalid';

/** One wrong value of a request. `path` is a JSON pointer into the body, or the name of a parameter. */
export interface Fault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** What an error is made of. */
export interface ErrorParts {
  readonly code: ErrorCode | ClientCode;
  readonly message: string;
  /** The status of the answer; 0 if there was none. */
  readonly status?: number | undefined;
  readonly errors?: readonly Fault[] | undefined;
  readonly requestId?: string | null | undefined;
  readonly retryAfterMs?: number | null | undefined;
  readonly cause?: unknown;
}

/** A call that failed. Its message may be shown to a person; `code` is for programs and never changes. */
export class ForetypeError extends Error {
  override readonly name = 'ForetypeError';
  readonly code: ErrorCode | ClientCode;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** All wrong values of a request that was refused with 422. */
  readonly errors: readonly Fault[];
  /** The place of the first of them, such as `/products/3/price`; null if there is none. */
  readonly place: string | null;
  /** Milliseconds that the service asks to wait; null if it does not ask. */
  readonly retryAfterMs: number | null;
  /** The id of the request, by which the operator finds it in the log; null if there was no answer. */
  readonly requestId: string | null;

  constructor({ code, message, status = 0, errors = [], requestId, retryAfterMs, cause }: ErrorParts) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.place = errors[0]?.path ?? null;
    this.retryAfterMs = retryAfterMs ?? null;
    this.requestId = requestId ?? null;
  }
}
