/** What the socket side of the application lets through of one read, on real sockets. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { converse } from '../../test/support/raw-socket.ts';
import { createHttpServer } from './server.ts';

async function serve(t: TestContext) {
  const server = createHttpServer(
    { tls: null },
    createDrivenClock(),
    { guard() {} },
    {
      fastPath: { take: () => false, headers: [] },
      listener: (_request, response) => response.end('answered'),
    },
  );
  server.listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { server, origin: `http://127.0.0.1:${address.port}` };
}

test('requests that expect too much are bounded like others', async (t) => {
  const { server, origin } = await serve(t);
  let count = 0;
  server.on('checkExpectation', () => {
    count += 1;
  });
  const answers = await converse(origin, 'GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n'.repeat(1_000));
  assert.match(answers, /^HTTP\/1\.1 417 .* takes 100-continue/s);
  assert.ok(count <= 10, `${count} requests`);
});

test('tiny pieces that nothing reads end the connection', async (t) => {
  const { origin } = await serve(t);
  const body = `${'1\r\na\r\n'.repeat(1_000)}0\r\n\r\n`;
  const first = `GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;
  const second = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const answers = await converse(origin, `${first}${second}`);
  assert.equal(answers.split('answered').length - 1, 1);
});
