/** The behaviour of Node's parser after a read was given up, on real sockets. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { isTooFarAhead } from '../admission/requests-ahead.ts';
import { watchPieces } from './parser-stop.ts';

async function serve(t: TestContext, listener: RequestListener): Promise<{ port: number }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address;
}

/** Sends bytes in one write; resolves with what came back when the server has closed the connection. */
async function send(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let answer = '';
  socket.on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

test('requests sent far ahead end the connection at once', async (t) => {
  let [parsedCount, begunCount] = [0, 0];
  const listener: RequestListener = (request, response) => {
    parsedCount += 1;
    if (isTooFarAhead(request, response)) return;
    begunCount += 1;
    setImmediate(() => response.end());
  };
  const { port } = await serve(t, listener);
  await send(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000));
  // The first one waits for none, and the last one is refused.
  assert.deepEqual([parsedCount, begunCount], [2 + limits.requestsAheadMax, 1 + limits.requestsAheadMax]);
});

test('few requests sent ahead are answered in order', async (t) => {
  let count = 0;
  const listener: RequestListener = (request, response) => {
    if (isTooFarAhead(request, response)) return;
    count += 1;
    const number = count;
    setImmediate(() => response.end(`<${number}>`));
  };
  const { port } = await serve(t, listener);
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let answers: string[] = [];
  socket.on('data', (text: string) => {
    answers = [...answers, ...(text.match(/<\d+>/g) ?? [])];
  });
  for (let round = 1; round <= 3; round += 1) {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(limits.requestsAheadMax));
    const wanted = round * limits.requestsAheadMax;
    await waitUntil('the answers', () => answers.length === wanted);
  }
  assert.deepEqual(
    answers,
    Array.from({ length: answers.length }, (_, index) => `<${index + 1}>`),
  );
  socket.destroy();
});

test('the rest of an unwanted body is not read', async (t) => {
  const counts: number[] = [];
  const listener: RequestListener = (request, response) => {
    if (request.url === '/whole') {
      request.on('data', () => {}).on('end', () => response.end(`${counts.length}`));
      return;
    }
    let [asked, read] = [0, 0];
    watchPieces(request.socket, () => {
      asked += 1;
      if (asked < 10) return true;
      counts.push(asked, read);
      setImmediate(() => response.writeHead(400, { connection: 'close' }).end('refused'));
      return false;
    });
    request.on('data', () => {
      read += 1;
    });
  };
  const { port } = await serve(t, listener);
  const pieces = (count: number) => `${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`;
  const post = (path: string, count: number) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${pieces(count)}`;
  for (let round = 1; round <= 3; round += 1) {
    assert.match(await send(port, post('/', 5_000)), /^HTTP\/1\.1 400 .*refused/s);
  }
  assert.deepEqual(counts, [10, 9, 10, 9, 10, 9]);
  // Its parser has served one of those before.
  assert.match(await send(port, post('/whole', 20).replace('Host: a', 'Host: a\r\nConnection: close')), /6/);
});
