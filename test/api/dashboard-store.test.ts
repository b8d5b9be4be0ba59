/**
 * Goal: what an owner changes about a store holds at once, for keys as for shoppers, and what nobody is to see stays
 * unseen. Method: the dashboard's calls beside the public API on one service, on both databases.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { newId } from '../../server/ids.ts';
import {
  goodPassword,
  joinAs,
  newVisitor,
  setUpOperator,
  type Visitor,
} from '../support/dashboard-visitor.ts';
import { anyEngine, engines, onOneNode } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { type Answer, startTestService } from '../support/start-test-service.ts';
import { apiKeyRow } from '../support/storage-rows.ts';
import { ask, importProducts, productInput } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

interface KeyBody {
  readonly id: string;
  readonly scope: string;
  readonly name: string;
  readonly hint: string;
  readonly token: string | null;
  readonly allowed_origins: readonly string[];
  readonly revoked_at: string | null;
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine);
    let operator: Visitor;
    before(async () => {
      operator = await setUpOperator(service.current());
    });

    /** A key that was made in the dashboard, and calls with it. */
    async function makeKey(storeId: string, settings: object) {
      const answer = await operator.call('POST', `/stores/${storeId}/keys`, settings);
      assert.equal(answer.status, 200, answer.text);
      const { key, token: secret } = answer.as<{ key: KeyBody; token: string }>();
      const path = '/api/v1/autocomplete?q=lamp';
      const use = (headers = {}) => service.request('GET', path, { key: secret, headers });
      return { key, secret, use };
    }

    test('a secret key is no name of anything, nor repeated', async () => {
      const { store, keys, request } = await service.createStore();
      const ofStore = `/stores/${store.id}`;
      const { key } = await makeKey(store.id, { scope: 'storefront', name: 'Shop' });
      const name = `Server ${keys.secret}`;
      const feed = { name, url: 'https://shop.example/feed.csv', format: 'csv' };
      const refused: readonly (readonly [method: string, path: string, body: object])[] = [
        ['POST', `${ofStore}/keys`, { scope: 'secret', name }],
        ['PATCH', `${ofStore}/keys/${key.id}`, { name }],
        ['PATCH', `${ofStore}/settings`, { name }],
        ['POST', '/stores', { name, plan: 'free', currency: 'USD', locale: 'en' }],
        ['PATCH', '/account', { name }],
        ['POST', `${ofStore}/product-feeds`, feed],
        ['POST', `${ofStore}/webhooks`, { url: 'https://shop.example/', events: ['*'], description: name }],
        ['POST', `${ofStore}/collections`, { title: name, rules: {} }],
        ['POST', `${ofStore}/collections`, { title: 'Sale', description: name, rules: {} }],
      ];
      for (const [method, path, body] of refused) {
        const answer = await operator.call(method, path, body);
        const faults = expectError(answer, 'validation_failed');
        assert.ok(
          faults.some(({ message }) => message.includes('holds a secret key')),
          answer.text,
        );
        assert.ok(!answer.text.includes(keys.secret.slice(9)), answer.text);
      }
      const body = { title: keys.secret, rules: {} };
      expectError(await request('POST', '/api/v1/collections', { body }), 'validation_failed');
      const hint = await operator.call('PATCH', `${ofStore}/keys/${key.id}`, { name: 'Like ft_sk_Ab3…9xZ' });
      assert.equal(hint.status, 200, 'the first and last letters are no key');
    });

    test('people make so many keys of a store', async () => {
      const { store } = await service.createStore();
      const { directory } = service.current().storage;
      for (let count = 2; count < limits.keysMax; count += 1) {
        const id = newId();
        await directory.insertApiKey(apiKeyRow({ id, storeId: store.id, hash: id }));
      }
      const path = `/stores/${store.id}/keys`;
      const full = await operator.call('POST', path, { scope: 'secret', name: 'One too many' });
      expectError(full, 'conflict');
      const [first] = (await operator.call('GET', path)).as<{ keys: KeyBody[] }>().keys;
      await operator.call('DELETE', `${path}/${first?.id}`);
      await makeKey(store.id, { scope: 'secret', name: 'In its place' });
    });

    test('a key is shown once, works and is revoked at once', async () => {
      const { store } = await service.createStore();
      const { key, secret, use } = await makeKey(store.id, { scope: 'secret', name: ' Server ' });
      assert.match(secret, /^ft_sk_\w{38}$/);
      assert.deepEqual([key.scope, key.name, key.revoked_at], ['secret', 'Server', null]);
      assert.equal((await use()).status, 200);
      const listed = await operator.call('GET', `/stores/${store.id}/keys`);
      assert.ok(listed.text.includes(key.id) && !listed.text.includes(secret));
      const revoked = await operator.call('DELETE', `/stores/${store.id}/keys/${key.id}`);
      assert.match(revoked.as<{ key: KeyBody }>().key.revoked_at ?? '', /^\d{4}-.*Z$/);
      expectError(await use(), 'invalid_api_key');
      const other = (await service.createStore()).store.id;
      expectError(await operator.call('DELETE', `/stores/${other}/keys/${key.id}`), 'not_found');
      expectError(
        await operator.call('PATCH', `/stores/${other}/keys/${key.id}`, { name: 'x' }),
        'not_found',
      );
      expectError(await operator.call('DELETE', `/stores/${store.id}/keys/x`), 'not_found');
    });

    test('Contract §2 members see storefront keys whole, secret keys never', async () => {
      const { store, keys } = await service.createStore();
      const made = await Promise.all([
        makeKey(store.id, { scope: 'storefront', name: 'Pages' }),
        makeKey(store.id, { scope: 'secret', name: 'Server' }),
      ]);
      const invited = { email: 'key-viewer@shop.example', role: 'viewer' };
      const viewer = await joinAs(service, operator, store.id, invited);
      const path = `/stores/${store.id}/keys`;
      const listed = await viewer.call('GET', path);
      const tokens = listed.as<{ keys: KeyBody[] }>().keys.map(({ scope, token }) => [scope, token]);
      assert.deepEqual(
        tokens.filter(([, token]) => token !== null).sort(),
        [keys.storefront, made[0].secret].map((token) => ['storefront', token]).sort(),
      );
      for (const { key, secret } of made) {
        assert.equal(key.token, key.scope === 'storefront' ? secret : null);
        const changed = await operator.call('PATCH', `${path}/${key.id}`, { name: 'Other' });
        assert.equal(changed.as<{ key: KeyBody }>().key.token, key.token);
      }
      assert.ok([keys.secret, made[1].secret].every((secret) => !listed.text.includes(secret)));
      // Of a key made before its text was stored, only the hash is known.
      const id = newId();
      const older = apiKeyRow({ id, storeId: store.id, hash: id, kind: 'storefront' });
      await service.current().storage.directory.insertApiKey(older);
      const all = (await viewer.call('GET', path)).as<{ keys: KeyBody[] }>().keys;
      assert.equal(all.find((key) => key.id === id)?.token, null);
    });

    test('a key’s origins can change while it is in use', async () => {
      const { store } = await service.createStore();
      const allowed = ['https://shop.example/'];
      const { key, use } = await makeKey(store.id, {
        ...{ scope: 'storefront', name: 'Pages', allowed_origins: allowed },
      });
      assert.deepEqual(key.allowed_origins, ['https://shop.example']);
      expectError(await use({ origin: 'https://other.example' }), 'origin_not_allowed');
      const path = `/stores/${store.id}/keys/${key.id}`;
      const changed = await operator.call('PATCH', path, { allowed_origins: ['https://other.example'] });
      assert.equal(changed.as<{ key: KeyBody }>().key.name, 'Pages');
      assert.equal((await use({ origin: 'https://other.example' })).status, 200);
      const renamed = (await operator.call('PATCH', path, { name: 'Shop' })).as<{ key: KeyBody }>().key;
      assert.deepEqual([renamed.name, renamed.allowed_origins], ['Shop', ['https://other.example']]);
      assert.equal((await operator.call('PATCH', path, {})).status, 200);
      for (const wrong of [{ name: '' }, { allowed_origins: ['shop.example'] }, { allowed_origins: 'x' }]) {
        expectError(await operator.call('PATCH', path, wrong), 'validation_failed');
      }
      const nothing = await operator.call('POST', `/stores/${store.id}/keys`, { scope: 'public' });
      assert.deepEqual(
        expectError(nothing, 'validation_failed').map((fault) => fault.path),
        ['/scope', '/name'],
      );
    });

    test('another currency reaches shoppers within two seconds', async () => {
      const shop = await service.createStore();
      await importProducts(shop, [
        productInput('a', { title: 'Desk lamp' }),
        productInput('b', { title: 'Floor lamp', currency: 'JPY' }),
      ]);
      const prices = async () =>
        (await ask(shop, 'lamp')).products.map(({ price, currency }) => `${price} ${currency}`);
      assert.deepEqual(await prices(), ['12.90 USD', '13 JPY']);
      const path = `/stores/${shop.store.id}/settings`;
      const changed = await operator.call('PATCH', path, { currency: 'eur', locale: 'de' });
      const { store } = changed.as<{ store: Record<string, unknown> }>();
      assert.deepEqual([store.currency, store.locale, store.products_limit], ['EUR', 'de', null]);
      await waitUntil('the new currency', async () => (await prices())[0] === '12.90 EUR', 2_000);
      assert.deepEqual(await prices(), ['12.90 EUR', '13 JPY']);
      // Read your own write holds on the new index too.
      await importProducts(shop, [productInput('c', { title: 'Lamp' })]);
      assert.equal((await prices()).length, 3);
      const wrong = await operator.call('PATCH', path, { name: ' ', currency: 'EURO', locale: '?' });
      assert.deepEqual(
        expectError(wrong, 'validation_failed').map((fault) => fault.path),
        ['/name', '/currency', '/locale'],
      );
    });

    test('an operator changes a plan at once, an owner cannot', async () => {
      const shop = await service.createStore({ plan: 'free' });
      const many = Array.from({ length: 101 }, (_, index) => productInput(`p${index}`));
      const skipped = async () => (await importProducts(shop, many)).skipped_rows;
      assert.equal(await skipped(), 1);
      const path = `/stores/${shop.store.id}/settings`;
      const owner = await joinAs(service, operator, shop.store.id, { email: 'o@a.example', role: 'owner' });
      expectError(await owner.call('PATCH', path, { plan: 'growth' }), 'insufficient_role');
      assert.equal(await skipped(), 1);
      expectError(await operator.call('PATCH', path, { plan: 'gold' }), 'validation_failed');
      const changed = await operator.call('PATCH', path, { plan: 'growth' });
      const { store } = changed.as<{ store: Record<string, unknown> }>();
      assert.deepEqual([store.plan, store.products_limit], ['growth', 100_000]);
      assert.equal(await skipped(), 0);
      const log = await operator.call('GET', `/stores/${shop.store.id}/audit`);
      const [entry] = log.as<{ entries: readonly { action: string; details: unknown }[] }>().entries;
      assert.deepEqual(
        [entry?.action, entry?.details],
        ['store.changed', { plan: { from: 'free', to: 'growth' } }],
      );
    });

    test('a store made in the dashboard works at once', async () => {
      const chosen = { name: 'New', currency: 'CHF', locale: 'fr', plan: 'free' };
      const answer = await operator.call('POST', '/stores', chosen);
      const { store, keys } = answer.as<{ store: Record<string, unknown>; keys: Record<string, string> }>();
      assert.deepEqual(
        [store.name, store.currency, store.locale, store.plan, store.products_limit, store.enriched_limit],
        ['New', 'CHF', 'fr', 'free', 100, 5],
      );
      for (const key of [keys.secret, keys.storefront]) {
        const asked = await service.request('GET', '/api/v1/autocomplete', { key: key ?? '' });
        assert.equal(asked.status, 200);
      }
      expectError(await operator.call('POST', '/stores', { plan: 'gold' }), 'validation_failed');
    });

    test('dashboard answers are neither cached nor open to other sites', async () => {
      const { store } = await service.createStore();
      const calls = [
        ['GET', `/stores/${store.id}/settings`, operator, 200],
        ['GET', `/stores/${store.id}/settings`, newVisitor(service), 401],
        ['GET', '/setup', newVisitor(service), 200],
        ['OPTIONS', '/session', newVisitor(service), 405],
        ['GET', '/nothing', operator, 404],
      ] as const;
      for (const [method, path, visitor, status] of calls) {
        const { headers, status: answered } = await visitor.call(method, path, undefined, {
          ...{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
        });
        assert.equal(answered, status, path);
        assert.equal(headers.get('access-control-allow-origin'), null);
        if (status < 404) assert.equal(headers.get('cache-control'), 'no-store');
      }
      const document = await service.request('GET', '/openapi.json');
      assert.ok(!document.text.includes('/dashboard'));
    });

    test('a body that is no small JSON object is refused', async () => {
      const send = (body: unknown) => newVisitor(service).call('POST', '/session', body);
      expectError(await send('{'), 'malformed_json');
      expectError(await send('[]'), 'validation_failed');
      expectError(await send(`{"email":"${'x'.repeat(70_000)}"}`), 'payload_too_large');
      const [email, password] = expectError(await send({ email: 5 }), 'validation_failed');
      assert.deepEqual([email?.path, password?.path], ['/email', '/password']);
    });

    test('keys open no dashboard, and sessions no API', async () => {
      const { store, keys } = await service.createStore();
      const path = `/dashboard/api/stores/${store.id}/settings`;
      expectError(await service.request('GET', path, { key: keys.secret }), 'signed_out');
      const headers = { cookie: operator.cookie };
      expectError(await service.request('GET', '/api/v1/products', { headers }), 'missing_api_key');
    });
  });
}

test('sign-in attempts are limited by address and account', async (t) => {
  const service = await startTestService(onOneNode(anyEngine, 'a process counts requests by itself'), {
    ...{ FORETYPE_RATE_LIMIT: 'on', FORETYPE_TRUST_PROXY: '127.0.0.1' },
  });
  t.after(() => service.stop());
  await setUpOperator(service);
  const tryFrom = (address: string, email: string) =>
    newVisitor(service).call(
      'POST',
      '/session',
      { email, password: 'not it at all' },
      {
        'x-forwarded-for': address,
      },
    );
  const countTries = async (tries: readonly Promise<Answer>[]) => {
    const answers = await Promise.all(tries);
    const refused = answers.filter(({ status }) => status === 429);
    for (const answer of refused) expectError(answer, 'rate_limited');
    const tried = answers.filter(({ status }) => status === 401);
    for (const answer of tried) expectError(answer, 'sign_in_failed');
    return [tried.length, refused.length] as const;
  };
  const people = Array.from({ length: 20 }, (_, index) => `nobody-${index}@shop.example`);
  // A few more than the burst get through where the machine is so slow that a token comes back meanwhile.
  const [tried, refused] = await countTries(people.map((email) => tryFrom('192.0.2.1', email)));
  assert.ok(tried >= 10 && tried < 20 && tried + refused === 20, `${tried} of 20 were tried`);
  const addresses = Array.from({ length: 40 }, (_, index) => `192.0.2.${10 + index}`);
  const ofAccount = await countTries(addresses.map((address) => tryFrom(address, 'ada@shop.example')));
  assert.ok(ofAccount[0] >= 20 && ofAccount[0] < 40 && ofAccount[1] > 0, `${ofAccount} of 40 were tried`);
});

test('behind a TLS proxy the cookie is for https only', async (t) => {
  const service = await startTestService(anyEngine, { FORETYPE_PUBLIC_URL: 'https://search.example' });
  t.after(() => service.stop());
  assert.match(service.running.setupLink ?? '', /^https:\/\/search\.example\/dashboard\/setup#token=/);
  assert.equal(service.running.dashboard, 'https://search.example/dashboard');
  await setUpOperator(service);
  const signedIn = await newVisitor(service).call(
    'POST',
    '/session',
    { email: 'ada@shop.example', password: goodPassword },
    { origin: 'https://search.example' },
  );
  assert.match(signedIn.headers.get('set-cookie') ?? '', /; SameSite=Lax; Secure$/);
});
