import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { endUntakenAnswers } from './answer-taking.ts';

const leastBytes = (limits.answerLeastBytesPerSecond * limits.answerWindowMs) / 1_000;
const piece = Buffer.alloc(limits.answerPieceBytes, 'x');

/** More than the kernel takes for both ends of a connection. */
const endless: RequestListener = (_request, response) => {
  Readable.from(Array.from({ length: 4_096 }, () => piece)).pipe(response);
};

/** A server whose connections are watched, and clients that read only when a test says so. */
async function startWatched(t: TestContext, handle: RequestListener) {
  let nowMs = 1_000;
  let lookCount = 0;
  const monotonicMs = () => {
    lookCount += 1;
    return nowMs;
  };
  const server = createServer(handle);
  endUntakenAnswers(server, 'connection', { monotonicMs });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { port } = address;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    /** The server's side of a connection on which a request was sent so many times, and the client's. */
    async ask(times = 1) {
      const connected = once(server, 'connection');
      const client = connect(port, '127.0.0.1').on('error', () => {});
      client.pause();
      const [socket] = (await connected) as [Socket];
      client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(times));
      return { socket, client };
    },
    /** Lets a window go by, and waits for a look. */
    async passWindow() {
      nowMs += limits.answerWindowMs;
      const before = lookCount;
      await waitUntil('a look', () => lookCount > before);
    },
  };
}

function takenBy(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}

/** Reads until the kernel has taken enough more of the server's answer. */
async function readEnough({ socket, client }: { socket: Socket; client: Socket }): Promise<void> {
  const before = takenBy(socket);
  client.resume();
  await waitUntil('enough to be taken', () => takenBy(socket) >= before + leastBytes);
  client.pause();
}

test('only a peer that reads nothing is cut', async (t) => {
  const { ask, passWindow } = await startWatched(t, endless);
  const [still, reading] = [await ask(), await ask()];
  for (const { socket } of [still, reading]) {
    await waitUntil('the answer to wait', () => socket.writableLength > 0);
  }
  // The first look begins their windows.
  await passWindow();
  for (let windows = 0; windows < 3; windows += 1) {
    await readEnough(reading);
    await passWindow();
    assert.equal(reading.socket.destroyed, false);
  }
  assert.equal(still.socket.destroyed, true);
});

test('answers to requests sent ahead must be taken, too', async (t) => {
  const { ask, passWindow } = await startWatched(t, (_request, response) => response.end(piece));
  const { socket } = await ask(2_000);
  await waitUntil('answers to wait', () => socket.writableLength > 0);
  await passWindow();
  await passWindow();
  assert.equal(socket.destroyed, true);
});

test('a slow service does not blame its caller', async (t) => {
  const { ask, passWindow } = await startWatched(t, () => {});
  const { socket } = await ask();
  for (let windows = 0; windows < 3; windows += 1) await passWindow();
  assert.equal(socket.destroyed, false);
});
