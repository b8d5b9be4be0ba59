/**
 * Asks a server over one connection for one answer after the other, with as little work of its own as can be. It never asks ahead and
 * repeats nothing. An answer without `content-length`, a closed connection or an error of the socket rejects; there is no time limit,
 * sizes are bytes.
 */
// Tests: none; `npm run bench` runs it.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An answer as it came. */
export interface HttpAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
}

export interface HttpConnection {
  /** Rejects where the server closes the connection instead. */
  get(path: string): Promise<HttpAnswer>;
  close(): void;
}

/** A connection to a server of answers with a `content-length`; it is opened when it is needed, and again where it was closed. */
export function createHttpConnection(
  origin: string,
  headers: Readonly<Record<string, string>>,
): HttpConnection {
  const { hostname, port, host } = new URL(origin);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  let socket: Socket | null = null;
  let waiting: PromiseWithResolvers<HttpAnswer> | null = null;
  let received: Buffer = Buffer.alloc(0);

  function take(chunk: Buffer): void {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = readAnswer(received);
    if (answer === null) return;
    received = Buffer.alloc(0);
    waiting?.resolve(answer);
    waiting = null;
  }

  async function open(): Promise<Socket> {
    const opened = connect({ host: hostname, port: Number(port), noDelay: true });
    opened.on('data', take);
    opened.on('error', (error) => waiting?.reject(error));
    opened.on('close', () => {
      if (socket === opened) socket = null;
      waiting?.reject(new Error('the server closed the connection'));
    });
    await once(opened, 'connect');
    return opened;
  }

  return {
    async get(path) {
      socket ??= await open();
      waiting = Promise.withResolvers<HttpAnswer>();
      const { promise } = waiting;
      socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
      return promise;
    },
    close() {
      socket?.destroy();
    },
  };
}

/** Null while it is not whole. */
function readAnswer(received: Buffer): HttpAnswer | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = received.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`an answer without its length: ${head}`);
  const start = end + 4;
  if (received.length < start + length) return null;
  return {
    status: Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)),
    head,
    body: received.subarray(start, start + length),
  };
}
