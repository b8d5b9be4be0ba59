/** Requests of a burst on real sockets: how many begin in a turn of the event loop, and who is next. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import { createLines, inTurns } from './request-turns.ts';

/** A server whose turns the test gives. By default each caller has a line of its own. */
async function openServer(t: TestContext, lineOf = (caller: string) => caller) {
  const waiting: (() => void)[] = [];
  const begun: string[] = [];
  let openCount = 0;
  let arrivedCount = 0;
  const route = inTurns(
    ({ headers }, response) => {
      begun.push(String(headers['x-api-key']));
      response.end();
    },
    (turn) => waiting.push(turn),
    lineOf,
  );
  const server = createServer((request, response) => {
    arrivedCount += 1;
    route(request, response);
  });
  server.on('connection', (socket) => {
    openCount += 1;
    socket.once('close', () => {
      openCount -= 1;
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    begun,
    /** Connections that send as many requests each; resolves once all of them came. */
    async send(key: string, connectionCount: number, requestCount: number): Promise<Socket[]> {
      const expected = arrivedCount + connectionCount * requestCount;
      const text = `GET / HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`.repeat(requestCount);
      const sockets = Array.from({ length: connectionCount }, () => {
        const socket = connect(port, '127.0.0.1');
        socket.resume().write(text);
        return socket;
      });
      while (arrivedCount < expected) await nextTurn();
      return sockets;
    },
    async hangUp(sockets: readonly Socket[]): Promise<void> {
      for (const socket of sockets) socket.destroy();
      while (openCount > 0) await nextTurn();
    },
    /** Runs the next turn; returns the requests that begin in it. */
    turn(): string[] {
      const from = begun.length;
      waiting.shift()?.();
      return begun.slice(from);
    },
  };
}

test('a turn begins few of the requests of a burst', async (t) => {
  const { begun, send, turn } = await openServer(t);
  await send('a', 10, 6);
  assert.equal(begun.length, limits.requestsPerTurn);
  await send('b', 1, 1);
  assert.equal(begun.length, limits.requestsPerTurn, 'a later request waits too');
  const next = turn();
  assert.equal(next.length, limits.requestsPerTurn);
  assert.equal(next[0], 'b', 'the caller with the fewest requests begun is next');
  while (turn().length > 0);
  assert.equal(begun.length, 61);
});

test('requests of callers who hung up do not start', async (t) => {
  const { begun, send, hangUp, turn } = await openServer(t);
  await hangUp(await send('a', 10, 6));
  assert.equal(begun.length, limits.requestsPerTurn);
  assert.deepEqual(turn(), []);
});

test('invented keys do not delay a known caller', async (t) => {
  const { begun, send, turn } = await openServer(t, createLines());
  let invented = 0;
  const flood = async () => {
    for (let count = 0; count < limits.requestsPerTurn; count += 1) {
      invented += 1;
      await send(`invented ${invented}`, 1, 1);
    }
  };
  await send('known', 1, 1);
  for (let round = 0; round < 6; round += 1) await flood();
  await send('known', 1, 1);
  const calls = () => begun.filter((key) => key === 'known').length;
  let turns = 0;
  for (; calls() < 2 && turns < 60; turns += 1) {
    await flood();
    turn();
  }
  assert.equal(calls(), 2, `waited for ${turns} turns`);
});

test('callers share few lines, and keep theirs', () => {
  const lineOf = createLines();
  const lines = new Set(Array.from({ length: 5_000 }, (_, number) => lineOf(`key ${number}`)));
  assert.equal(lines.size, 256);
  assert.equal(lineOf('key 1'), lineOf('key 1'));
});
