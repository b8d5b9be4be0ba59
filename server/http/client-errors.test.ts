/** What many connections that end at once cost: ends in each turn of the event loop are counted, on real sockets. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { waitUntil } from '../../test/support/wait-until.ts';
import { answerClientError, timedOut } from './client-errors.ts';

const connections = 250;

test('connections that end at once end a hundred a turn', async (t) => {
  const accepted: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const answers: string[] = [];
  let closed = 0;
  for (let number = 0; number < connections; number += 1) {
    const client = connect(address.port, '127.0.0.1').setEncoding('latin1');
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
