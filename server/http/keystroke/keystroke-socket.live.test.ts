/**
 * Goal: who sends bytes to a server cannot see whether a keystroke was read before Node's parser or by it.
 * Method: the same bytes, in the same pieces, go to a server with both and to one with Node's parser alone. Whatever is
 * read of a request is in its answer.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import { caseCount } from '../../../test/support/case-count.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { answerClientError } from '../client-errors.ts';
import { createHttpServer } from '../server.ts';
import { type FastPath, inFrontOf } from './keystroke.ts';
import { readPlainRequest } from './keystroke-socket.ts';

const path = '/api/v1/autocomplete';
const keystroke = `GET ${path}?q=a HTTP/1.1\r\nHost: a\r\nX-Api-Key: k\r\n\r\n`;

const fastPath: FastPath = {
  take({ method, url, rawHeaders }, send) {
    if (method !== 'GET' || url?.startsWith(path) !== true || url.includes('long')) return false;
    const body = JSON.stringify([url, rawHeaders]);
    send(['x-request-id', '1', 'content-length', String(body.length)], body);
    return true;
  },
  headers: ['vary', 'Origin'],
};

const others: RequestListener = (request, response) => {
  const { method, url, rawHeaders } = request;
  let body = '';
  request.setEncoding('latin1').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => response.end(JSON.stringify(['other', method, url, rawHeaders, body])));
};

const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  // As the framework does.
  server.on('clientError', answerClientError);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

function createBoth(): Server {
  return createHttpServer({ tls: null }, createDrivenClock(), { guard() {} }, { fastPath, listener: others });
}

/** Sends the pieces, then ends; gives all that came back, without times and ids. */
async function talk(port: number, pieces: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
  let answer = '';
  socket.on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    // So that it comes as a piece, mostly.
    for (let count = 0; count < 3; count += 1) await turn();
  }
  socket.end();
  await closed;
  return answer.replace(/Date: [^\r]+\r\n|req_[-0-9a-f]+/g, '');
}

const plainHeader = fc.constantFrom(
  ...['Host: a', 'X-Api-Key: k', 'Origin: https://a.example', 'Accept: */*', 'Connection: keep-alive'],
  ...['User-Agent:  x y ', 'X-Empty:', 'X-Forwarded-For: 10.0.0.1', 'Accept-Language: de;q=0.9, *;q=0.1'],
);
const oddHeader = fc.constantFrom(
  ...['Host: b', 'Connection: close', 'Connection: upgrade', 'Content-Length: 3', 'Content-Length: 0'],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding : chunked', 'Upgrade: x', 'Expect: 100-continue'],
  ...[
    'X-Text: \xe4',
    'X-Text: a\x00b',
    'X\tY: 1',
    ' folded',
    'No colon',
    'X-Bare: a\rb',
    'X-Line: a\nb',
    ': none',
  ],
  ...['Proxy-Connection: close', 'Keep-Alive: 5', 'Trailer: x', 'TE: trailers', 'content-length: 3'],
);
const target = fc.constantFrom(
  ...[path, `${path}?q=b%20c&limit=3`, `${path}?q=long`, `${path}x`, '/', `${path}?q=\xe4`, `${path}#a`],
  ...[`http://a${path}`, `${path}?q={}`, `${path} ?q=a`, ''],
);
const plainRequest = fc
  .array(
    plainHeader.filter((header) => !header.startsWith('Host')),
    { maxLength: 4 },
  )
  .map((headers) => [`GET ${path}?q=a HTTP/1.1`, 'Host: a', ...headers, '\r\n'].join('\r\n'));
const anyRequest = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'POST', 'HEAD', 'get', 'OPTIONS'),
    target: fc.oneof({ weight: 3, arbitrary: fc.constant(`${path}?q=a`) }, target),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'http/1.1'),
    headers: fc.array(fc.oneof({ weight: 4, arbitrary: plainHeader }, oddHeader), { maxLength: 4 }),
    hasHost: fc.integer({ min: 0, max: 9 }).map((number) => number > 0),
    end: fc.constantFrom(...['\r\n', '\r\n', '\r\n', '\r\n'], '\n', '\r', '\r\nabc', '\r\n\r\n', ''),
  })
  .map(({ method, target: url, version, headers, hasHost, end }) => {
    const lines = [`${method} ${url} ${version}`, ...(hasHost ? ['Host: a'] : []), ...headers];
    return `${lines.join('\r\n')}\r\n${end}`;
  });
const request = fc.oneof(plainRequest, anyRequest);
const pieces = fc
  .record({
    requests: fc.array(request, { minLength: 1, maxLength: 4 }),
    cut: fc.nat(400),
    isCut: fc.boolean(),
  })
  .map(({ requests, cut, isCut }) => {
    const all = requests.join('');
    return isCut ? [all.slice(0, cut), all.slice(cut)].filter((text) => text !== '') : requests;
  });

test('any bytes are answered as by the parser alone', async () => {
  const both = await listen(createBoth());
  const plain = createHttpServer(
    { tls: null },
    createDrivenClock(),
    { guard() {} },
    {
      fastPath: { ...fastPath, take: () => false },
      listener: inFrontOf(fastPath, others),
    },
  );
  const alone = await listen(plain);
  await fc.assert(
    fc.asyncProperty(pieces, async (sent) => {
      const [first, second] = await Promise.all([talk(both, sent), talk(alone, sent)]);
      assert.equal(first, second);
    }),
    { numRuns: caseCount(400) },
  );
});

test('only a whole plain keystroke is read', () => {
  const read = (text: string) => readPlainRequest(Buffer.from(text, 'latin1'));
  assert.deepEqual(read(keystroke), {
    method: 'GET',
    url: `${path}?q=a`,
    rawHeaders: ['Host', 'a', 'X-Api-Key', 'k'],
  });
  const withHeader = (line: string) => keystroke.replace('\r\n\r\n', `\r\n${line}\r\n\r\n`);
  for (const text of [
    ...[keystroke + keystroke, `${keystroke}x`, keystroke.slice(0, -1), keystroke.slice(1), ''],
    ...['Content-Length: 0', 'Transfer-Encoding: chunked', 'Connection: close', 'Host: b', 'Expect: x'].map(
      withHeader,
    ),
    ...['Upgrade: h2c', 'Authorization: Bearer k', `X: ${'a'.repeat(5_000)}`, ' a: b', 'a : b'].map(
      withHeader,
    ),
    ...[
      keystroke.replace('GET', 'POST'),
      keystroke.replace('1.1', '1.0'),
      keystroke.replace('Host: a\r\n', ''),
    ],
    ...[
      keystroke.replaceAll('\r\n', '\n'),
      keystroke.replace('q=a', 'q=\xe4'),
      keystroke.replace('?q=a', '#a'),
    ],
  ])
    assert.equal(read(text), null, JSON.stringify(text));
});

test('connections between two keystrokes end with the server', async () => {
  for (const method of ['closeIdleConnections', 'closeAllConnections'] as const) {
    const server = createBoth();
    const port = await listen(server);
    const socket = connect(port, '127.0.0.1');
    socket.write(keystroke);
    await once(socket, 'data');
    server[method]();
    await once(socket, 'close');
  }
});

test('a connection that sends nothing has its time', async () => {
  const server = createBoth();
  const found: Socket[] = [];
  server.on('connection', (socket: Socket) => found.push(socket));
  const port = await listen(server);
  const socket = connect(port, '127.0.0.1');
  await waitUntil('the connection', () => found.length === 1);
  assert.equal(found[0]?.timeout, limits.headerTimeoutMs);
  socket.write(keystroke);
  await once(socket, 'data');
  assert.equal(found[0]?.timeout, limits.keepAliveMs + 1_000);
  // From now on Node's time-outs count.
  socket.write(keystroke.slice(0, 20));
  await waitUntil('the parser', () => found[0]?.timeout === 0 || found[0]?.timeout === undefined);
  socket.destroy();
});
