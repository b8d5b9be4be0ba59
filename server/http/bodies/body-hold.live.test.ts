/** How long bodies count, by the numbers that bound them: real sockets, and a route that ends when a test says. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { type Counters, createCounters } from '../../threads/fairness/counters.ts';
import { disconnectSignal } from '../answers/disconnect-signal.ts';
import { acceptBodies } from './body.ts';
import { bodyPools, createHeldMemory } from './held-memory.ts';

/** An application with one route, which says that it works and ends its work when it is let. Callers are strangers, or a store. */
async function startWorking(t: TestContext, { storeId = null }: { storeId?: string | null } = {}) {
  const held = createCounters();
  const app = Fastify();
  for (const name of ['grant', 'member', 'signedIn']) app.decorateRequest(name, null);
  acceptBodies(app, createHeldMemory(bodyPools, held));
  const work = Promise.withResolvers<void>();
  const seen = { begun: 0, hungUp: 0, ended: 0 };
  app.addHook('onRequest', async (request, reply) => {
    if (storeId !== null) Object.assign(request, { grant: { kind: 'secret', storeId } });
    reply.raw.once('close', () => {
      seen.hungUp += 1;
    });
  });
  app.post('/', { bodyLimit: limits.bodyMaxBytes }, async (_request, reply) => {
    seen.begun += 1;
    assert.equal(disconnectSignal(reply).aborted, false);
    await work.promise;
    seen.ended += 1;
    return {};
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const sockets: Socket[] = [];
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  function send(body: Uint8Array, encoding = 'identity') {
    const socket = announce(body.byteLength, encoding);
    socket.write(body);
    return socket;
  }
  function announce(bytes: number, encoding = 'identity') {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    const head = `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-encoding: ${encoding}\r\n`;
    socket.write(`${head}content-length: ${bytes}\r\n\r\n`);
    return socket;
  }
  return { send, announce, seen, held: () => heldBytes(held), endWork: work.resolve };
}

/** Bytes that all callers hold. */
function heldBytes(numbers: Counters): number {
  const pools = [bodyPools.first, bodyPools.rest, bodyPools.ofStrangers];
  return pools.reduce((sum, { name }) => sum + numbers.add(name, 0, 0, Number.POSITIVE_INFINITY), 0);
}

test('a body counts until the work with it is done', async (t) => {
  const { send, seen, held, endWork } = await startWorking(t);
  const bytes = 100_000;
  const caller = send(new Uint8Array(bytes).fill(32));
  await waitUntil('the work to begin', () => seen.begun === 1);
  caller.destroy();
  await waitUntil('the caller to be gone', () => seen.hungUp === 1);
  assert.equal(held(), bytes);
  endWork();
  await waitUntil('the work to end', () => seen.ended === 1);
  await waitUntil('the body to be let go of', () => held() === 0);
});

test('a body counts until its answer is taken', async (t) => {
  const { send, seen, held, endWork } = await startWorking(t);
  endWork();
  const caller = send(new Uint8Array(10).fill(32));
  await waitUntil('the answer', () => seen.hungUp === 1);
  assert.deepEqual([seen.ended, held()], [1, 0]);
  caller.destroy();
});

test('unpacked bodies of callers who left are released', async (t) => {
  const { send, seen, held, endWork } = await startWorking(t);
  endWork();
  // Small enough to be read at once, and a thousand times as large when it is unpacked.
  const bytes = Math.floor(limits.strangersBodiesHeldMaxBytes / 32);
  const packed = gzipSync(new Uint8Array(bytes).fill(32));
  const callers = Array.from({ length: 8 }, () => send(packed, 'gzip'));
  await waitUntil('bodies to be unpacked', () => held() > 0 || seen.hungUp > 0);
  for (const caller of callers) caller.destroy();
  await waitUntil('the callers to be gone', () => seen.hungUp === callers.length);
  await waitUntil('all of it to be let go of', () => held() === 0);
});

test('a body without room in its store is refused unread', async (t) => {
  const { announce, send, seen, held, endWork } = await startWorking(t, { storeId: 'shop' });
  // Half of the memory for large bodies, and what bodies hold of that for small ones.
  const announcedBytes = 2 * limits.bodyMaxBytes;
  announce(limits.bodyMaxBytes);
  announce(limits.bodyMaxBytes);
  await waitUntil('what is announced to be held', () => held() === announcedBytes);
  const refused = announce(limits.bodyMaxBytes);
  const [answer] = (await once(refused, 'data', { signal: AbortSignal.timeout(20_000) })) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 503 [\s\S]*connection: close/);
  assert.equal(held(), announcedBytes);
  send(new Uint8Array(limits.bodyDefaultMaxBytes).fill(32));
  await waitUntil('a small body to be read', () => seen.begun === 1);
  assert.ok(held() >= announcedBytes + limits.bodyDefaultMaxBytes);
  endWork();
});

test('an announced body that is not sent reserves nothing', async (t) => {
  const { announce, send, seen, held, endWork } = await startWorking(t);
  announce(limits.bodyDefaultMaxBytes);
  send(new Uint8Array(1_000).fill(32));
  await waitUntil('the body behind it to be read', () => seen.begun === 1);
  assert.equal(held(), 1_000);
  endWork();
});
