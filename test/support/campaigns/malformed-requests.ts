/**
 * Doors of a running service: every route with hostile paths, queries, headers and bodies, and sockets with bytes that are hardly
 * HTTP. No answer may be a failure of the service, but for a declared 503. A socket has 5,000 ms. It never logs the sender out or
 * takes its rights, so that later requests still arrive.
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { pick, type Random } from '../../../bench/random.ts';
import { expectErrorShape } from '../expect-error.ts';
import { sendRaw } from '../raw-request.ts';
import type { Answer } from '../start-test-service.ts';
import { hostileJson, hostileText, hostileValue, mutate, nearlyValid } from './malformed-text.ts';
import type { Route } from './routes.ts';

/** The sender of requests: keys and a session of its own, and ids that exist. */
export interface Sender {
  readonly origin: string;
  readonly secretKey: string;
  readonly storefrontKey: string;
  readonly cookie: string;
  readonly csrfToken: string;
  readonly storeId: string;
  readonly ids: readonly string[];
}

/** Calls that would end the sender's own session, or take its rights away. */
const selfHarm =
  /^(?:DELETE \/dashboard\/api\/session|PATCH \/dashboard\/api\/account|(?:PATCH|DELETE) .*\/members\/)/;

/** Sends one request to the route and holds its answer against the rule. Gives its status. */
export async function sendMalformed(
  sender: Sender,
  { method, path, body }: Route,
  bodies: readonly unknown[],
  random: Random,
): Promise<number> {
  const target = path.replace(/:store_id/, () => (random() < 0.9 ? sender.storeId : segment(sender, random)));
  const filled = target.replace(/:\w+|\*/g, () => segment(sender, random));
  const search = random() < 0.5 ? '' : `?${queryOf(random)}`;
  const isDashboard = path.startsWith('/dashboard/');
  const takesBody = method !== 'GET' && method !== 'DELETE' ? random() < 0.95 : random() < 0.05;
  const answer = await sendRaw(sender.origin, {
    method,
    path: `${filled}${search}`,
    headers: headersOf(sender, isDashboard && !selfHarm.test(`${method} ${path}`), random),
    body: takesBody ? bodyOf(body ?? pick(bodies, random), random) : null,
  });
  expectBearable(answer, `${method} ${filled}${search}`);
  return answer.status;
}

/** Fails where the service failed: by another status than 503, or by a 503 without its code. */
export function expectBearable(answer: Answer, what: string): void {
  const { status, text } = answer;
  assert.ok(status < 500 || status === 503, `${what}: ${status} ${text}`);
  if (status === 503) assert.match(expectErrorShape(answer).code, /unavailable/, what);
}

function segment({ ids }: Sender, random: Random): string {
  if (random() < 0.5) return encodeURIComponent(pick(ids, random));
  const text = hostileText(random).slice(0, 300).toWellFormed();
  return random() < 0.9 ? encodeURIComponent(text) : asciiOf(text);
}

/** Replaces what Node's client does not take in a path. */
function asciiOf(text: string): string {
  return text.replace(/[^!-~]/g, '%');
}

const names = [
  'q',
  'limit',
  'cursor',
  'key',
  'explain',
  'from',
  'to',
  'format',
  'status',
  'dry_run',
  'mode',
  'sort',
  'period',
];

function queryOf(random: Random): string {
  const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const value = hostileText(random).slice(0, 400).toWellFormed();
    const name = random() < 0.9 ? pick(names, random) : hostileText(random).toWellFormed();
    return `${encodeURIComponent(name)}=${random() < 0.9 ? encodeURIComponent(value) : asciiOf(value)}`;
  });
  return parts.join(random() < 0.95 ? '&' : ';');
}

const types = [
  'application/json',
  'text/plain',
  'application/x-ndjson',
  'multipart/form-data; boundary=b',
  ';',
  'text/csv',
];

function headersOf(sender: Sender, hasSession: boolean, random: Random): Record<string, string> {
  const key = random() < 0.85 ? sender.secretKey : random() < 0.5 ? sender.storefrontKey : latinOf(random);
  const headers: Record<string, string> = {
    'x-api-key': key,
    'content-type': random() < 0.85 ? 'application/json' : pick(types, random),
  };
  if (hasSession && random() < 0.95) {
    headers.cookie = sender.cookie;
    headers['x-csrf-token'] = random() < 0.95 ? sender.csrfToken : latinOf(random);
  }
  const further: readonly (readonly [string, string])[] = [
    ['content-encoding', pick(['gzip', 'br', 'zstd', 'x'], random)],
    ['idempotency-key', latinOf(random)],
    ['origin', latinOf(random)],
    ['accept', latinOf(random)],
    ['accept-encoding', latinOf(random)],
    ['if-none-match', latinOf(random)],
    ['range', 'bytes=9-1'],
    ['authorization', latinOf(random)],
    ['x-forwarded-for', latinOf(random)],
    ['expect', '100-continue'],
  ];
  if (random() < 0.2) {
    const [name, value] = pick(further, random);
    headers[name] = value;
  }
  return headers;
}

/** Returns hostile text that a header may hold at all; other bytes are for sockets. */
function latinOf(random: Random): string {
  return hostileText(random)
    .slice(0, 300)
    .replace(/[^ -~\u0080-\u00ff]/g, '?');
}

function bodyOf(schema: unknown, random: Random): string | Buffer {
  const value = random() < 0.9 ? nearlyValid(schema, { random }) : hostileValue(random);
  const text = hostileJson(value, random);
  return random() < 0.6 ? text : mutate(Buffer.from(text), random);
}

const heads: readonly string[] = [
  'GET /api/v1/autocomplete?q=lamp HTTP/1.1\r\nHost: x\r\nX-API-Key: KEY\r\n\r\n',
  'POST /api/v1/product-imports HTTP/1.1\r\nHost: x\r\nX-API-Key: KEY\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"products":[]}',
  'POST /api/v1/events HTTP/1.1\r\nHost: x\r\nX-API-Key: KEY\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n',
  'PUT /api/v1/products/a HTTP/1.1\r\nHost: x\r\nX-API-Key: KEY\r\nContent-Length: 2\r\n\r\n{}GET /livez HTTP/1.1\r\nHost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /dashboard/api/session HTTP/1.1\r\nHost: x\r\nCookie: ft_session=abc\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
];
/** A socket that is neither answered nor closed by then is left: incomplete requests wait for their time-out. */
const socketLimitMs = 5_000;

/** Sends bytes to the socket, and holds every status line that comes back against the rule. Gives whether it was closed. */
export function sendToSocket({ origin, secretKey }: Sender, random: Random): Promise<boolean> {
  const bytes = mutate(Buffer.from(pick(heads, random).replace('KEY', secretKey)), random);
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      socket.destroy();
    }, socketLimitMs);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    // A reset is an answer too.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      const bad = text.match(/HTTP\/1\.1 5\d\d[^\r]*/g)?.filter((line) => !line.startsWith('HTTP/1.1 503'));
      if (bad && bad.length > 0)
        reject(new Error(`${bad[0]} for ${JSON.stringify(bytes.toString('latin1'))}`));
      else resolve(!isLate);
    });
    socket.end(bytes);
  });
}
