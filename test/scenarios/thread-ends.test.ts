/**
 * Goal: a store whose data ends a thread takes no other store down, and a stop is a stop while a thread is started again. Method: a
 * process of its own whose threads end at a word that they read, or when the test says so.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { CreatedStore } from '../../server/stores/create-store.ts';
import {
  type ChildService,
  createServiceData,
  createStoreOn,
  startChildService,
} from '../support/child-service.ts';
import { orderThreads, type ThreadOrders } from '../support/mortal-service.ts';
import { type Caller, productInput, productPath, putProduct, titlesFor } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const word = 'nightshade';
const poisonous = productInput('poison', { title: 'Poison', attributes: { flavour: word } });
/** The time in which a thread starts again on a busy machine, after a pause of its store. */
const backMs = 60_000;

interface Scene {
  readonly service: ChildService;
  readonly orders: ThreadOrders;
  readonly poisoned: CreatedStore & { readonly caller: Caller };
  readonly other: Caller;
}

async function start(t: TestContext, poison: Parameters<typeof orderThreads>[1]): Promise<Scene> {
  const data = await createServiceData('sqlite');
  const orders = orderThreads(join(data.environment.FORETYPE_DATA ?? '', 'orders'), poison);
  const service = await startChildService(data, { ...orders.environment, LOG_LEVEL: 'info' });
  t.after(async () => {
    await service.end('SIGKILL');
    data.remove();
  });
  const [poisoned, other] = [await createStoreOn(data), await createStoreOn(data)];
  return {
    service,
    orders,
    poisoned: { ...poisoned, caller: service.caller(poisoned.keys.secret) },
    other: service.caller(other.keys.secret),
  };
}

/** What operators on the same machine see. */
async function quarantined({ other }: Scene): Promise<readonly (readonly [store: string, work: string])[]> {
  const { text } = await other.request('GET', '/readyz');
  const { quarantined: stores = [] } = JSON.parse(text) as {
    quarantined?: { store: string; work: string }[];
  };
  return stores.map(({ store, work }) => [store, work]);
}

function countEnds({ service }: Scene, thread: string): number {
  return service.log().split(`The ${thread} thread ended`).length - 1;
}

test('a store that exhausts the index thread’s memory is left alone', async (t) => {
  const poison = { thread: 'index-thread', word, how: 'memory' } as const;
  const scene = await start(t, poison);
  const { poisoned, other, service } = scene;
  await putProduct(poisoned.caller, 'lamp', { title: 'Lamp' });
  await putProduct(other, 'desk', { title: 'Desk' });
  assert.deepEqual(await titlesFor(poisoned.caller, 'lamp'), ['Lamp']);
  // Both are loaded: a store that is loaded when memory ends is blamed too.
  assert.deepEqual(await titlesFor(other, 'desk'), ['Desk']);
  await poisoned.caller.request('PUT', productPath('poison'), { body: poisonous });
  await waitUntil('quarantine', async () => (await quarantined(scene)).length > 0, backMs);
  assert.deepEqual(await quarantined(scene), [[poisoned.store.id, 'index']]);
  // The store is tried again after its pause.
  for (let ends = 1; ends <= 2; ends += 1) {
    await waitUntil(`end ${ends}`, () => countEnds(scene, 'index') >= ends, backMs);
    const write = async () =>
      (
        await other.request('PUT', productPath('desk'), {
          body: productInput('desk', { title: `Desk ${ends}` }),
        })
      ).status === 200;
    await waitUntil('a write of another store', write, backMs);
    assert.deepEqual(await titlesFor(other, 'desk'), [`Desk ${ends}`]);
    // Its last good index.
    assert.deepEqual(await titlesFor(poisoned.caller, 'lamp'), ['Lamp']);
  }
  assert.ok(!service.hasEnded(), service.log());
  assert.match(service.log(), /memory/);
});

test('a store whose writes end the pipeline thread waits alone', async (t) => {
  const scene = await start(t, { thread: 'pipeline-thread', word, how: 'exit' });
  const { poisoned, other, service } = scene;
  const put = async (caller: Caller, body: object) =>
    await caller.request('PUT', productPath('poison'), { body });
  for (const ends of [1, 2]) {
    await waitUntil(
      'an end',
      async () => {
        assert.equal((await put(poisoned.caller, poisonous)).status, 503);
        return countEnds(scene, 'pipeline') >= ends;
      },
      backMs,
    );
  }
  const isWritten = async () => (await put(other, productInput('poison'))).status === 200;
  await waitUntil('a write of another store', isWritten, backMs);
  const harmless = productInput('poison', { title: 'Cured' });
  await waitUntil(
    'the store to be refused',
    async () => {
      const { status, text } = await put(poisoned.caller, harmless);
      return status === 200 || text.includes('leaves it alone for a time');
    },
    backMs,
  );
  assert.match(service.log(), new RegExp(`"store":"${poisoned.store.id}","work":"writes"`));
  await waitUntil(
    'the end of the pause',
    async () => (await put(poisoned.caller, harmless)).status === 200,
    backMs,
  );
  await waitUntil('the end of quarantine', async () => (await quarantined(scene)).length === 0, backMs);
  assert.equal(await service.end('SIGTERM'), 0);
});

test('a store whose preview exhausts memory can still write', async (t) => {
  const scene = await start(t, { thread: 'pipeline-thread', word, how: 'memory' });
  const { poisoned, service } = scene;
  const preview = (name: string) =>
    poisoned.caller.request('POST', '/api/v1/product-feeds/preview', {
      body: { name, feed_url: 'https://shop.example/feed', feed_format: 'json' },
    });
  assert.equal((await preview(word)).status, 503);
  await waitUntil(
    'previews to be held',
    async () => {
      const held = await quarantined(scene);
      return held.length === 1 && held[0]?.[0] === poisoned.store.id && held[0][1] === 'previews';
    },
    backMs,
  );
  const write = async () =>
    (await poisoned.caller.request('PUT', productPath('lamp'), { body: productInput('lamp') })).status;
  await waitUntil('a write', async () => [200, 201].includes(await write()), backMs);
  await waitUntil('a preview after the pause', async () => (await preview('Feed')).status !== 503, backMs);
  await waitUntil(
    'previews to leave quarantine',
    async () => (await quarantined(scene)).length === 0,
    backMs,
  );
  assert.equal(countEnds(scene, 'pipeline'), 1, service.log());
});

test('a stop while threads are started again ends well', async (t) => {
  const scene = await start(t, null);
  const { service, orders, other } = scene;
  await putProduct(other, 'desk', { title: 'Desk' });
  // The reader thread starts with the first read.
  assert.equal((await other.request('GET', '/api/v1/products')).status, 200);
  const names = ['index', 'pipeline', 'reader'];
  for (const name of names) await orders.end(`${name}-thread`, 'throw');
  await waitUntil('all ends', () => names.every((name) => countEnds(scene, name) > 0), backMs);
  assert.equal(await service.end('SIGTERM'), 0, service.log());
  assert.doesNotMatch(service.log(), /"level":(50|60)/);
});
