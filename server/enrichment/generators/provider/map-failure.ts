/**
 * Turns any failure of a request into a GeneratorError. Its message consists of our own words, the status and short codes only: errors
 * contain the server's answer, which can echo the request and the key, so neither they nor their messages are passed on, not even as
 * the cause. A wait that the server asks for is at most 15 minutes. It never retries; an unreadable `Retry-After` is null, and an
 * error of an unknown kind counts as a provider that did not answer.
 */
// Tests: ./map-failure.test.ts.
import { GeneratorError, type GeneratorErrorKind } from '../../phrase-generator.ts';
import { ModelError, type ModelFailure } from './ask-model.ts';

/** The request that failed. */
export interface FailedRequest {
  /** The provider's name in messages (providerOf). */
  readonly provider: string;
  readonly apiKey: string | null;
  readonly timeoutMs: number;
  readonly wasCalledOff: boolean;
  readonly tookTooLong: boolean;
  readonly nowMs: number;
}

/** Error codes of providers that are more specific than the status. */
const kindsOfCodes: Readonly<Record<string, GeneratorErrorKind>> = {
  // Sent as 429, but waiting brings no money.
  insufficient_quota: 'refused',
  billing_hard_limit_reached: 'refused',
  // The products are to blame, not the settings.
  content_filter: 'unusable',
  content_policy_violation: 'unusable',
  context_length_exceeded: 'unusable',
  request_too_large: 'unusable',
};

/** Advice on what to check first, by status. */
const hints: Readonly<Record<number, string>> = {
  401: 'is the key right?',
  403: 'may the key use this model?',
  404: 'are base URL and model right?',
};

/** Returns the failure as the queue understands it. */
export function mapFailure(error: unknown, request: FailedRequest): GeneratorError {
  const { provider } = request;
  if (error instanceof GeneratorError) return error;
  if (request.wasCalledOff)
    return new GeneratorError('away', 'The request to the AI provider was called off.');
  if (request.tookTooLong)
    return new GeneratorError('away', `${provider} did not answer within ${request.timeoutMs / 1_000} s.`);
  const failure: ModelFailure = error instanceof ModelError ? error.failure : { at: 'network' };
  switch (failure.at) {
    case 'key':
      return new GeneratorError(
        'refused',
        `${provider} was not asked: its API key has characters that a header cannot hold.`,
      );
    case 'network': {
      const code = networkCode(error);
      return new GeneratorError('away', `${provider} could not be reached or broke off${inBrackets(code)}.`);
    }
    case 'length':
      return new GeneratorError('unusable', `${provider} answered more than was asked for.`);
    case 'form':
      return new GeneratorError('unusable', `${provider} answered in a form that cannot be read.`);
    case 'status':
      return mapStatus(failure, request);
  }
}

type Refusal = Extract<ModelFailure, { at: 'status' }>;

function mapStatus({ status, headers, body }: Refusal, request: FailedRequest): GeneratorError {
  const code = readCode(body, request.apiKey);
  const kind = (code === null ? undefined : kindsOfCodes[code]) ?? kindOfStatus(status);
  const retryAfterMs = readRetryAfter(headers, request.nowMs);
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

/** Whether a 400 or 422 blames a part of the request by name; the answer's text is searched, never kept. */
export function blames(error: unknown, names: readonly string[]): boolean {
  if (!(error instanceof ModelError) || error.failure.at !== 'status') return false;
  const { status, body } = error.failure;
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

/** The longest wait (chosen): all stores wait meanwhile, and a wrong clock must not stop them for years. */
const retryAfterMaxMs = 15 * 60_000;

/**
 * How long a server asks to wait (RFC 9110 §10.2.3), in milliseconds; null if the headers do not say. A date is relative to
 * the server's own `Date`, so that differing clocks do no harm, or else to `nowMs`. Names are in lower case.
 */
export function readRetryAfter(
  headers: Readonly<Record<string, string | undefined>>,
  nowMs: number,
): number | null {
  const exactMs = headers['retry-after-ms']?.trim() ?? '';
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(exactMs)) return Math.min(Number(exactMs), retryAfterMaxMs);
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1_000), retryAfterMaxMs);
  // Anything that begins with a day; Date.parse alone takes `-5` for a year.
  const until = /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return null;
  const sent = Date.parse(headers.date ?? '');
  return Math.min(Math.max(until - (Number.isNaN(sent) ? nowMs : sent), 0), retryAfterMaxMs);
}
