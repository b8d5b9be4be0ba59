/**
 * Whatever ends a request, as a GeneratorError. Its message is made of words of ours, the status and short codes
 * only: errors of the client hold the request's body, its headers and the answer, so neither they nor their messages
 * are handed on, not even as the cause.
 */
import { GeneratorError, type GeneratorErrorKind } from '../../phrase-generator.ts';
import { readRetryAfter } from './retry-after.ts';

/** What is known of the request that failed. */
export interface FailedRequest {
  /** What messages call it (providerOf). */
  readonly provider: string;
  readonly apiKey: string | null;
  readonly timeoutMs: number;
  readonly wasCalledOff: boolean;
  readonly tookTooLong: boolean;
  readonly nowMs: number;
}

/** A body that was longer than any answer to what was asked. */
export class AnswerTooLongError extends Error {}

/** Codes of providers that say more than the status does. */
const kindsOfCodes: Readonly<Record<string, GeneratorErrorKind>> = {
  // Told as 429, but waiting brings no money.
  insufficient_quota: 'refused',
  billing_hard_limit_reached: 'refused',
  // The products are to blame, not the settings.
  content_filter: 'unusable',
  content_policy_violation: 'unusable',
  context_length_exceeded: 'unusable',
  request_too_large: 'unusable',
};

/** Where to look first, by status. */
const hints: Readonly<Record<number, string>> = {
  401: 'is the key right?',
  403: 'may the key use this model?',
  404: 'are base URL and model right?',
};

/** The error in the words of the queue. */
export function mapFailure(error: unknown, request: FailedRequest): GeneratorError {
  const { provider } = request;
  if (error instanceof GeneratorError) return error;
  if (request.wasCalledOff)
    return new GeneratorError('away', 'The request to the AI provider was called off.');
  if (request.tookTooLong)
    return new GeneratorError('away', `${provider} did not answer within ${request.timeoutMs / 1_000} s.`);
  const failure = readFailure(error);
  if (findCause(error, (cause) => cause instanceof AnswerTooLongError) !== undefined)
    return new GeneratorError('unusable', `${provider} answered more than was asked for.`);
  if (failure.status === null || (failure.isOk && failure.isRetryable)) {
    const code = networkCode(error);
    // No status and no network: the client could not read what it got.
    return failure.isRetryable || code !== null
      ? new GeneratorError('away', `${provider} could not be reached or broke off${inBrackets(code)}.`)
      : new GeneratorError('unusable', `${provider} answered in a form that cannot be read.`);
  }
  if (failure.isOk)
    return new GeneratorError('unusable', `${provider} answered in a form that cannot be read.`);
  return mapStatus(failure.status, failure, request);
}

function mapStatus(status: number, failure: Failure, request: FailedRequest): GeneratorError {
  const code = readCode(failure.body, request.apiKey);
  const kind = (code === null ? undefined : kindsOfCodes[code]) ?? kindOfStatus(status);
  const retryAfterMs = readRetryAfter(failure.headers, request.nowMs);
  const hint = kind === 'refused' && hints[status] !== undefined ? `: ${hints[status]}` : '.';
  return new GeneratorError(kind, `${request.provider} answered ${status}${inBrackets(code)}${hint}`, {
    retryAfterMs,
  });
}

function kindOfStatus(status: number): GeneratorErrorKind {
  if (status === 429) return 'busy';
  if (status === 413) return 'unusable';
  // Time-outs, conflicts and too-early: as good as not having asked.
  return status >= 500 || [408, 409, 425].includes(status) ? 'away' : 'refused';
}

function inBrackets(code: string | null): string {
  return code === null ? '' : ` (${code})`;
}

/** What an error of the client tells, read without trusting its class. */
interface Failure {
  readonly status: number | null;
  readonly isOk: boolean;
  readonly isRetryable: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function readFailure(error: unknown): Failure {
  const fields = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const status = typeof fields.statusCode === 'number' ? fields.statusCode : null;
  return {
    status,
    isOk: status !== null && status >= 200 && status < 300,
    isRetryable: fields.isRetryable === true,
    headers: (fields.responseHeaders ?? {}) as Record<string, string>,
    body: typeof fields.responseBody === 'string' ? fields.responseBody : '',
  };
}

/** Whether a 4xx blames a part of the request by name; the answer's text is looked at, never kept. */
export function blames(error: unknown, names: readonly string[]): boolean {
  const { status, body } = readFailure(error);
  return (status === 400 || status === 422) && names.some((name) => body.includes(name));
}

/** The provider's short code for the error: letters only, so that neither keys nor texts can pass for one. */
function readCode(body: string, apiKey: string | null): string | null {
  try {
    const { error } = JSON.parse(body) as { error?: { code?: unknown; type?: unknown } };
    const code = [error?.code, error?.type].find(
      (value) => typeof value === 'string' && /^[a-z_]{3,48}$/.test(value),
    );
    return typeof code !== 'string' || (apiKey !== null && code.includes(apiKey)) ? null : code;
  } catch {
    return null;
  }
}

/** Such as ECONNREFUSED. */
function networkCode(error: unknown): string | null {
  const hasCode = (cause: Error) => 'code' in cause && /^[A-Z][A-Z0-9_]{2,47}$/.test(String(cause.code));
  const cause = findCause(error, hasCode) as { code: string } | undefined;
  return cause?.code ?? null;
}

function findCause(error: unknown, isIt: (cause: Error) => boolean): Error | undefined {
  let cause = error;
  // A bound in place of a memory of what was seen.
  for (let depth = 0; depth < 10 && cause instanceof Error; depth++) {
    if (isIt(cause)) return cause;
    cause = cause.cause;
  }
  return undefined;
}
