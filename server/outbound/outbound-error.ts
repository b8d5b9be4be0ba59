/**
 * What can go wrong with a call to a stranger's server. A message tells a merchant what to do; it never holds an
 * address that a name resolved to nor anything of an answer's body, so that nobody can look into a network with it.
 */

/**
 * | code | |
 * | --- | --- |
 * | `url_not_allowed` | the address, or one that it redirects to, breaks the rules by how it is written |
 * | `unreachable` | no connection: unknown name, not public, refused, connecting takes too long; never told apart |
 * | `tls` | the certificate does not hold |
 * | `timed_out` | connected, but silent for too long, too slow or not done in time |
 * | `redirects` | too many redirects, or one that leads nowhere |
 * | `status` | an answer that is not 200 (nor 304, where that was asked for) |
 * | `malformed` | the answer breaks the rules of HTTP |
 * | `encoding` | the body is not compressed in the way it says, or in one that is not read |
 * | `truncated` | the document ended before its end, or its end cannot be told |
 * | `too_large` | the document is larger than allowed, or inflates like a bomb |
 */
export type OutboundErrorCode =
  | 'url_not_allowed'
  | 'unreachable'
  | 'tls'
  | 'timed_out'
  | 'redirects'
  | 'status'
  | 'malformed'
  | 'encoding'
  | 'truncated'
  | 'too_large';

/** What an OutboundError may carry beside its code and message. */
export interface OutboundErrorOptions {
  /** The status that was answered, where there was an answer. */
  readonly status?: number;
  readonly cause?: unknown;
}

/** A call that failed for a reason outside this service: `code` for programs, `message` for merchants. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: OutboundErrorCode;
  readonly status: number | null;

  constructor(code: OutboundErrorCode, message: string, options: OutboundErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status ?? null;
  }
}
