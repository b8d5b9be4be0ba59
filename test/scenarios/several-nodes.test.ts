/**
 * Goal: several nodes on one database act as one: what one answers, all others show within 2 seconds (Contract §4), and
 * what is handed to a node that does no work is done by the one that does. Method: two API nodes and a worker, each a
 * process of its own with its own data folder; the worker is killed and replaced.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSystemClock } from '../../server/clock.ts';
import type { CreatedStore } from '../../server/stores/create-store.ts';
import {
  type ChildService,
  createServiceData,
  createStoreOn,
  type ServiceData,
  startChildService,
} from '../support/child-service.ts';
import { setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { feedsPath, newAddress, privateFeeds } from '../support/feeds.ts';
import { endOfImport, requestFileImport, showFileImport, uploadFile } from '../support/file-imports.ts';
import { type HostileFeedServer, startHostileFeedServer } from '../support/hostile-feed-server.ts';
import { sharedPostgres } from '../support/postgres.ts';
import type { RequestOptions } from '../support/start-test-service.ts';
import {
  ask,
  type Caller,
  importProducts,
  productInput,
  putProduct,
  titlesFor,
} from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const visibleMs = 2_000;

let nodes: readonly [ChildService, ChildService];
let worker: ChildService;
let first: ServiceData;
let feedServer: HostileFeedServer;
let shop: CreatedStore;
let operator: Visitor;
let startWorker: () => Promise<ChildService>;
const stops: (() => unknown)[] = [];

before(async () => {
  const url = await (await sharedPostgres()).createDatabase();
  first = await createServiceData('postgres', url);
  const start = async (role: 'api' | 'worker') => {
    const data = await createServiceData('postgres', url);
    const { FORETYPE_SECRET_KEY = '' } = first.environment;
    const service = await startChildService(data, {
      ...privateFeeds,
      FORETYPE_SECRET_KEY,
      FORETYPE_ROLE: role,
    });
    stops.push(() => service.end('SIGKILL').then(data.remove));
    return service;
  };
  feedServer = await startHostileFeedServer();
  stops.push(() => feedServer.close());
  startWorker = () => start('worker');
  nodes = [await start('api'), await start('api')];
  worker = await startWorker();
  shop = await createStoreOn(first);
  operator = await setUpOperator(setUpAt(nodes[1]));
  stops.push(first.remove);
});

after(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** People know one node only; the last one that started has the link to the first account. */
const setUpAt = (node: ChildService) => ({
  request: (method: string, path: string, options: RequestOptions = {}) =>
    node.caller('').request(method, path, options),
  running: { setupLink: node.start.setup_link },
});

const csv = (title: string) => `external_id,title,price,url\nw,${title},5,https://shop.example/w\n`;

/** Enough rows that an index takes some time to show them. */
const rugs = (bird: string) =>
  Array.from({ length: 2_000 }, (_, row) => `r${row},Rug ${row} ${bird},5,https://shop.example/r\n`).join('');

const callers = (key = shop.keys.secret) => [nodes[0].caller(key), nodes[1].caller(key)] as const;

/** Waits until the node shows it, within the time that the contract gives. */
const seen = (what: string, holds: () => Promise<boolean>) => waitUntil(what, holds, visibleMs);

const shows = (node: Caller, query: string, title: string) => async () =>
  (await titlesFor(node, query)).includes(title);

test('§4 a write answered by one node shows elsewhere within two seconds', async () => {
  const [one, other] = callers();
  await putProduct(one, 'a', { title: 'Desk lamp' });
  await seen('the first product', shows(other, 'desk lamp', 'Desk lamp'));
  for (let turn = 1; turn <= 3; turn += 1) {
    await putProduct(other, 'a', { title: `Floor lamp ${turn}` });
    await seen('the new title', shows(one, 'floor', `Floor lamp ${turn}`));
  }
});

test('§4 synonyms of one node are those of the other', async () => {
  const [one, other] = callers();
  await putProduct(one, 's', { title: 'Sofa' });
  const body = { synonyms: [{ terms: ['sofa', 'davenport'] }] };
  const answer = await one.request('PUT', '/api/v1/synonyms', { body });
  assert.equal(answer.status, 200, answer.text);
  await seen('the synonym', shows(other, 'davenport', 'Sofa'));
});

test('§2 a key that is revoked is refused by every node', async () => {
  const asked = callers(shop.keys.storefront);
  const path = '/api/v1/autocomplete?q=a';
  for (const node of asked) assert.equal((await node.request('GET', path)).status, 200);
  const storage = await first.openStorage();
  const keys = await storage.directory.listApiKeys(shop.store.id);
  const id = keys.find(({ kind }) => kind === 'storefront')?.id ?? '';
  await storage.directory.revokeApiKey(shop.store.id, id, createSystemClock().nowMicros());
  await storage.close();
  for (const node of asked) {
    await seen('the refusal', async () => (await node.request('GET', path)).status === 401);
  }
});

test('a currency set on one node shows on another', async () => {
  const [one, other] = callers();
  await putProduct(one, 'c', { title: 'Folding chair' });
  await seen('the product', shows(other, 'folding', 'Folding chair'));
  const answer = await operator.call('PATCH', `/stores/${shop.store.id}/settings`, { currency: 'CHF' });
  assert.equal(answer.status, 200, answer.text);
  for (const node of [one, other]) {
    await seen('the currency', async () => (await ask(node, 'folding')).products[0]?.currency === 'CHF');
  }
});

test('a worker answers for health alone and serves API nodes', async () => {
  const asked = worker.caller(shop.keys.secret);
  for (const path of ['/livez', '/readyz', '/metrics']) {
    await waitUntil(path, async () => (await asked.request('GET', path)).status === 200);
  }
  for (const path of ['/api/v1/autocomplete?q=a', '/api/v1/products', '/dashboard', '/demo']) {
    assert.equal((await asked.request('GET', path)).status, 404, path);
  }
  await worker.end('SIGKILL');
  const address = newAddress(feedServer);
  address.serveProducts([productInput('f', { title: 'Garden hose' })]);
  const [one, other] = callers();
  const answer = await one.request('POST', feedsPath, {
    body: { name: 'Main feed', feed_url: address.url, feed_format: 'json' },
  });
  assert.equal(answer.status < 300, true, answer.text);
  await importProducts(other, [productInput('x', { title: 'Hammer' })]);
  const file = await uploadFile(operator, shop.store.id, csv('Wheelbarrow'));
  const { id, status } = await requestFileImport(operator, shop.store.id, file);
  assert.equal(status, 'pending');
  assert.deepEqual(await titlesFor(one, 'garden hose'), [], 'nobody works');
  assert.equal((await showFileImport(operator, shop.store.id, id)).status, 'pending');
  worker = await startWorker();
  for (const node of [one, other]) {
    await waitUntil('the feed to be read', shows(node, 'garden hose', 'Garden hose'), 15_000);
    await waitUntil('the file to be read', shows(node, 'wheelbarrow', 'Wheelbarrow'), 15_000);
  }
  assert.equal((await endOfImport(operator, shop.store.id, id)).created_rows, 1);
});

test('§5 a worker’s import is answerable once its run completes', async () => {
  // A question brings the index into memory of each node.
  for (const node of callers()) await ask(node, 'sofa');
  for (const bird of ['heron', 'kestrel', 'osprey']) {
    const file = await uploadFile(operator, shop.store.id, csv(bird) + rugs(bird));
    const { id } = await requestFileImport(operator, shop.store.id, file);
    assert.equal((await endOfImport(operator, shop.store.id, id)).status, 'completed');
    const titles = await Promise.all(callers().map((node) => titlesFor(node, bird)));
    assert.ok(titles.flat().includes(bird), `a node shows ${bird}`);
  }
  const { text } = await worker.caller('').request('GET', '/metrics');
  assert.match(text, /^foretype_index_stores 0$/m, 'the worker has no index of its own');
});
