/** What Node's parser still does with a read that was given up, on real sockets. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { dropBody } from './parser-stop.ts';
import { isTooFarAhead } from './requests-ahead.ts';

/** A connection to a server of its own. */
async function open(t: TestContext, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return connect(address.port, '127.0.0.1').setEncoding('latin1');
}

/** Sends bytes in one write; resolves with what came back when the server has closed the connection. */
async function send(t: TestContext, listener: RequestListener, bytes: string): Promise<string> {
  const socket = await open(t, listener);
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
  let begunCount = 0;
  const listener: RequestListener = (request, response) => {
    if (isTooFarAhead(request, response)) return;
    begunCount += 1;
    setImmediate(() => response.end());
  };
  await send(t, listener, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000));
  // The first one waits for none.
  assert.equal(begunCount, 1 + limits.requestsAheadMax);
});

test('few requests sent ahead are answered in order', async (t) => {
  let count = 0;
  const listener: RequestListener = (request, response) => {
    if (isTooFarAhead(request, response)) return;
    count += 1;
    const number = count;
    setImmediate(() => response.end(`<${number}>`));
  };
  const socket = await open(t, listener);
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

test('the rest of a body that is dropped is not read', async (t) => {
  let pieceCount = 0;
  const listener: RequestListener = (request, response) => {
    request.on('data', () => {
      pieceCount += 1;
      if (pieceCount !== 10) return;
      dropBody(request.socket);
      response.writeHead(400, { connection: 'close' }).end('refused');
    });
  };
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  const answer = await send(t, listener, `${head}${'1\r\na\r\n'.repeat(5_000)}0\r\n\r\n`);
  assert.equal(pieceCount, 10);
  assert.match(answer, /^HTTP\/1\.1 400 .*refused/s);
});
