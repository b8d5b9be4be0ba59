/** The cost of many connections that end at once: ends in each turn of the event loop are counted, on real sockets. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { waitUntil } from '../../test/support/wait-until.ts';
import { answerClientError, timedOut } from './client-errors.ts';

const connections = 250;

/** A server that keeps its half of connections open, as that of HTTP does. */
async function listen(t: TestContext) {
  const accepted: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => accepted.push(socket));
  server.listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { accepted, port: address.port };
}

test('connections that end at once end a hundred a turn', async (t) => {
  const { accepted, port } = await listen(t);
  const answers: string[] = [];
  let closed = 0;
  for (let number = 0; number < connections; number += 1) {
    const client = connect(port, '127.0.0.1').setEncoding('latin1');
    client.on('data', (text: string) => answers.push(text)).on('error', () => {});
    client.on('close', () => {
      closed += 1;
    });
  }
  await waitUntil('all connections', () => accepted.length === connections);
  const endedCount = () =>
    accepted.filter(({ writableEnded, destroyed }) => writableEnded || destroyed).length;
  for (const socket of accepted) answerClientError({ code: timedOut }, socket);
  let before = 0;
  while (before < connections) {
    const ended = endedCount();
    assert.ok(ended - before <= 100, `${ended - before} ends in one turn`);
    before = ended;
    await nextTurn();
  }
  for (const socket of accepted) socket.destroySoon();
  await waitUntil('the end of all connections', () => closed === connections);
  assert.equal(answers.length, 100);
  for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 408 /);
});

test('a refused caller who never hangs up is closed', async (t) => {
  const { accepted, port } = await listen(t);
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const closed = once(client, 'close');
  client.on('error', () => {});
  await waitUntil('the connection', () => accepted.length === 1);
  const [socket] = accepted;
  assert.ok(socket !== undefined);
  answerClientError({ code: timedOut }, socket);
  const [answer] = await once(client, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 408 /);
  // It goes on sending, so no time without activity ends it.
  const sending = setInterval(() => client.write('x'), 100);
  t.after(() => clearInterval(sending));
  await waitUntil('the end of the connection', () => socket.destroyed);
  client.destroy();
  await closed;
});
