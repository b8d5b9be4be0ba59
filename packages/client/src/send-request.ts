/**
 * Sends a request and reads its answer. It repeats what failed only where that is safe: after 429, which the service answers before it
 * does anything, and, for a request that may arrive twice, after no answer, 502, 503 or 504. Waits double and are spread at random; a
 * `Retry-After` is kept to, unless it is longer than a minute. Everything else rejects with a {@link ForetypeError}; an abort rejects
 * with the reason of its signal. It never reads a body as anything but JSON, and follows no redirect: `fetch` would take the key along.
 */
// Tests: ./send-request.test.ts, ./send-request.live.test.ts, test/api/client-package.test.ts.
import { readClock } from './clock.ts';
import { type Fault, ForetypeError } from './foretype-error.ts';
import { randomShare } from './random.ts';

/** The first wait; the next ones double. Chosen. */
const firstWaitMs = 250;
/** The longest wait of the client's own, and the longest that a service may ask for. Chosen. */
const waitMaxMs = 8_000;
const askedMaxMs = 60_000;

/** One request, as all its attempts are sent. */
export interface Sending {
  readonly url: URL;
  readonly init: RequestInit & { readonly duplex?: 'half' };
  /** Makes the body of each attempt; a stream cannot be sent twice. */
  readonly body?: () => string | ReadableStream;
  /** Whether it may arrive twice and do the same as once. */
  readonly mayRepeat: boolean;
  readonly attempts: number;
  /** Milliseconds until an attempt counts as unanswered; 0: any time. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly fetch: typeof fetch;
  readonly pause: Pause;
}

/** Waits for so many milliseconds, or rejects with the reason of an aborted signal. */
export type Pause = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

export const pause: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

/** Sends a request and returns the JSON of its answer. */
export async function sendRequest(sending: Sending): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(sending);
    } catch (error) {
      if (!(error instanceof ForetypeError) || attempt >= sending.attempts || !isTransient(error, sending))
        throw error;
      const asked = error.retryAfterMs;
      if (asked !== null && asked > askedMaxMs) throw error;
      const own = Math.min(firstWaitMs * 2 ** (attempt - 1), waitMaxMs);
      await sending.pause((asked ?? own / 2) + (own / 2) * randomShare(), sending.signal);
    }
  }
}

/** Whether another attempt may succeed, and can do no harm. */
function isTransient({ code, status }: ForetypeError, { mayRepeat }: Sending): boolean {
  if (status === 429) return true;
  const mayHaveArrived =
    /^(unreachable|timed_out|idempotency_conflict)$/.test(code) || /^50[234]$/.test(`${status}`);
  return mayRepeat && mayHaveArrived;
}

async function sendOnce({ url, init, body, timeoutMs, signal, fetch: send }: Sending): Promise<unknown> {
  const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined;
  const signals = [signal, timeout].filter((one) => one !== undefined);
  try {
    const response = await send(url, {
      ...init,
      ...(body && { body: body() }),
      credentials: 'omit',
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    });
    refuseRedirect(url, response);
    return readAnswer(response, await response.text());
  } catch (cause) {
    if (cause instanceof ForetypeError) throw cause;
    if (signal?.aborted) throw signal.reason;
    if (timeout?.aborted) {
      const message = `The service did not answer within ${timeoutMs} ms.`;
      throw new ForetypeError({ code: 'timed_out', message, cause });
    }
    throw new ForetypeError({
      code: 'unreachable',
      message: `The service at ${url.origin} does not answer.`,
      cause,
    });
  }
}

/** Throws for a redirect, with both addresses as far as they are known: a browser hides where it leads. */
function refuseRedirect({ origin, pathname }: URL, { type, status, headers }: Response): void {
  if (type !== 'opaqueredirect' && !/^30[12378]$/.test(`${status}`)) return;
  // A query may hold a key.
  const place = headers.get('location')?.replace(/[?#].*/, '') ?? 'another address';
  throw new ForetypeError({
    code: 'redirected',
    message: `${origin}${pathname} redirects to ${place}. Give the client the address that answers.`,
    status,
  });
}

function readAnswer({ ok, status, headers }: Response, text: string): unknown {
  const body = parseJson(text);
  if (ok && body !== undefined) return body;
  const { code, message, errors } = Object(body) as Partial<ForetypeError>;
  throw new ForetypeError({
    code: code ?? 'unreadable',
    message: message ?? `The answer with status ${status} is none of the service; a proxy may stand between.`,
    status,
    errors: errors as readonly Fault[] | undefined,
    requestId: headers.get('x-request-id'),
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads seconds, as the service sends them, or a date, as proxies may; null for anything else. */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - readClock();
  return ms >= 0 ? ms : null;
}
