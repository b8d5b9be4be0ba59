/**
 * Checks who may call what (§5; Contract §2), on both databases: both headers, the scopes of both kinds of key on every
 * documented operation, revocation, and CORS, which only the routes for browsers have.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSystemClock } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { createKey } from '../../server/stores/create-key.ts';
import { generateKey, hashKey, keyHint } from '../../server/stores/key-format.ts';
import { anyEngine, engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { fillPath, type Operation, publicPaths, readOperations } from '../support/operations.ts';
import type { TestStore } from '../support/start-test-service.ts';
import {
  ask,
  getProduct,
  type ImportView,
  importProducts,
  productInput,
  titlesFor,
} from '../support/store-calls.ts';
import { type ServiceHandle, useService, useSharedService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const autocomplete = '/api/v1/autocomplete';
const management = '/api/v1/products';
const clock = createSystemClock();
/** What a storefront key reaches (Contract §2). */
const storefrontOperations = new Set([
  'GET /api/v1/autocomplete',
  'POST /api/v1/events',
  'GET /api/v1/health',
  'GET /api/v1/collections/{slug}/products',
]);

function isForStorefronts({ method, path }: Operation): boolean {
  return storefrontOperations.has(`${method} ${path}`);
}

/** The key with its last character exchanged: right form, wrong checksum. */
function mistyped(key: string): string {
  return `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
}

const corsHeaders = [
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-expose-headers',
  'access-control-allow-credentials',
];

function expectNoCors(headers: Headers): void {
  for (const name of corsHeaders) assert.equal(headers.get(name), null, name);
}

function expectOpenCors(headers: Headers): void {
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.equal(headers.get('access-control-allow-credentials'), null);
  const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/, */);
  for (const name of ['retry-after', 'x-request-id']) assert.ok(exposed.includes(name), String(exposed));
  assert.ok(exposed.some((name) => name.startsWith('ratelimit-')));
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);

    /** A further storefront key of the store that only pages of `origin` may use. */
    async function createPageKey(store: TestStore, origin: string): Promise<string> {
      const key = generateKey('storefront');
      await service.current().storage.directory.insertApiKey({
        id: newId(),
        storeId: store.store.id,
        kind: 'storefront',
        name: 'For one page',
        hash: hashKey(key),
        hint: keyHint(key),
        allowedOrigins: [origin],
        createdAt: clock.nowMicros(),
        lastUsedAt: null,
        revokedAt: null,
        token: key,
        expiresAt: null,
        replacedBy: null,
      });
      return key;
    }

    test('§5.1 header, §5.3 widget: X-Api-Key takes a key of either kind', async () => {
      const store = await service.createStore();
      for (const key of Object.values(store.keys)) {
        assert.equal((await store.request('GET', autocomplete, { key })).status, 200);
        assert.equal((await store.request('GET', autocomplete, { key: ` ${key} ` })).status, 200);
      }
    });

    test('§5.1 bearer: Authorization takes a key, its scheme in any case', async () => {
      const store = await service.createStore();
      for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  ']) {
        const headers = { authorization: `${scheme} ${store.keys.secret}` };
        assert.equal((await service.request('GET', management, { headers })).status, 200, scheme);
      }
      for (const value of [`Basic ${store.keys.secret}`, store.keys.secret, 'Bearer', 'Bearer a b']) {
        const answer = await service.request('GET', management, { headers: { authorization: value } });
        expectError(answer, 'missing_api_key');
      }
    });

    test('Contract §2 X-Api-Key wins where both headers are sent', async () => {
      const [one, other] = [await service.createStore(), await service.createStore()];
      const both = await service.request('GET', autocomplete, {
        key: one.keys.secret,
        headers: { authorization: `Bearer ${other.keys.secret}` },
      });
      assert.equal(both.as<{ meta: { store: string } }>().meta.store, one.store.id);
      const wrong = await service.request('GET', autocomplete, {
        key: mistyped(one.keys.secret),
        headers: { authorization: `Bearer ${other.keys.secret}` },
      });
      expectError(wrong, 'invalid_api_key');
    });

    test('§5.1 required: every documented operation needs a valid key', async () => {
      const store = await service.createStore();
      const operations = await readOperations(service);
      assert.ok(operations.length >= 10);
      for (const operation of operations) {
        const path = fillPath(operation.path, 'a');
        const body = operation.hasBody ? { body: {} } : {};
        const call = (key: string | null) => service.request(operation.method, path, { key, ...body });
        expectError(await call(null), 'missing_api_key');
        for (const key of ['x', '', mistyped(store.keys.secret), `${store.keys.secret}x`].filter(Boolean)) {
          expectError(await call(key), 'invalid_api_key');
        }
      }
    });

    test('§5.6 keys: each kind of key reaches exactly its operations', async () => {
      const store = await service.createStore();
      for (const operation of await readOperations(service)) {
        const path = fillPath(operation.path, 'a');
        const body = operation.hasBody ? { body: {} } : {};
        const storefront = await store.request(operation.method, path, {
          key: store.keys.storefront,
          ...body,
        });
        const secret = await store.request(operation.method, path, body);
        const name = `${operation.method} ${operation.path}`;
        if (isForStorefronts(operation)) assert.ok(![401, 403].includes(storefront.status), name);
        else expectError(storefront, 'insufficient_scope');
        // Keys are managed with a kind of key of its own (keys.test.ts).
        if (operation.path.startsWith('/api/v1/keys')) expectError(secret, 'insufficient_scope');
        else assert.ok(![401, 403].includes(secret.status), `${name} ${secret.text}`);
      }
    });

    test('Contract §2 a revoked key is refused, other keys work on', async () => {
      const store = await service.createStore();
      const { storage } = service.current();
      const { key, record } = await createKey(storage, clock, store.store.id, {
        kind: 'secret',
        name: 'Second',
        allowedOrigins: [],
      });
      const status = async (of: string) => (await store.request('GET', management, { key: of })).status;
      assert.equal(await status(key), 200);
      await storage.directory.revokeApiKey(store.store.id, record.id, clock.nowMicros());
      await waitUntil('the revoked key to be refused', async () => (await status(key)) === 401, 2_000);
      expectError(await store.request('GET', management, { key }), 'invalid_api_key');
      assert.equal(await status(store.keys.secret), 200);
    });

    test('Contract §2 a key of a new store works at once', async () => {
      for (let round = 0; round < 5; round += 1) {
        const store = await service.createStore();
        assert.equal((await store.request('GET', management)).status, 200);
        assert.equal((await ask(store, 'x')).meta.store, store.store.id);
      }
    });

    test('Contract §2 a storefront key in the address counts on autocomplete only', async () => {
      const store = await service.createStore();
      const at = (path: string, key: string) => service.request('GET', `${path}?key=${key}`);
      assert.equal((await at(autocomplete, store.keys.storefront)).status, 200);
      expectError(await at(autocomplete, store.keys.secret), 'insufficient_scope');
      expectError(await at(autocomplete, mistyped(store.keys.storefront)), 'invalid_api_key');
      expectError(await at('/api/v1/health', store.keys.storefront), 'missing_api_key');
      expectError(await at(management, store.keys.secret), 'missing_api_key');
    });

    test('§5.2 read, §5.2 write: a key reads and writes its own store only', async () => {
      const [one, other] = [await service.createStore(), await service.createStore()];
      await importProducts(one, [productInput('a', { title: 'Lamp of one' })]);
      await importProducts(other, [productInput('a', { title: 'Lamp of other' })]);
      assert.equal((await getProduct(one, 'a')).title, 'Lamp of one');
      assert.deepEqual(await titlesFor(other, 'lamp'), ['Lamp of other']);
    });

    test('§4.7 cross-origin: pages of any origin may call autocomplete', async () => {
      const store = await service.createStore();
      const headers = { origin: 'https://shop.example' };
      const answer = await store.request('GET', autocomplete, { key: store.keys.storefront, headers });
      assert.equal(answer.status, 200);
      expectOpenCors(answer.headers);
    });

    test('Contract §2 preflights of public paths are answered without a key', async () => {
      const public_ = [autocomplete, '/api/v1/events', '/api/v1/collections/summer/products', '/widget.js'];
      for (const path of [...public_, `${autocomplete}?q=a`]) {
        const answer = await service.request('OPTIONS', path, {
          headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
        });
        assert.deepEqual([answer.status, answer.text], [204, ''], path);
        const { headers } = answer;
        assert.equal(headers.get('access-control-allow-origin'), '*');
        assert.equal(headers.get('access-control-allow-methods'), 'GET, POST, OPTIONS');
        assert.equal(headers.get('access-control-allow-headers'), 'X-Api-Key, Authorization, Content-Type');
        assert.equal(headers.get('access-control-max-age'), '86400');
        assert.ok(headers.get('x-request-id'));
      }
    });

    test('Contract §2 errors of autocomplete carry the CORS headers too', async () => {
      const store = await service.createStore();
      const headers = { origin: 'https://shop.example' };
      const answers = [
        await service.request('GET', autocomplete, { headers }),
        await service.request('GET', autocomplete, { headers, key: 'x' }),
        await service.request('GET', autocomplete, { headers, key: mistyped(store.keys.storefront) }),
        await store.request('GET', `${autocomplete}?limit=0`, { headers }),
        await store.request('GET', `${autocomplete}?explain=1`, { headers, key: store.keys.storefront }),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [401, 401, 401, 422, 403],
      );
      for (const answer of answers) expectOpenCors(answer.headers);
    });

    test('Contract §2 a key with origins works on their pages only', async () => {
      const store = await service.createStore();
      const key = await createPageKey(store, 'https://shop.example');
      const from = (origin?: string) =>
        store.request('GET', autocomplete, { key, headers: origin === undefined ? {} : { origin } });
      const allowed = await from('https://shop.example');
      assert.equal(allowed.status, 200);
      assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://shop.example');
      assert.match(allowed.headers.get('vary') ?? '', /Origin/i);
      for (const origin of [
        'https://other.example',
        'http://shop.example',
        'https://shop.example:8443',
        'null',
      ]) {
        const answer = await from(origin);
        expectError(answer, 'origin_not_allowed');
        expectOpenCors(answer.headers);
      }
      assert.equal((await from()).status, 200, 'a call without an origin is not from a page');
    });

    test('Contract §2 management endpoints send no CORS headers at all', async () => {
      const store = await service.createStore();
      const headers = { origin: 'https://shop.example' };
      for (const operation of await readOperations(service)) {
        if (publicPaths.includes(operation.path)) continue;
        const path = fillPath(operation.path, 'a');
        const body = operation.hasBody ? { body: {} } : {};
        expectNoCors((await store.request(operation.method, path, { headers, ...body })).headers);
        expectNoCors((await service.request(operation.method, path, { headers, ...body })).headers);
        const preflight = await service.request('OPTIONS', path, { headers });
        expectError(preflight, 'method_not_allowed');
        expectNoCors(preflight.headers);
      }
    });
  });
}

describe('public origin', () => {
  const secure = useService(anyEngine, { FORETYPE_PUBLIC_URL: 'https://search.example' });
  const proxied = useService(anyEngine, { FORETYPE_TRUST_PROXY: '127.0.0.1' });
  const direct = useSharedService(anyEngine);
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'search.example' };

  async function selfLink(
    service: ServiceHandle,
    headers: Readonly<Record<string, string>>,
  ): Promise<string> {
    const store = await service.createStore();
    const body = productInput('a');
    const answer = await store.request('POST', '/api/v1/product-imports', { body, headers });
    return new URL(answer.as<{ import: ImportView }>().import.links.self).origin;
  }

  test('§5.5 https: links carry the public https origin', async () => {
    assert.equal(await selfLink(secure, {}), 'https://search.example');
    assert.equal(await selfLink(proxied, forwarded), 'https://search.example');
  });

  test('Contract §1 an untrusted proxy’s word does not count', async () => {
    assert.equal(await selfLink(direct, forwarded), direct.current().origin);
    assert.equal(await selfLink(secure, { 'x-forwarded-host': 'evil.example' }), 'https://search.example');
  });
});
