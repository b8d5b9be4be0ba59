/**
 * Turns a route and its input into a request: address, key, body, and whether it may be repeated. Calls that take an `Idempotency-Key`
 * always get one. It knows no single call but that of keystrokes, whose key may stand in the address.
 */
// Tests: test/api/client-package.test.ts.
import { createId } from '../../../widget/src/ids.ts';
import type { CallOptions } from './call.ts';
import { fillPath } from './fill-path.ts';
import { type Pause, pause, sendRequest } from './send-request.ts';

/** Put here by the build: the routes that take an `Idempotency-Key` (`bin/pack-clients.ts`). */
declare const KEYED_ROUTES: readonly string[];

const attemptsDefault = 4;
const timeoutDefaultMs = 60_000;

/** The settings of a client. */
export interface ClientOptions {
  /** The address of the service, such as `https://search.example.com`. */
  readonly url: string | URL;
  /** `ft_pk_…` in pages, `ft_sk_…` on servers only. */
  readonly key: string;
  /** `query` sends the storefront key of searches in the address, which saves browsers a second request for each keystroke. */
  readonly keyIn?: 'header' | 'query';
  /** How often a call is sent at most, the first time included; absent: 4. */
  readonly attempts?: number;
  /** Milliseconds until an attempt counts as unanswered; absent: 60,000. */
  readonly timeoutMs?: number;
  /** Another `fetch`, for proxies and tests. */
  readonly fetch?: typeof fetch;
  /** Another way to wait between attempts, for tests. */
  readonly pause?: Pause;
}

/** The parts that every call has. */
export interface AnyInput extends CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Makes a body of JSON lines. */
  readonly lines?: () => ReadableStream;
}

/** Sends a call by its route and returns the JSON of the answer. */
export type AnyCall = (route: string, input?: AnyInput) => Promise<unknown>;

/** Creates the call of a client. */
export function createCall(options: ClientOptions): AnyCall {
  return async (route, input = {}) => {
    const [method = '', template = ''] = route.split(' ');
    const { body, lines, signal, keepalive = false, isRepeatable } = input;
    const isKeyed = KEYED_ROUTES.includes(route);
    const { url, headers } = address(options, template, input);
    if (isKeyed) headers['Idempotency-Key'] = input.idempotencyKey ?? createId();
    if (lines) headers['Content-Type'] = 'application/x-ndjson';
    else if (body !== undefined) headers['Content-Type'] = 'application/json';
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return sendRequest({
      url,
      init: { method, headers, keepalive, ...(lines && { duplex: 'half' }) },
      ...((lines || text) && { body: lines ?? (() => text) }),
      // The changes that PATCH makes are the same twice; what DELETE removed is not found again.
      mayRepeat: isRepeatable ?? (isKeyed || /^(GET|PUT|PATCH)$/.test(method)),
      attempts: input.attempts ?? options.attempts ?? attemptsDefault,
      timeoutMs: input.timeoutMs ?? options.timeoutMs ?? timeoutDefaultMs,
      signal,
      fetch: options.fetch ?? fetch,
      pause: options.pause ?? pause,
    });
  };
}

/** The address of the service, without a slash at its end. */
export function trimAddress({ url }: ClientOptions): string {
  return `${url}`.replace(/\/*$/, '');
}

/** The address of a call and the headers that name its caller. */
function address(options: ClientOptions, template: string, input: AnyInput) {
  const { key, keyIn } = options;
  const { params = {}, query = {} } = input;
  const url = new URL(`${trimAddress(options)}/api/v1${fillPath(template, params)}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, `${value}`);
  }
  const isInQuery = keyIn === 'query' && template === '/autocomplete';
  if (isInQuery) url.searchParams.set('key', key);
  const headers: Record<string, string> = isInQuery ? {} : { 'X-Api-Key': key };
  return { url, headers };
}
