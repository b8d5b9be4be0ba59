/**
 * Goal: a click counts wherever its query was answered: by another node, or by a process that ended.
 * Method: two services on one PostgreSQL database, behind a proxy that they trust.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineNamed, onOneNode, type TestEngine } from '../support/engines.ts';
import { productClick, shopperAt, waitForTitles } from '../support/event-calls.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { type Caller, putProduct } from '../support/store-calls.ts';

const environment = {
  FORETYPE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  FORETYPE_TRUST_PROXY: '127.0.0.1',
};

test('clicks count whichever node answered, even an ended one', async (context) => {
  const postgres = onOneNode(engineNamed('postgres'), 'the test itself starts several');
  const database = await postgres.open();
  const shared: TestEngine = { ...postgres, open: async () => ({ ...database, async close() {} }) };
  const running = new Set<TestService>();
  context.after(async () => {
    for (const service of running) await service.stop();
    await database.close();
  });
  async function start(): Promise<TestService> {
    const service = await startTestService(shared, environment);
    running.add(service);
    return service;
  }
  const [first, second] = [await start(), await start()];
  const store = await first.createStore();
  const at = (service: TestService): Caller => ({
    request: (method, path, options = {}) =>
      service.request(method, path, { key: store.keys.secret, ...options }),
  });
  const put = async (id: string) => (await putProduct(store, id, { title: `Desk ${id}` })).id;
  const ids = { a: await put('a'), b: await put('b'), c: await put('c'), d: await put('d') };
  const shopper = (service: TestService, address: string) =>
    shopperAt(at(service), store.keys.storefront, address);
  for (const service of [first, second]) {
    await waitForTitles(at(service), 'desk', ['Desk a', 'Desk b', 'Desk c', 'Desk d']);
  }

  // A damaged row of a third node costs nobody evidence.
  const createdAt = Date.now() * 1_000;
  await first.storage.directory.addShown({ node: 'x', number: 1, entries: new Uint8Array(5), createdAt });
  // The click follows at once, before the first node has informed the second one.
  await shopper(first, '203.0.113.7').ask('des');
  await shopper(second, '203.0.113.7').click('s1', productClick(ids.c, { query: 'des' }));
  // No one of this network asked any node.
  await shopper(second, '198.51.100.7').click('s2', productClick(ids.b, { query: 'des' }));
  // What a node has shown outlives it.
  await shopper(second, '192.0.2.7').ask('desk');
  running.delete(second);
  await second.stop();
  await shopper(first, '192.0.2.7').click('s3', productClick(ids.d, { query: 'desk' }));
  const moved = await first.storage.reader(store.store.id).events.popularity('product', Object.values(ids));
  assert.deepEqual(moved.map(({ key }) => key).sort(), [ids.c, ids.d].sort());
  const page = { since: 0, except: '', after: null, limit: 100 };
  const rows = await first.storage.directory.shownSince(page);
  assert.ok(rows.length >= 2);
  const kept = rows.map(({ entries }) => Buffer.from(entries).toString('latin1')).join();
  assert.doesNotMatch(kept, /203\.0|192\.0|desk/);
});
