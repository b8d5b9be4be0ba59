/**
 * Answers keystrokes in front of Node's HTTP parser, whose objects for a request and its answer cost more than everything else
 * that a cached keystroke does. A socket is read here as long as each piece is one whole keystroke of the plainest form; the
 * first piece of any other form goes to Node's server with all its bytes, and so does everything after it (documented: the event
 * `connection` of `node:http`). So nothing is decided here about any other request, and no byte is read twice or in two ways.
 *
 * The form is stricter than RFC 9112: `GET`, the path of the keystroke, printable ASCII, one `Host`, and no header that
 * announces a body, another protocol, or the end of the connection.
 *
 * A request of more than 4,096 bytes goes to Node's server. Connections are kept for 72 s between keystrokes. A piece that is not
 * plain is never an error here.
 */
// Tests: ./keystroke-socket.live.test.ts.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../../contract/limits.ts';
import { type Clock, httpDate } from '../../clock.ts';
import type { FastPath, PlainRequest, SendAnswer } from './keystroke.ts';

/** The form of one whole request: characters as RFC 3986 and RFC 9110 allow them, none of them optional. */
const plainForm =
  /^GET (\/api\/v1\/autocomplete[!$%&'()*+,\-./0-9:;=?@A-Z_a-z~]*) HTTP\/1\.1\r\n((?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e]*\r\n)+)\r\n$/;

/** Bytes of a request beyond which Node's server takes it, which has limits. Chosen: a browser's has about 600. */
const longestBytes = 4_096;

/** Milliseconds that a connection is kept beyond the announced time, as Node does. */
const keepAliveSlackMs = 1_000;

/** A request with one of these headers does not have the form. `connection` may be `keep-alive`. */
const otherHeaders = new Set([
  ...['content-length', 'transfer-encoding', 'trailer', 'te', 'upgrade', 'expect', 'http2-settings'],
  ...['proxy-connection', 'authorization'],
]);

/** The request that the bytes are, or null where they are anything but one whole plain keystroke. */
export function readPlainRequest(bytes: Buffer): Pick<PlainRequest, 'method' | 'url' | 'rawHeaders'> | null {
  if (bytes.length > longestBytes) return null;
  const [, url, lines] = plainForm.exec(bytes.toString('latin1')) ?? [];
  if (url === undefined || lines === undefined) return null;
  const rawHeaders: string[] = [];
  let hostCount = 0;
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf('\r\n', start);
    const colon = lines.indexOf(':', start);
    const name = lines.slice(start, colon);
    const value = lines.slice(colon + 1, end).trim();
    const known = name.toLowerCase();
    if (known === 'host') hostCount += 1;
    if (otherHeaders.has(known)) return null;
    if (known === 'connection' && value.toLowerCase() !== 'keep-alive') return null;
    rawHeaders.push(name, value);
    start = end + 2;
  }
  return hostCount === 1 ? { method: 'GET', url, rawHeaders } : null;
}

/**
 * Makes `fastPath` answer what it can before `server` sees the socket. Must be called before anything else listens for
 * connections.
 */
export function answerBeforeParser(
  server: Server,
  clock: Pick<Clock, 'nowMicros'>,
  fastPath: FastPath,
): void {
  const parsers = server.listeners('connection');
  const dateLine = createDateLine(clock);
  const fixed = `${linesOf(fastPath.headers)}Connection: keep-alive\r\nKeep-Alive: timeout=${limits.keepAliveMs / 1_000}\r\n\r\n`;
  /** The sockets that are read here. */
  const sockets = new Set<Socket>();
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    function read(bytes: Buffer): void {
      const request = readPlainRequest(bytes);
      if (request === null || !fastPath.take({ ...request, socket }, send)) handOver(bytes);
    }
    const send: SendAnswer = (headers, body) => {
      socket.write(`HTTP/1.1 200 OK\r\n${linesOf(headers)}${dateLine()}${fixed}${body}`, 'latin1');
      if (socket.timeout !== limits.keepAliveMs + keepAliveSlackMs) {
        socket.setTimeout(limits.keepAliveMs + keepAliveSlackMs);
      }
    };
    const end = () => socket.end();
    const destroy = () => socket.destroy();
    const forget = () => sockets.delete(socket);
    const handOver = (bytes: Buffer) => {
      forget();
      socket.off('data', read).off('end', end).off('timeout', destroy).off('error', destroy);
      socket.off('close', forget).setTimeout(0);
      for (const parse of parsers) parse.call(server, socket);
      socket.emit('data', bytes);
    };
    sockets.add(socket);
    socket.setTimeout(limits.headerTimeoutMs);
    socket.on('data', read).on('end', end).on('timeout', destroy).on('error', destroy).on('close', forget);
  });
  endWith(server, sockets);
}

function linesOf(headers: readonly string[]): string {
  let lines = '';
  for (let place = 0; place < headers.length; place += 2)
    lines += `${headers[place]}: ${headers[place + 1]}\r\n`;
  return lines;
}

/** Node ends connections that it parses; these are as idle as those between two requests. */
function endWith(server: Server, sockets: ReadonlySet<Socket>): void {
  for (const method of ['closeIdleConnections', 'closeAllConnections'] as const) {
    const close = server[method].bind(server);
    server[method] = () => {
      for (const socket of sockets) socket.destroy();
      close();
    };
  }
}

/** The header `Date`, made once a second. */
function createDateLine({ nowMicros }: Pick<Clock, 'nowMicros'>): () => string {
  let [second, line] = [-1, ''];
  return () => {
    const now = Math.floor(nowMicros() / 1_000_000);
    if (now !== second) [second, line] = [now, `Date: ${httpDate(now)}\r\n`];
    return line;
  };
}
