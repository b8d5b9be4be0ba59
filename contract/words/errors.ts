/**
 * The codes of errors with their statuses (Contract §3). docs/errors.md lists the same, and a test holds the two equal.
 * A code is stable for ever; its message may improve.
 */
// Tests: server/errors.test.ts, test/api/documents.test.ts.

/** The HTTP status of every error code. */
export const errorStatus = {
  malformed_json: 400,
  malformed_request: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  signed_out: 401,
  sign_in_failed: 401,
  invalid_signature: 401,
  second_factor_needed: 401,
  insufficient_scope: 403,
  origin_not_allowed: 403,
  insufficient_role: 403,
  csrf_failed: 403,
  setup_refused: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  idempotency_conflict: 409,
  undo_expired: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  feed_unreachable: 422,
  feed_unparsable: 422,
  feed_url_forbidden: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  store_unavailable: 503,
} as const;

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorStatus;

/** Whether a text is a code of the catalogue. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorStatus, code);
}
