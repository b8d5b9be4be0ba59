/**
 * A server of feeds that misbehaves on request: it writes answers byte by byte, so that it can cut, stall, reset, lie about lengths
 * and go on for ever. It notes who connected and what was asked. The test decides the answer of each path; `hostile-feeds.ts`
 * has a collection of faults. It listens on this machine only. A path without an answer is 404; an answer that breaks its connection
 * is meant so, and is no error. Drips are milliseconds a byte.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import type { TestCertificate } from './test-authority.ts';

/** A request as it was sent. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** The headers by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Writes an answer; the connection is closed after it unless the answer has done so. */
export type FeedAnswer = (socket: Socket, request: SeenRequest) => Promise<void>;

/** An answer made of parts. */
export interface AnswerParts {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | (() => Iterable<Uint8Array>);
  /** How the body's end is shown; `close` does not show it. */
  readonly framing?: 'length' | 'chunked' | 'close';
  /** Bytes of the body after which it breaks off; the framing is that of the whole. */
  readonly cutAt?: number;
  /** The end that follows the last byte: end of the stream, a reset, or nothing at all. */
  readonly ending?: 'end' | 'reset' | 'stall';
  /** One byte a piece, with so long between them. */
  readonly dripMs?: number;
}

export interface HostileFeedServer {
  readonly origin: string;
  readonly port: number;
  /** Oldest first. */
  readonly requests: readonly SeenRequest[];
  readonly connectionCount: () => number;
  /** Connections that are open now. */
  readonly openCount: () => number;
  /** Sets the answer on a path from now on; other paths are answered 404. */
  answer(path: string, answer: FeedAnswer | AnswerParts): void;
  close(): Promise<void>;
}

export interface HostileServerOptions {
  /** Speaks HTTPS with it. */
  readonly tls?: TestCertificate;
  /** The address to listen on. */
  readonly address?: string;
  /** The name in `origin`. */
  readonly host?: string;
}

/** Starts a server on a free port. */
export async function startHostileFeedServer(options: HostileServerOptions = {}): Promise<HostileFeedServer> {
  const { tls, address = '127.0.0.1', host = address } = options;
  const answers = new Map<string, FeedAnswer>();
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let connectionCount = 0;
  const serve = (socket: Socket) => {
    // Broken connections are what it is for.
    socket.on('error', () => {});
    readRequest(socket)
      .then(async (request) => {
        requests.push(request);
        // Else nobody notices that the other side has gone.
        socket.resume();
        const path = request.target.split('?', 1)[0] ?? '';
        await (answers.get(path) ?? answerWith({ status: 404 }))(socket, request);
      })
      .catch(() => socket.destroy());
  };
  const server: Server = tls === undefined ? createServer(serve) : createTlsServer({ ...tls }, serve);
  server.on('tlsClientError', () => {});
  server.on('connection', (socket: Socket) => {
    connectionCount += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listen(server, address);
  return {
    origin: `http${tls === undefined ? '' : 's'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    requests,
    connectionCount: () => connectionCount,
    openCount: () => sockets.size,
    answer(path, answer) {
      answers.set(path, typeof answer === 'function' ? answer : answerWith(answer));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function listen(server: Server, address: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, address, resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  return bound.port;
}

/** Head and body of one request; rejects where the connection ends before. */
async function readRequest(socket: Socket): Promise<SeenRequest> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += (chunk as Buffer).toString('latin1');
    const headEnd = text.indexOf('\r\n\r\n');
    if (headEnd === -1) continue;
    const [requestLine = '', ...lines] = text.slice(0, headEnd).split('\r\n');
    const [method = '', target = ''] = requestLine.split(' ');
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
    );
    const body = text.slice(headEnd + 4);
    if (body.length >= Number(headers.get('content-length') ?? 0)) return { method, target, headers, body };
  }
  throw new Error('the connection ended before the request');
}

/** An answer out of its parts: 200 with its length, unless they say otherwise. */
export function answerWith(parts: AnswerParts): FeedAnswer {
  const { status = 200, headers = {}, body = '', framing = 'length', ending = 'end' } = parts;
  return async (socket) => {
    const fixed = typeof body === 'function' ? null : Buffer.from(body);
    const lines = [
      `HTTP/1.1 ${status} Answer`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    if (framing === 'chunked') lines.push('transfer-encoding: chunked');
    else if (framing === 'length' && fixed !== null) lines.push(`content-length: ${fixed.length}`);
    else lines.push('connection: close');
    await write(socket, Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
    const pieces = typeof body === 'function' ? body() : [fixed ?? Buffer.alloc(0)];
    await writeBody(socket, framing === 'chunked' ? toChunks(pieces) : pieces, parts);
    if (ending === 'stall') return;
    if (ending === 'reset') socket.resetAndDestroy();
    else socket.end();
  };
}

async function writeBody(socket: Socket, pieces: Iterable<Uint8Array>, parts: AnswerParts): Promise<void> {
  let left = parts.cutAt ?? Number.POSITIVE_INFINITY;
  for (const piece of pieces) {
    const cut = piece.subarray(0, left);
    left -= cut.length;
    if (parts.dripMs === undefined) {
      await write(socket, cut);
    } else {
      for (const byte of cut) {
        await write(socket, Uint8Array.of(byte));
        await pause(parts.dripMs);
      }
    }
    if (left === 0) return;
  }
}

function* toChunks(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const piece of pieces) {
    if (piece.length > 0)
      yield Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
  }
  yield Buffer.from('0\r\n\r\n');
}

/** Resolves when the bytes are on their way; rejects once the connection is closed. */
async function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
