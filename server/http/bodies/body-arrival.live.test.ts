import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { createArrivalWatch } from './body-arrival.ts';

const leastBytes = (limits.bodyLeastBytesPerSecond * limits.bodyWindowMs) / 1_000;

/** A server whose requests are watched and handed to `handle`, and clients that send bodies as a test says. */
async function startWatched(
  t: TestContext,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const clock = createDrivenClock();
  const watch = createArrivalWatch(clock);
  const server = createServer((request, response) => {
    watch.begin(request, response, limits.requestTimeoutMs);
    handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { port } = address;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  async function send(bodyBytes: number, firstBytes: number) {
    const begun = once(server, 'request');
    const socket = connect(port, '127.0.0.1');
    const client = { socket, answer: '', isClosed: false };
    socket.setEncoding('latin1').on('data', (text) => {
      client.answer += text;
    });
    socket
      .on('error', () => {})
      .on('close', () => {
        client.isClosed = true;
      });
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bodyBytes}\r\n\r\n`);
    const [request] = (await begun) as [IncomingMessage];
    const headBytes = request.socket.bytesRead;
    socket.write('x'.repeat(firstBytes));
    await receivedBy(request.socket, headBytes + firstBytes);
    return { client, request };
  }
  return { clock, send };
}

/** Waits until the server's side of a connection has got so many bytes in all. */
function receivedBy(socket: Socket, bytes: number): Promise<void> {
  return waitUntil('the bytes to arrive', () => socket.bytesRead >= bytes);
}

function drain(request: IncomingMessage): void {
  request.resume().on('error', () => {});
}

test('a stalled body is answered 408 in the one shape', async (t) => {
  const { clock, send } = await startWatched(t, drain);
  const { client } = await send(1_000, 10);
  clock.advanceMs(limits.bodyWindowMs);
  await waitUntil('the connection to close', () => client.isClosed);
  assert.match(client.answer, /^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
});

test('a body that keeps coming is accepted for a while', async (t) => {
  const { clock, send } = await startWatched(t, drain);
  const { client, request } = await send(100 * leastBytes, leastBytes);
  let sent = request.socket.bytesRead;
  for (let elapsedMs = 0; elapsedMs + limits.bodyWindowMs < limits.requestTimeoutMs; ) {
    const slow = await send(1_000, 10);
    clock.advanceMs(limits.bodyWindowMs);
    elapsedMs += limits.bodyWindowMs;
    // By then the timer has looked at both.
    await waitUntil('the slow one to be refused', () => slow.client.isClosed);
    assert.equal(client.isClosed, false, `after ${elapsedMs} ms`);
    client.socket.write('x'.repeat(leastBytes));
    sent += leastBytes;
    await receivedBy(request.socket, sent);
  }
  clock.advanceMs(limits.bodyWindowMs);
  await waitUntil('the end of the longest time', () => client.isClosed);
  assert.match(client.answer, /^HTTP\/1\.1 408 /);
});

test('a slow reader does not blame the body', async (t) => {
  const { clock, send } = await startWatched(t, () => {});
  const unread = await send(1_000, 10);
  await waitUntil('the bytes to wait', () => unread.request.readableLength > 0);
  clock.advanceMs(limits.bodyWindowMs);
  const read = await send(1_000, 10);
  drain(read.request);
  clock.advanceMs(limits.bodyWindowMs);
  await waitUntil('the one that is read to be refused', () => read.client.isClosed);
  assert.equal(unread.client.isClosed, false);
});

test('a body that was answered already is not answered twice', async (t) => {
  const { clock, send } = await startWatched(t, (_request, response) => response.writeHead(200).end('seen'));
  const { client } = await send(1_000, 10);
  await waitUntil('the answer', () => client.answer.includes('seen'));
  clock.advanceMs(limits.bodyWindowMs);
  await waitUntil('the socket to be gone', () => client.isClosed);
  assert.doesNotMatch(client.answer, /408/);
});
