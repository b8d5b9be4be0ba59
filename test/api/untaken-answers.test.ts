/** What callers can hold who do not read their answers (SECURITY.md, "Bounded work"): over raw sockets. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { createSystemClock } from '../../server/clock.ts';
import { anyEngine, onOneNode } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const list = '/api/v1/products?limit=200';
/** As large as a product can be, about. */
const attributes = Object.fromEntries(
  Array.from({ length: limits.attributesPerProduct }, (_, index) => [
    `label ${index}`,
    'x'.repeat(limits.attributeValueMaxLength),
  ]),
);

describe('answers that are not taken', () => {
  let service: TestService;
  const system = createSystemClock();
  let aheadMs = 0;
  const clock = { ...system, monotonicMs: () => system.monotonicMs() + aheadMs };
  const sockets: Socket[] = [];
  before(async () => {
    const engine = onOneNode(anyEngine, 'a process bounds what it holds');
    service = await startTestService(engine, {}, clock);
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await service.stop();
  });

  /** A store whose list of products has several MiB. */
  async function createLargeStore(): Promise<TestStore> {
    const store = await service.createStore();
    const products = Array.from({ length: 50 }, (_, index) => productInput(`p-${index}`, { attributes }));
    await importProducts(store, products);
    return store;
  }

  /** Asks for the list so many times on one connection, and reads nothing. */
  function neverRead(store: TestStore, times: number): Socket {
    const { hostname, port } = new URL(service.nodeOrigin);
    const socket = connect(Number(port), hostname).on('error', () => {});
    sockets.push(socket);
    socket.pause();
    const key = store.keys.secret;
    socket.write(`GET ${list} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`.repeat(times));
    return socket;
  }

  test('a caller that reads nothing is refused, then disconnected', async () => {
    const [greedy, other] = [await createLargeStore(), await createLargeStore()];
    assert.equal((await greedy.request('GET', list)).status, 200);
    const unread = Array.from({ length: 12 }, () => neverRead(greedy, 6));
    let refused = await greedy.request('GET', list);
    await waitUntil(
      'the store to hold its part',
      async () => {
        refused = await greedy.request('GET', list);
        return refused.status !== 200;
      },
      20_000,
    );
    expectError(refused, 'unavailable');
    assert.equal((await other.request('GET', list)).status, 200, 'the memory of others is not used');
    assert.equal((await greedy.request('GET', '/api/v1/autocomplete?q=title')).status, 200);
    await waitUntil(
      'room, once the connections are cut',
      async () => {
        aheadMs += limits.answerWindowMs;
        return (await greedy.request('GET', list)).status === 200;
      },
      20_000,
    );
    // One that was not cut would be read to its end now, and stay open.
    for (const socket of unread) socket.resume();
    await waitUntil('the connections to end', () => unread.every(({ closed }) => closed));
    const lists = await Promise.all(Array.from({ length: 4 }, () => greedy.request('GET', list)));
    assert.deepEqual(new Set(lists.map(({ status }) => status)), new Set([200]), 'all of it was given back');
  });
});
