/** Checks which requests go the short way, on a real server; that both ways answer alike is in test/api/keystroke.test.ts. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { productDocument } from '../../../test/search/documents.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { withAnyEngine } from '../../../test/support/engines.ts';
import { closeRawSockets, sendRaw } from '../../../test/support/raw-request.ts';
import { storeRow } from '../../../test/support/storage-rows.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { createSearchCounter } from '../../analytics/search-counter.ts';
import { createAutocomplete } from '../../autocomplete/answering/autocomplete.ts';
import { createIndexRegistry } from '../../autocomplete/answering/index-registry.ts';
import { createRequestCounter } from '../../insight/request-counter.ts';
import { createLog } from '../../process/log.ts';
import { createMetrics } from '../../process/metrics.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import { loadConfig } from '../../settings/config.ts';
import { createKey } from '../../stores/create-key.ts';
import { createKeyRing } from '../../stores/key-ring.ts';
import { createQueryIds } from '../../threads/evidence/query-ids.ts';
import { createShownAnswers } from '../../threads/evidence/shown-answers.ts';
import { createShownMemory } from '../../threads/evidence/shown-table.ts';
import { createRequestLimiter } from '../admission/request-limiter.ts';
import { createRequestNotes } from '../request-notes.ts';
import type { Services } from '../services.ts';
import { createFastPath, inFrontOf, type SharedParts } from './keystroke.ts';

after(closeRawSockets);

interface Shop {
  /** Sends a keystroke; returns whether it went the short way. */
  takes(
    path: string,
    headers?: Readonly<Record<string, string | readonly string[]>>,
    method?: string,
  ): Promise<boolean>;
  /**
   * Sends a keystroke behind an answer that is larger than what a connection takes, and never read; returns as `takes`
   * does.
   */
  takesBehindUntaken(path: string): Promise<boolean>;
  readonly keys: { readonly secret: string; readonly storefront: string; readonly page: string };
  readonly registry: ReturnType<typeof createIndexRegistry>;
  readonly storeId: string;
  setState(state: ReturnType<Services['state']>): void;
}

/** A server with the short way in front, where everything else is answered 418. */
function withShop(
  environment: Readonly<Record<string, string>>,
  work: (shop: Shop) => Promise<void>,
): Promise<void> {
  return withAnyEngine(async (storage) => {
    const settings = loadConfig({}, environment);
    assert.ok(settings.ok);
    const clock = createDrivenClock();
    const store = storeRow();
    await storage.directory.createStore(store, []);
    const create = async (kind: 'secret' | 'storefront', allowedOrigins: readonly string[] = []) =>
      (await createKey(storage, clock, store.id, { kind, name: 'Tests', allowedOrigins })).key;
    const keys = {
      secret: await create('secret'),
      storefront: await create('storefront'),
      page: await create('storefront', ['https://shop.example']),
    };
    const registry = createIndexRegistry();
    publish(registry, store.id);
    const keyRing = createKeyRing(storage.directory, clock);
    await keyRing.refresh();
    for (const key of Object.values(keys)) await keyRing.find(key);
    let state: ReturnType<Services['state']> = 'ready';
    const services = {
      ...{ config: settings.config, clock, keyRing, log: createLog('silent', false) },
      metrics: createMetrics({
        clock,
        indexSize: () => registry.size(),
        health: async () => ({ jobs: [] }),
        changesBehind: async () => 0,
        connections: () => [],
      }),
      autocomplete: createAutocomplete(registry, clock),
      requests: createRequestCounter(clock),
      searches: createSearchCounter(clock),
      shown: createShownAnswers(createShownMemory(false, 8), clock),
      queryIds: createQueryIds(),
      state: () => state,
    };
    const parts: SharedParts = {
      limiter: createRequestLimiter({ ...services, pipeline: { changeAccounts: () => assert.fail() } }),
      notes: createRequestNotes(services),
      nextRequestId: () => 'req_test',
    };
    const { server, port, taken } = await listen(createFastPath(services, parts));
    await work({
      ...{ keys, registry, storeId: store.id },
      async takes(path, headers = { 'x-api-key': keys.storefront }, method = 'GET') {
        const { status } = await sendRaw(`http://127.0.0.1:${port}`, { method, path, headers });
        assert.ok(status === 200 || status === 418, String(status));
        return status === 200;
      },
      takesBehindUntaken: (path) => askBehindUntaken(port, keys.storefront, path, taken),
      setState(next) {
        state = next;
      },
    });
    closeRawSockets();
    server.closeAllConnections();
    server.close();
  });
}

/** A server with the short way in front, and by path which requests went it. */
async function listen(fastPath: ReturnType<typeof createFastPath>) {
  const taken = new Map<string, boolean>();
  const answer = inFrontOf(fastPath, (request, response) => {
    taken.set(request.url ?? '', false);
    response.writeHead(418).end(request.url === untaken.path ? untaken.body : '');
  });
  const server = createServer((request, response) => {
    taken.set(request.url ?? '', true);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { server, port: address.port, taken };
}

const untaken = { path: '/untaken', body: Buffer.alloc(64 * 1024 * 1024) };

/** Sends both requests on one connection that is never read; gives whether the second one went the short way. */
async function askBehindUntaken(port: number, key: string, path: string, taken: Map<string, boolean>) {
  const socket = connect(port, '127.0.0.1').pause();
  for (const next of [untaken.path, path]) {
    taken.delete(next);
    socket.write(`GET ${next} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n\r\n`);
    await waitUntil('the request', () => taken.has(next));
  }
  socket.destroy();
  return taken.get(path) ?? assert.fail();
}

function publish(registry: Shop['registry'], storeId: string): void {
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply([productDocument('a', { title: 'Desk lamp' })]);
  registry.publish({
    storeId,
    changeNumber: 1,
    snapshot: writer.snapshot(),
    popularity: [],
    origin: 'products',
  });
}

const path = '/api/v1/autocomplete';
const lifted = { FORETYPE_RATE_LIMIT: 'off' };

test('keystrokes of search boxes go the short way', () =>
  withShop(lifted, async ({ takes, keys }) => {
    const asked = ['', '?q=', '?q=lamp', '?q=desk+la&limit=20', '?q=lamp&limit=5&compare_at_price=1'];
    for (const query of [...asked, `?key=${keys.storefront}&q=x`]) {
      assert.equal(await takes(`${path}${query}`), true, query);
    }
    assert.equal(await takes(`${path}?q=a&key=${keys.storefront}`, {}), true);
    assert.equal(await takes(`${path}?q=a`, { 'X-API-KEY': ` ${keys.secret} ` }), true);
    assert.equal(
      await takes(`${path}?q=a`, { 'x-api-key': keys.page, origin: 'https://shop.example' }),
      true,
    );
  }));

test('refused or explained keystrokes skip the short way', () =>
  withShop(lifted, async ({ takes, keys }) => {
    for (const query of [
      ...['?q=a&q=b', '?limit=0', '?limit=x', `?q=${'a'.repeat(101)}`, '?q=%', '?explain=1', '?other=1', '/'],
    ]) {
      assert.equal(await takes(`${path}${query}`), false, query);
    }
    for (const method of ['HEAD', 'OPTIONS', 'DELETE']) {
      assert.equal(await takes(path, { 'x-api-key': keys.secret }, method), false, method);
    }
    assert.equal(await takes(path, {}), false);
    assert.equal(await takes(`${path}?key=${keys.secret}`, {}), false, 'a secret key in the address');
    for (const headers of [
      { 'x-api-key': `${keys.secret}x` },
      { 'x-api-key': [keys.secret, keys.secret] },
      { authorization: `Bearer ${keys.secret}` },
      { 'x-api-key': keys.secret, authorization: 'Basic x' },
      { 'x-api-key': keys.secret, 'content-length': '0' },
      { 'x-api-key': keys.page, origin: 'https://other.example' },
      { 'x-api-key': keys.storefront, 'x-forwarded-for': ['10.0.0.1', '10.0.0.2'] },
    ]) {
      assert.equal(await takes(path, headers), false, JSON.stringify(headers));
    }
  }));

test('keystrokes behind a waiting answer skip the short way', () =>
  withShop(lifted, async ({ takesBehindUntaken, takes }) => {
    assert.equal(await takesBehindUntaken(`${path}?q=lamp`), false);
    assert.equal(await takes(`${path}?q=lamp`), true);
  }));

test('unloaded stores and a stopping service skip the short way', () =>
  withShop(lifted, async ({ takes, registry, storeId, setState }) => {
    registry.drop(storeId);
    assert.equal(await takes(path), false);
    publish(registry, storeId);
    assert.equal(await takes(path), true);
    setState('starting');
    assert.equal(await takes(path), true);
    setState('stopping');
    assert.equal(await takes(path), false);
  }));

test('the short way counts only its own calls', () =>
  withShop({}, async ({ takes, registry, storeId }) => {
    registry.drop(storeId);
    for (let call = 0; call < 600; call += 1) assert.equal(await takes(path), false);
    publish(registry, storeId);
    for (let call = 0; call < 500; call += 1) assert.equal(await takes(path), true);
    assert.equal(await takes(path), false, 'the burst of Contract §1 is used up');
  }));

test('a proxied client is known after the framework found it', () =>
  withShop({ FORETYPE_TRUST_PROXY: '127.0.0.1' }, async ({ takes, keys }) => {
    assert.equal(await takes(path), true, 'the proxy itself');
    const headers = { 'x-api-key': keys.storefront, 'x-forwarded-for': '10.0.0.1' };
    assert.equal(await takes(path, headers), false);
  }));
