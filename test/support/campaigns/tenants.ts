/**
 * Stores that ask for each other's things: random calls of the public API and of the dashboard, each in the name of one store, with
 * ids, addresses and beginnings of words of any store. All that a store writes holds its own canary word; an answer that holds the
 * canary or an id of another store is a leak. In the end every store holds its own words only. Six callers ask at once; the first leak
 * rejects, with the call that showed it. No call may end the caller's own rights.
 */
import assert from 'node:assert/strict';
import { createRandom, pick, type Random } from '../../../bench/random.ts';
import type { Storage } from '../../../server/storage/storage.ts';
import {
  type ChildService,
  createServiceData,
  createStoreOn,
  type ServiceData,
  startChildService,
} from '../child-service.ts';
import { joinAs, setUpOperator, type Visitor } from '../dashboard-visitor.ts';
import { feedProduct, privateFeeds, registerAndRun } from '../feeds.ts';
import { type HostileFeedServer, startHostileFeedServer } from '../hostile-feed-server.ts';
import { closeRawSockets, sendRaw } from '../raw-request.ts';
import type { Answer, TestStore } from '../start-test-service.ts';
import { ask, importProducts, productInput, putProduct } from '../store-calls.ts';
import type { CampaignOptions } from './campaign.ts';
import { expectBearable } from './malformed-requests.ts';
import { nearlyValid } from './malformed-text.ts';
import { listRoutes, type Route } from './routes.ts';

/** Words that nothing else holds, and so far apart that none is a correction of another. */
const canaries = ['zebrafinch', 'kingfisher', 'woodpecker', 'nightingale', 'hummingbird', 'oystercatcher'];
const callersAtOnce = 6;

interface Tenant extends TestStore {
  readonly canary: string;
  readonly visitor: Visitor;
  /** Things of this store by which it can be asked for them. */
  readonly ids: readonly string[];
}

/** The outcomes of the calls. */
interface Counts {
  operations: number;
  /** Answers that held the caller's own canary. */
  own: number;
  /** Calls that named a thing of another store. */
  foreign: number;
}

/** Runs `size` operations, half of them on each database. */
export async function crossTenants({ size, seed, log }: CampaignOptions): Promise<string> {
  const routes = (await listRoutes()).filter(isTried);
  const lines: string[] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    const counts = await onEngine(engine, { routes, operations: Math.ceil(size / 2), seed, log });
    lines.push(
      `${counts.operations} operations of ${canaries.length} stores on ${engine} over ${routes.length} routes, ` +
        `${counts.foreign} with another store's ids or words, ${counts.own} answers with the caller's own canary`,
    );
    log(lines.at(-1) ?? '');
  }
  return `${lines.join('; ')}; 0 leaks.`;
}

/** Left out is what would end the caller's rights, or does not belong to a store. */
function isTried({ method, path }: Route): boolean {
  if (!/^\/(?:api\/v1|dashboard\/api)\//.test(path)) return false;
  const harm =
    /^(?:DELETE|POST|PATCH) \/dashboard\/api\/(?:session|account|setup|invitations)|\/(?:keys|members)\/:|^DELETE .*\/stores\/:store_id$/;
  return !harm.test(`${method} ${path}`);
}

interface Plan extends Pick<CampaignOptions, 'seed' | 'log'> {
  readonly routes: readonly Route[];
  readonly operations: number;
}

async function onEngine(engine: 'sqlite' | 'postgres', plan: Plan): Promise<Counts> {
  await using started = new AsyncDisposableStack();
  const data = await createServiceData(engine);
  started.defer(data.remove);
  started.defer(closeRawSockets);
  const service = await startChildService(data, { ...privateFeeds, LOG_LEVEL: 'error' });
  started.defer(async () => void (await service.end('SIGKILL')));
  const feedServer = await startHostileFeedServer();
  started.defer(() => feedServer.close());
  const tenants = await settle(service, data, feedServer);
  const counts: Counts = { operations: 0, own: 0, foreign: 0 };
  const call = async () => {
    while (counts.operations < plan.operations) {
      const operationSeed = plan.seed * 1e6 + counts.operations;
      counts.operations += 1;
      if (counts.operations % 10_000 === 0) plan.log(`${counts.operations} operations on ${engine}`);
      await operate(service.origin, tenants, {
        routes: plan.routes,
        counts,
        random: createRandom(operationSeed),
      });
    }
  };
  await Promise.all(Array.from({ length: callersAtOnce }, call));
  assert.equal(service.log(), '', 'nothing was logged as an error');
  const storage = await data.openStorage();
  for (const tenant of tenants) await checkHeld(storage, service, tenant);
  await storage.close();
  assert.equal(await service.end('SIGTERM'), 0);
  return counts;
}

async function settle(
  service: ChildService,
  data: ServiceData,
  feedServer: HostileFeedServer,
): Promise<readonly Tenant[]> {
  const { request } = service.caller('');
  const operator = await setUpOperator({ request, running: { setupLink: service.start.setup_link } });
  const tenants: Tenant[] = [];
  for (const canary of canaries) {
    const created = await createStoreOn(data);
    const store: TestStore = { ...created, ...service.caller(created.keys.secret) };
    const email = `${canary}@shop.example`;
    const visitor = await joinAs({ request }, operator, store.store.id, { email, role: 'owner' });
    const run = await importProducts(store, [
      productInput('same', { title: `Red ${canary} lamp`, brand: canary, category: `Lamps > ${canary}` }),
      productInput('bad', { title: canary, price: `${canary} dollars` }),
    ]);
    const product = await putProduct(store, 'other', { title: `Blue ${canary} chair` });
    const feedPath = `/${created.store.id}`;
    feedServer.answer(feedPath, { body: JSON.stringify([feedProduct('fed', { title: `Fed ${canary}` })]) });
    const { feed, run: fed } = await registerAndRun(store, `${feedServer.origin}${feedPath}`, {
      name: canary,
    });
    const rules = { match: 'all', conditions: [{ field: 'price', op: 'at_least', value: '1' }] };
    await store.request('POST', '/api/v1/collections', { body: { title: canary, slug: 'same', rules } });
    await store.request('PUT', '/api/v1/synonyms', { body: { synonyms: [{ terms: [canary, 'bird'] }] } });
    const ids = [created.store.id, run.id, product.id, feed.id, fed.id];
    tenants.push({ ...store, canary, visitor, ids });
  }
  return tenants;
}

interface Operating {
  readonly routes: readonly Route[];
  readonly counts: Counts;
  readonly random: Random;
}

const sharedIds = ['same', 'other', 'bad', 'fed', '1'];

/** One call in the name of a tenant, which names things of any. */
async function operate(origin: string, tenants: readonly Tenant[], { routes, counts, random }: Operating) {
  const caller = pick(tenants, random);
  const named = random() < 0.6 ? pick(tenants, random) : caller;
  const { method, path, body } = random() < 0.5 ? pick(routes, random) : pick(usual, random);
  const target = path.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'store_id') return named.store.id;
    // A product that a PUT creates would hold the id from then on.
    return encodeURIComponent(pick(method === 'PUT' || random() < 0.5 ? sharedIds : named.ids, random));
  });
  // Never the whole word: what completes or corrects it comes from somewhere else.
  const query = `?q=${named.canary.slice(0, -2)}&limit=20`;
  const isAsked =
    method === 'GET' && (path.includes('autocomplete') || path.includes('playground') || random() < 0.2);
  const texts = [
    ...[`Red ${caller.canary} lamp`, `${caller.canary}`, `https://shop.example/${caller.canary}`],
    ...['same', 'other', '12.90', 'USD'],
  ];
  const content = method === 'GET' ? null : nearlyValid(body, { random, texts, hostile: 0.03 });
  const isDashboard = path.startsWith('/dashboard/');
  const { cookie, csrfToken } = caller.visitor;
  const answer = await sendRaw(origin, {
    method,
    path: `${target}${isAsked ? query : ''}`,
    headers: {
      ...(isDashboard ? { cookie, 'x-csrf-token': csrfToken } : { 'x-api-key': keyOf(caller, random) }),
      ...(content === null ? {} : { 'content-type': 'application/json' }),
    },
    body: content === null ? null : JSON.stringify(content),
  });
  if (named !== caller) counts.foreign += 1;
  const sent = `${target}${JSON.stringify(content)}`;
  if (holdsOwnOnly(answer, tenants, { caller, sent, what: `${method} ${target} of ${caller.canary}` }))
    counts.own += 1;
}

function keyOf({ keys }: Tenant, random: Random): string {
  return random() < 0.85 ? keys.secret : keys.storefront;
}

const productSchema = {
  properties: { title: { type: 'string' }, price: { const: 9.9 }, url: { const: 'https://shop.example/p' } },
};

/** The usual calls of stores. */
const usual: readonly Route[] = [
  { method: 'GET', path: '/api/v1/autocomplete', body: null },
  { method: 'GET', path: '/api/v1/products', body: null },
  { method: 'GET', path: '/api/v1/products/:external_id', body: null },
  { method: 'GET', path: '/dashboard/api/stores/:store_id/products', body: null },
  { method: 'GET', path: '/dashboard/api/stores/:store_id/overview', body: null },
  { method: 'PUT', path: '/api/v1/products/:external_id', body: productSchema },
];

/** Fails where the answer holds what is another's and was not sent. Gives whether it holds the caller's own canary. */
function holdsOwnOnly(
  answer: Answer,
  tenants: readonly Tenant[],
  { caller, sent, what }: { readonly caller: Tenant; readonly sent: string; readonly what: string },
): boolean {
  expectBearable(answer, what);
  const text = `${answer.text} ${JSON.stringify([...answer.headers])}`.toLowerCase();
  for (const other of tenants) {
    if (other === caller) continue;
    assert.ok(!text.includes(other.canary), `${what} shows ${other.canary}: ${answer.text}`);
    const id = other.ids.find((one) => text.includes(one) && !sent.includes(one));
    assert.equal(id, undefined, `${what} shows an id of ${other.canary}: ${answer.text}`);
  }
  return text.includes(caller.canary);
}

/** Checks that nothing stored for the tenant, and none of its answers, holds a word of another. */
async function checkHeld(
  storage: Storage,
  service: ChildService,
  { store, keys, canary }: Tenant,
): Promise<void> {
  const reader = storage.reader(store.id);
  const { products } = await reader.products.page({ after: null, limit: 10_000 });
  const stored = JSON.stringify([products, await reader.synonyms.read()]).toLowerCase();
  const others = canaries.filter((word) => word !== canary);
  for (const other of others) assert.ok(!stored.includes(other), `${canary} holds ${other}`);
  const caller = service.caller(keys.secret);
  await putProduct(caller, 'last', { title: `Last ${canary}` });
  const { products: found } = await ask(caller, `last ${canary}`);
  assert.equal(found[0]?.title, `Last ${canary}`);
}
