import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import Fastify from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { createLog } from '../../process/log.ts';
import { answerPools, createHeldMemory } from '../bodies/held-memory.ts';
import { createErrorHandler } from '../errors.ts';
import { boundAnswers, sendWithinMemory } from './answer-memory.ts';

const address = '127.0.0.1';
const large = Buffer.alloc(limits.answerPieceBytes + 1, ' ');
const json = new TextEncoder().encode('{}');

/** An application whose answers for strangers are bounded, and the same memory in other hands. */
async function startBounded(t: TestContext, make: () => Promise<Uint8Array> = async () => json) {
  const memory = createHeldMemory(answerPools);
  const app = Fastify();
  app.setErrorHandler(
    createErrorHandler({
      log: createLog('silent', false),
      clock: createDrivenClock(),
      noteDamage: assert.fail,
    }),
  );
  for (const name of ['grant', 'signedIn', 'member']) app.decorateRequest(name, null);
  app.addHook('onRequest', async (request) => {
    const { kind } = request.headers;
    if (kind !== 'secret' && kind !== 'storefront') return;
    const key = { kind, keyId: kind, keyName: kind, hint: kind, allowedOrigins: new Set<string>() } as const;
    request.grant = { ...key, storeId: 'lamps', expiresAt: null };
  });
  boundAnswers(app, memory);
  app.get('/small', () => ({}));
  app.get('/large', (_request, reply) => reply.send(large));
  app.get('/memory', { config: { access: 'open', budget: 'none' } }, (_request, reply) => reply.send(large));
  let askedCount = 0;
  app.get('/made', (request, reply) => {
    askedCount += 1;
    return sendWithinMemory(request, reply, make);
  });
  await app.listen({ host: address, port: 0 });
  t.after(() => app.close());
  const hold = memory.hold({ address, storeId: null });
  const statusOf = async (path: string) => (await app.inject(path)).statusCode;
  return { app, hold, statusOf, askedFor: () => askedCount };
}

test('an answer without room is refused before it is made', async (t) => {
  let madeCount = 0;
  const { hold, statusOf } = await startBounded(t, async () => {
    madeCount += 1;
    return json;
  });
  while (hold.take(limits.bodyDefaultMaxBytes / 8));
  assert.equal(await statusOf('/large'), 503);
  assert.equal(await statusOf('/made'), 503);
  assert.equal(madeCount, 0);
  assert.equal(await statusOf('/small'), 200, 'of who takes what it is sent');
  assert.equal(await statusOf('/memory'), 200, 'what is in memory in any case');
  hold.release();
  for (let call = 0; call < 50; call += 1) {
    assert.equal(await statusOf('/large'), 200, 'what was sent is given back');
    assert.equal(await statusOf('/made'), 200);
  }
});

test('nothing is made for callers who left', async (t) => {
  const made = Promise.withResolvers<Uint8Array>();
  let madeCount = 0;
  const { app, statusOf } = await startBounded(t, () => {
    madeCount += 1;
    return made.promise;
  });
  let askedCount = 0;
  app.server.on('request', () => {
    askedCount += 1;
  });
  const { port } = app.server.address() as { port: number };
  const sockets: Socket[] = Array.from({ length: 5 }, () => connect(port, address));
  for (const socket of sockets) socket.on('error', () => {}).write('GET /made HTTP/1.1\r\nHost: a\r\n\r\n');
  await waitUntil('all of them to ask', () => askedCount === 5 && madeCount === 1);
  for (const socket of sockets) socket.destroy();
  await waitUntil('them to be gone', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    app.server.getConnections((_error, count) => resolve(count));
    return (await promise) === 0;
  });
  const last = statusOf('/made');
  made.resolve(json);
  assert.equal(await last, 200);
  assert.equal(madeCount, 2);
});

/** Seven networks ask for 200 pages each by the storefront key of a store; the first of these is being made. */
async function startFlooded(t: TestContext) {
  const made = Promise.withResolvers<Uint8Array>();
  let make = () => made.promise;
  let madeCount = 0;
  const { app, askedFor } = await startBounded(t, () => {
    madeCount += 1;
    return make();
  });
  const ask = async (kind: 'secret' | 'storefront', remoteAddress: string) =>
    (await app.inject({ path: '/made', headers: { kind }, remoteAddress })).statusCode;
  const flood = Array.from({ length: 7 * 200 }, (_, index) => ask('storefront', `${1 + (index % 7)}.0.0.1`));
  await waitUntil('the pages to be asked for', () => askedFor() === flood.length && madeCount === 1);
  make = async () => json;
  return { ask, askedFor, flood, letGo: () => made.resolve(json) };
}

test('pages for strangers keep no page from the owner', async (t) => {
  const { ask, flood, letGo } = await startFlooded(t);
  // As many as there is room for while nothing else waits.
  const pages = Array.from({ length: limits.pagesWaiting / 2 }, () => ask('secret', '1.0.0.1'));
  let statuses: readonly number[] = [];
  void Promise.all(pages).then((all) => {
    statuses = all;
  });
  await waitUntil('the answers for the owner', () => statuses.length > 0);
  assert.deepEqual([...new Set(statuses)], [200]);
  letGo();
  assert.ok((await Promise.all(flood)).includes(503), 'there is a bound');
  assert.equal(await ask('storefront', '1.0.0.1'), 200, 'what waited is given back');
});

test('pages for one network leave room for others', async (t) => {
  const { ask, askedFor, flood, letGo } = await startFlooded(t);
  const other = ask('storefront', '198.51.100.1');
  await waitUntil('the other network to ask', () => askedFor() === flood.length + 1);
  letGo();
  assert.equal(await other, 200);
  await Promise.all(flood);
});
