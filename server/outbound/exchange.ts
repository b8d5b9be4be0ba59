/**
 * One request and the head of its answer, on a connection of its own: nothing is kept open, so every request passes
 * the guard. `undici.request`'s client rather than `fetch`, which takes truncated bodies as whole; variables that
 * name a proxy have no effect here.
 */
import { Client, errors } from 'undici';
import type { Clock } from '../clock.ts';
import type { Call } from './call.ts';
import { type AddressGuard, createGuardedConnector } from './guarded-connector.ts';
import { OutboundError } from './outbound-error.ts';

/** What a hop is made with. */
export interface ExchangeSettings {
  readonly guard: AddressGuard;
  readonly clock: Clock;
  readonly connectTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly headerMaxBytes: number;
}

/** A request of one hop. */
export interface ExchangeRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The head of an answer, and its body. */
export interface Exchange {
  readonly status: number;
  /** The header's text; several of one name are joined by commas. Null where there is none. */
  header(name: string): string | null;
  /** Bytes as they come; to be read once. Throws OutboundErrors. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly remoteAddress: string;
  readonly connectMs: number;
  readonly firstByteMs: number;
  /** Closes the connection, whatever is under way on it. */
  close(): void;
}

/** Sends the request; resolves with the head of the answer. */
export async function openExchange(
  request: ExchangeRequest,
  settings: ExchangeSettings,
  call: Call,
): Promise<Exchange> {
  const { clock, idleTimeoutMs } = settings;
  const beganMs = clock.monotonicMs();
  const connection = { remoteAddress: '', connectMs: 0 };
  const connect = createGuardedConnector(settings.guard, settings.connectTimeoutMs);
  const client = new Client(request.url.origin, {
    // Says Connection: close.
    pipelining: 0,
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
    maxHeaderSize: settings.headerMaxBytes,
    connect(options, callback) {
      connect(options, (...[error, socket]) => {
        connection.remoteAddress = socket?.remoteAddress ?? '';
        connection.connectMs = clock.monotonicMs() - beganMs;
        if (error === null) callback(null, socket);
        else callback(error, null);
      });
    },
  });
  try {
    const answer = await client.request({
      method: request.method,
      path: `${request.url.pathname}${request.url.search}`,
      headers: { ...request.headers },
      body: request.body,
      signal: call.signal,
    });
    return {
      status: answer.statusCode,
      header: (name) => [answer.headers[name] ?? []].flat().join(', ') || null,
      body: readBody(answer.body, call),
      ...connection,
      firstByteMs: clock.monotonicMs() - beganMs,
      close: () => destroy(client),
    };
  } catch (error) {
    destroy(client);
    call.check();
    throw toExchangeError(error, 'head');
  }
}

async function* readBody(body: AsyncIterable<Uint8Array>, call: Call): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    call.check();
    throw toExchangeError(error, 'body');
  }
}

/** Errors of a connection that is thrown away concern nobody. */
function destroy(client: Client): void {
  client.destroy().catch(() => {});
}

const malformedCodes = new Set(['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

function toExchangeError(error: unknown, part: 'head' | 'body'): unknown {
  if (!(error instanceof Error) || error instanceof OutboundError) return error;
  const code = 'code' in error ? String(error.code) : '';
  const options = { cause: error };
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    const message = 'The server fell silent in the middle of its answer; let it answer faster.';
    return new OutboundError('timed_out', message, options);
  }
  if (error instanceof errors.HTTPParserError || malformedCodes.has(code)) {
    const message = "The server's answer breaks the rules of HTTP, or its headers are too large.";
    return new OutboundError('malformed', message, options);
  }
  if (code !== 'UND_ERR_SOCKET' && !/^E[A-Z]+$/.test(code)) return error;
  return part === 'head'
    ? new OutboundError('unreachable', 'The server closed the connection without an answer.', options)
    : new OutboundError(
        'truncated',
        'The connection broke before the end of the document; nothing of it counts.',
        options,
      );
}
