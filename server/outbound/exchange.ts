/**
 * Sends one request and reads the head of its answer, on a connection of its own: nothing is kept open, so every request passes the
 * guard, and no variable that names a proxy has an effect. It follows no redirect. Never uses `fetch`, which takes truncated bodies as
 * whole (record 0024). Every wait has a limit in milliseconds; beyond it, the call throws `timed_out`. Headers have at most 16 KiB;
 * fewer than 4 KiB a second over 60 s of waiting is too slow.
 */
// Tests: ./send-post.live.test.ts.
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { type AddressGuard, connectGuarded } from './connect-guarded.ts';
import { OutboundError } from './outbound.ts';

/** The settings of a hop. */
export interface ExchangeSettings {
  readonly guard: AddressGuard;
  readonly clock: Clock;
  readonly connectTimeoutMs: number;
  /** Longest wait for the head, once connected. */
  readonly headTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly leastBytesPerSecond: number;
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
  /** Closes the connection, even in the middle of a transfer. */
  close(): void;
}

/** Sends the request; resolves with the head of the answer. */
export async function openExchange(
  request: ExchangeRequest,
  settings: ExchangeSettings,
  call: Call,
): Promise<Exchange> {
  const { clock, guard } = settings;
  const beganMs = clock.monotonicMs();
  let socket: Socket | null = null;
  try {
    socket = await connectGuarded(request.url, guard, settings.connectTimeoutMs, call.signal);
    const { remoteAddress = '' } = socket;
    const connectMs = clock.monotonicMs() - beganMs;
    const response = await send(request, socket, settings, call);
    return {
      status: response.statusCode ?? 0,
      header: (name) => [response.headers[name] ?? []].flat().join(', ') || null,
      body: readBody(response, settings, call),
      remoteAddress,
      connectMs,
      firstByteMs: clock.monotonicMs() - beganMs,
      close: () => response.destroy(),
    };
  } catch (error) {
    socket?.destroy();
    call.check();
    throw toExchangeError(error, 'head');
  }
}

function send(
  { method, url, headers, body }: ExchangeRequest,
  socket: Socket,
  { headerMaxBytes, headTimeoutMs }: ExchangeSettings,
  call: Call,
): Promise<IncomingMessage> {
  const outgoing: ClientRequest = requestHttp({
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, ...headers },
    maxHeaderSize: headerMaxBytes,
    signal: call.signal,
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const timer = setTimeout(() => outgoing.destroy(fellSilent()), headTimeoutMs);
  outgoing.on('response', (response) => {
    // Errors after the head come out of the body as well.
    response.on('error', () => {});
    resolve(response);
  });
  outgoing.on('error', reject);
  // An unrequested switch to another protocol ends without an error.
  outgoing.on('close', () => reject(closedEarly()));
  outgoing.end(body ?? undefined);
  return promise.finally(() => clearTimeout(timer));
}

/** Time counts as waiting only while the consumer is asking for bytes. */
async function* readBody(
  response: IncomingMessage,
  { clock, idleTimeoutMs, leastBytesPerSecond }: ExchangeSettings,
  call: Call,
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]();
  /** Time spent waiting since the last check of the rate, and the bytes received in it. */
  let [waitedMs, bytes] = [0, 0];
  try {
    for (;;) {
      const beganMs = clock.monotonicMs();
      const timer = setTimeout(() => response.destroy(fellSilent()), idleTimeoutMs);
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer));
      if (done === true) break;
      waitedMs += clock.monotonicMs() - beganMs;
      bytes += value.length;
      if (waitedMs >= idleTimeoutMs) {
        if (bytes * 1_000 < leastBytesPerSecond * waitedMs) throw tooSlow();
        [waitedMs, bytes] = [0, 0];
      }
      yield value;
    }
  } catch (error) {
    call.check();
    throw toExchangeError(error, 'body');
  } finally {
    response.destroy();
  }
}

function toExchangeError(error: unknown, part: 'head' | 'body'): unknown {
  if (!(error instanceof Error) || error instanceof OutboundError) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') {
    const message = "The server's answer breaks the rules of HTTP, or its headers are too large.";
    return new OutboundError('malformed', message, { cause: error });
  }
  if (code !== 'HPE_INVALID_EOF_STATE' && code !== 'ERR_STREAM_PREMATURE_CLOSE' && !/^E[A-Z]+$/.test(code)) {
    return error;
  }
  return part === 'body' ? brokeOff(error) : closedEarly(error);
}

function closedEarly(cause?: Error): OutboundError {
  const message = 'The server closed the connection without an answer.';
  return new OutboundError('unreachable', message, { cause });
}

function brokeOff(cause?: Error): OutboundError {
  const message = 'The connection broke before the end of the document; nothing of it counts.';
  return new OutboundError('truncated', message, { cause });
}

function fellSilent(): OutboundError {
  const message = 'The server fell silent in the middle of its answer; let it answer faster.';
  return new OutboundError('timed_out', message);
}

function tooSlow(): OutboundError {
  const message = 'The server sends its answer too slowly; let it answer faster.';
  return new OutboundError('timed_out', message);
}

/** Aborts its signal at the deadline, when the caller aborts and when all calls are ended. */
export class Call {
  readonly signal: AbortSignal;
  readonly #deadline = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #ending: readonly AbortSignal[];

  /** `ending`: other signals that end this call. */
  constructor(totalTimeoutMs: number, ending: readonly AbortSignal[]) {
    this.#ending = ending;
    this.#timer = setTimeout(() => this.#deadline.abort(), totalTimeoutMs);
    this.signal = AbortSignal.any([this.#deadline.signal, ...ending]);
  }

  /** Throws if this call was aborted: the reason of the signal that ended it, or `timed_out`. */
  check(): void {
    for (const signal of this.#ending) signal.throwIfAborted();
    if (this.#deadline.signal.aborted) {
      const message =
        'The server did not send everything in time; let it answer faster, or split the document.';
      throw new OutboundError('timed_out', message);
    }
  }

  /** Stops the deadline. */
  finish(): void {
    clearTimeout(this.#timer);
  }
}
