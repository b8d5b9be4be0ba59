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
import { feedsPath, newAddress, privateFeeds } from '../support/feeds.ts';
import { type HostileFeedServer, startHostileFeedServer } from '../support/hostile-feed-server.ts';
import { sharedPostgres } from '../support/postgres.ts';
import { type Caller, importProducts, productInput, putProduct, titlesFor } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const visibleMs = 2_000;

let nodes: readonly [ChildService, ChildService];
let worker: ChildService;
let first: ServiceData;
let feedServer: HostileFeedServer;
let shop: CreatedStore;
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
  stops.push(first.remove);
});

after(async () => {
  for (const stop of stops.reverse()) await stop();
});

const callers = (key = shop.keys.secret) => [nodes[0].caller(key), nodes[1].caller(key)] as const;

/** Until the node shows it, within the time that the contract gives. */
const seen = (what: string, holds: () => Promise<boolean>) => waitUntil(what, holds, visibleMs);

const shows = (node: Caller, query: string, title: string) => async () =>
  (await titlesFor(node, query)).includes(title);

test('§4 what one node answers is shown by the other within two seconds, again and again', async () => {
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

test('a worker answers for its health alone, and reads feeds that API nodes take in', async () => {
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
  assert.deepEqual(await titlesFor(one, 'garden hose'), [], 'nobody works');
  worker = await startWorker();
  for (const node of [one, other]) {
    await waitUntil('the feed to be read', shows(node, 'garden hose', 'Garden hose'), 15_000);
  }
});
