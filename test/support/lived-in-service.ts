/**
 * A service that was in use: three stores, of which one has everything that a store can have, so that no table of its database is
 * empty. Everything with a public surface is made through it; rows that only time, a provider or another node brings are written beside it. It is
 * for tests and fixtures only. A part that does not come to be within 20 s, or is refused, throws; a table that stays empty is found by the
 * tests that use it.
 */
import assert from 'node:assert/strict';
import { hashToken } from '../../server/accounts/sessions.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { goodPassword, inviteTo, joinAs, setUpOperator, type Visitor } from './dashboard-visitor.ts';
import { productClick, sendEvents, suggestionClick } from './event-calls.ts';
import { newAddress, registerAndRun, runFeed } from './feeds.ts';
import { importCsv, uploadFile } from './file-imports.ts';
import { startHostileFeedServer } from './hostile-feed-server.ts';
import { makeProduct } from './make-product.ts';
import type { TestService, TestStore } from './start-test-service.ts';
import { uuidOf } from './storage-rows.ts';
import { waitUntil } from './wait-until.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** Settings that {@link fillEverything} needs of the service. */
export const livedInSettings = {
  FORETYPE_ALLOW_PRIVATE_FEEDS: 'on',
  FORETYPE_ENRICHMENT_PROVIDER: 'offline',
} as const;

/** Marks that name what no reader lists: the id of a file, and the hash of a session's token. */
export const livedInMarks = { file: 'fixture file', session: 'fixture session' } as const;

const limitMs = 20_000;

/** Text that shops have and that is easily broken on its way. */
const products = [
  makeProduct('lamp', {
    title: 'Nordlux Explore Table Lamp black',
    brand: 'Nordlux',
    category: 'Home > Lighting > Table Lamps',
    price: '49.90',
    compare_at_price: '59.90',
    currency: 'EUR',
    stock_quantity: 7,
    description: 'A lamp.',
    image_url: 'https://shop.example/lamp.jpg',
    image_urls: ['https://shop.example/lamp-2.jpg'],
    sku: 'NX-1',
    gtin: '4006381333931',
    mpn: 'X1',
    attributes: { Color: 'Black', Material: 'Metal' },
  }),
  makeProduct('book', { title: 'Krieg und Frieden', author: 'Лев Толстой', isbn: '9783423130714' }),
  makeProduct('%/\u2028 "id"', { title: 'Ein "Täst" <b>für</b> 💡 \\x41 \u0001 ’', brand: 'ÅNGSTRÖM' }),
  makeProduct('寿司', { title: '寿司 セット 二人前', category: '食品', in_stock: false }),
  makeProduct('عطر', { title: 'عطر الورد', category: 'عطور', attributes: { اللون: 'أحمر' } }),
];

/** Fills the database of a service that was just started with {@link livedInSettings} on an empty database. */
export async function fillEverything(service: TestService): Promise<void> {
  const operator = await setUpOperator(service);
  const store = await service.createStore({ name: 'Große Lampen & Söhne', currency: 'EUR', locale: 'de' });
  const storeId = store.store.id;
  const small = await service.createStore({ name: 'Small shop', plan: 'free' });
  await service.createStore({ name: 'Empty shop' });
  const closed = await service.createStore({ name: 'Closed shop' });
  await ok(store, 'PATCH', '/api/v1/enrichment', { blocklist: ['foul word'], monthly_budget_usd: 5 });
  const receiver = await addWebhooks(store);
  const fileId = await addCatalog(store, operator);
  await waitUntil('a message', () => receiver.messages.length > 0, limitMs);
  await receiver.close();
  await addFeeds(store);
  await addRules(store);
  await addPeople(service, operator, storeId);
  await ok(small, 'PATCH', '/api/v1/enrichment', { paused: true });
  await ok(small, 'POST', '/api/v1/product-imports', { products: [makeProduct('waiting')] });
  await addEvents(service, store);
  await ok(store, 'PUT', '/api/v1/products/erased', makeProduct('erased'));
  await ok(store, 'DELETE', '/api/v1/products/erased?purge=true', undefined);
  await writeTheRest(service.storage, storeId);
  await service.storage.deletions.begin(closed.store.id, { at: 1_795_219_200_000_000, by: null });
  const { directory } = service.storage;
  await directory.setMark(livedInMarks.file, fileId);
  await directory.setMark(livedInMarks.session, hashToken(operator.cookie.split('=')[1] ?? ''));
}

async function ok(store: TestStore, method: string, path: string, body: unknown): Promise<void> {
  const answer = await store.request(method, path, { body });
  assert.equal(answer.status, 200, answer.text);
}

/** One webhook that takes its messages, and one that is not there any more. */
async function addWebhooks(store: TestStore): Promise<WebhookReceiver> {
  const receiver = await startReceiver();
  await ok(store, 'POST', '/api/v1/webhooks', { url: receiver.url, description: 'ERP „Lager“' });
  const gone = await startReceiver();
  await ok(store, 'POST', '/api/v1/webhooks', { url: gone.url });
  await gone.close();
  return receiver;
}

/** Returns the id of a file that stays. */
async function addCatalog(store: TestStore, operator: Visitor): Promise<string> {
  const body = { products: [...products, makeProduct('broken', { price: 'cheap' })] };
  const headers = { 'idempotency-key': 'once' };
  const answer = await store.request('POST', '/api/v1/product-imports', { body, headers });
  assert.equal(answer.status, 200, answer.text);
  await ok(store, 'PATCH', '/api/v1/products/lamp', { price: '44.90' });
  const isEnriched = async () => {
    const phrases = await store.request('GET', '/api/v1/products/lamp/phrases');
    return phrases.as<{ phrases: { enrichment: { status: string } } }>().phrases.enrichment.status === 'done';
  };
  await waitUntil('phrases', isEnriched, limitMs);
  const type = { name: 'Roman', other_names: ['Buch „Roman“', '本'] };
  await ok(store, 'PUT', '/api/v1/products/book/phrases', { type });
  const head = 'external_id,title,price,url\n';
  const rows = 'c1,"Chair, ""red""",5,https://shop.example/c1\nc2,,x,\n';
  const storeId = store.store.id;
  await importCsv(operator, storeId, head + rows, { name: 'Möbel.csv' });
  return await uploadFile(operator, storeId, head, 'never imported.csv');
}

/** One feed that is read, with a row that fails, and one that fails after its first run. */
async function addFeeds(store: TestStore): Promise<void> {
  const server = await startHostileFeedServer();
  const address = newAddress(server);
  address.serveProducts([makeProduct('f1'), makeProduct('f2'), { external_id: 'f3' }], { etag: '"v1"' });
  const auth = { auth_type: 'basic', auth_secret: 'user:a-token' };
  await registerAndRun(store, address.url, { name: 'Fabrik', ...auth });
  const broken = newAddress(server);
  broken.serveProducts([makeProduct('b1')]);
  const { feed } = await registerAndRun(store, broken.url, { name: 'Broken feed' });
  broken.serve({ status: 500, body: 'sorry' });
  await runFeed(store, feed.id);
  await server.close();
}

async function addRules(store: TestStore): Promise<void> {
  await ok(store, 'PUT', '/api/v1/synonyms', { synonyms: [{ terms: ['lampe', 'leuchte'] }], common: false });
  const rule = { id: 'one', query: 'lamp', match: 'prefix', pins: ['lamp', 'later'], hides: ['book'] };
  await ok(store, 'PUT', '/api/v1/merchandising', { rules: [rule] });
  const boost = { when: { field: 'brand', op: 'is', value: 'Fabrik' }, strength: 'raise' };
  await ok(store, 'PUT', '/api/v1/ranking', { boosts: [boost] });
  const rules = { match: 'all', conditions: [{ field: 'price', op: 'at_most', value: '20' }] };
  await ok(store, 'POST', '/api/v1/collections', { title: 'Günstig', rules });
  const isLive = async () => {
    const answer = await store.request('GET', '/api/v1/collections/gunstig/products');
    return answer.status === 200 && answer.as<{ products: object[] }>().products.length > 0;
  };
  await waitUntil('a collection', isLive, limitMs);
}

async function addPeople(service: TestService, operator: Visitor, storeId: string): Promise<void> {
  const editor = await joinAs(service, operator, storeId, { email: 'zoë@shop.example', role: 'editor' });
  await editor.call('POST', '/account/second-factor', { current_password: goodPassword });
  await inviteTo(operator, storeId, { email: 'waits@shop.example', role: 'viewer' });
  await operator.call('GET', '/session');
}

async function addEvents({ storage }: TestService, store: TestStore): Promise<void> {
  const product = await storage.reader(store.store.id).products.find('lamp');
  assert.ok(product !== null);
  await sendEvents(store, 'session', [
    productClick(product.id, { query: 'lamp', position: 1 }),
    suggestionClick('Table Lamps', { query: 'tab' }),
    { type: 'add_to_cart', external_id: 'book', value: '19.90' },
    { type: 'purchase', external_id: 'book', quantity: 2, value: 39.8, currency: 'EUR', query: 'book' },
  ]);
}

/** Writes the rows that would take a day, a provider or a second node. */
async function writeTheRest(storage: Storage, storeId: string): Promise<void> {
  const productId = uuidOf(1);
  const day = '2026-11-21';
  const bucketAt = 1_795_219_200_000_000;
  await storage.write(storeId, async (writer) => {
    const positions = { suggestions: [1, 0], categories: [0, 0], products: [3, 1] };
    await writer.analytics.setSearchDay({
      day,
      searches: 9,
      noResults: 2,
      clicked: 4,
      positions,
      letters: [0, 1, 3],
    });
    const figures = {
      searches: 9,
      noResults: 2,
      clicked: 4,
      visitors: 0b1011,
      isShown: true,
      positions: [3, 1],
      ...{ carts: 2, purchases: 1, revenue: { EUR: '19.90', JPY: '300' } },
    };
    await writer.analytics.setQueryDays(day, [{ query: 'lämpchen', ...figures }]);
    await writer.analytics.addProductDays(day, [{ productId, clicks: 3, carts: 2, purchases: 1 }]);
    await writer.statistics.addRequests({
      bucketAt,
      graph: 5,
      backend: 2,
      cached: 9,
      errors: 1,
      latencies: [1, 2, 3],
    });
    await writer.statistics.recordCatalog({ bucketAt, inStock: 5, outOfStock: 1 });
    const usage = { requests: 3, products: 9, failed: 1, inputTokens: 900, outputTokens: 90, costMicros: 12 };
    await writer.enrichment.addUsage({ day, generator: 'openai:some-model', ...usage });
    await writer.events.recordAnswered([{ day, name: 'AAAAAAAAAAA', query: 'lämpchen' }]);
    await writer.events.recordNetworkMarks([{ name: 'a network', amount: 1, until: bucketAt }]);
    await writer.events.recordQueries([
      { query: 'lamp', sessionHash: 'a'.repeat(32), networkHash: 'b'.repeat(32), createdAt: bucketAt },
    ]);
  });
  await storage.directory.changeAllowance('openai', ({ nowMicros }) => ({
    state: {
      requestsAt: nowMicros,
      tokensAt: nowMicros,
      blockedUntil: 0,
      failures: 2,
      firstWaiting: '',
      firstUntil: 0,
      busyStore: '',
    },
    begun: { id: uuidOf(2), owner: 'another node', keptMs: 100 * 365 * 86_400_000 },
    result: null,
  }));
  const { directory } = storage;
  await directory.addShown({
    node: 'a node',
    number: 1,
    entries: Buffer.from('hashes'),
    createdAt: bucketAt,
  });
  await shareAnIndex(storage, storeId);
}

async function shareAnIndex({ sharedIndexes }: Storage, storeId: string): Promise<void> {
  const name = { storeId, version: 'fixture' };
  const claim = { owner: 'another node', leaseMs: 60_000, changeNumber: 1 };
  assert.ok(await sharedIndexes.claim(name, claim));
  await sharedIndexes.writePages(name, 7, [{ number: 0, content: Uint8Array.of(1, 0, 255) }]);
  const index = {
    changeNumber: 1,
    manifest: Uint8Array.of(123, 0, 125),
    segments: [{ id: 7, pageCount: 1 }],
  };
  assert.ok(await sharedIndexes.publish(name, index, claim));
}
