import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { KeyGrant } from '../../stores/key-ring.ts';
import { addCorsHeaders, answeredOrigin, answerPreflight, isOriginAllowed } from './cors.ts';

/** An app that answers preflights first, and every request with the headers that a grant leads to. */
function createApp(origins: readonly string[] = []) {
  const grant: KeyGrant = {
    keyId: 'key',
    keyName: 'Shop',
    hint: 'ft_pk_Ab3…9xZ',
    expiresAt: null,
    storeId: 'store',
    kind: 'storefront',
    allowedOrigins: new Set(origins),
  };
  const app = Fastify();
  app.addHook('onRequest', (request, reply, done) => {
    if (!answerPreflight(request, reply)) done();
  });
  app.all('/*', (request, reply) => {
    addCorsHeaders(reply);
    const { origin } = request.headers;
    const allowed = isOriginAllowed(origin, grant);
    if (allowed) reply.header('access-control-allow-origin', answeredOrigin(origin, grant));
    return { allowed };
  });
  return app;
}

async function preflight(url: string, method: 'OPTIONS' | 'GET' = 'OPTIONS') {
  return createApp().inject({ method, url });
}

test('Contract §2 preflights of public paths are answered', async () => {
  for (const url of [
    '/api/v1/autocomplete',
    '/api/v1/autocomplete?q=a&key=b',
    '/api/v1/events',
    '/api/v1/collections/red-shoes/products',
    '/api/v1/collections/a%2Fb/products?limit=3',
    '/widget.js',
    '/widget/0123456789abcdef.js',
    '/widget/th.json',
    '/widget.js?v=1',
  ]) {
    const { statusCode, headers, body } = await preflight(url);
    assert.equal(statusCode, 204, url);
    assert.equal(body, '');
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['access-control-allow-methods'], 'GET, POST, OPTIONS');
    assert.equal(headers['access-control-allow-headers'], 'X-Api-Key, Authorization, Content-Type');
    assert.equal(headers['access-control-max-age'], '86400');
    assert.equal(headers['access-control-allow-credentials'], undefined);
  }
});

test('Contract §2 preflights of other paths are not answered', async () => {
  for (const url of [
    '/api/v1/products',
    '/api/v1/product-imports',
    '/api/v1/health',
    '/api/v1/collections',
    '/api/v1/collections//products',
    '/api/v1/collections/a/b/products',
    '/api/v1/collections/a/products/x',
    '/api/v1/autocomplete/',
    '/api/v1/autocompleted',
    '/api/v1/events2',
    '/api/v2/autocomplete',
    '/x/api/v1/autocomplete',
    '/x?/api/v1/autocomplete',
    '/widget.json',
    '/widget/x/y.js',
    '/',
  ]) {
    const { statusCode, headers } = await preflight(url);
    assert.equal(statusCode, 200, url);
    assert.equal(headers['access-control-max-age'], undefined);
  }
});

test('a request that is no preflight continues to its route', async () => {
  assert.equal((await preflight('/api/v1/autocomplete', 'GET')).statusCode, 200);
});

test('§4.7 cross-origin: answers are open to any page', async () => {
  const { headers } = await createApp().inject({
    url: '/api/v1/autocomplete',
    headers: { origin: 'https://shop.example' },
  });
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(
    headers['access-control-expose-headers'],
    'Retry-After, X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
  );
  assert.equal(headers['access-control-allow-credentials'], undefined);
});

test('a key with origins answers those pages only', async () => {
  const app = createApp(['https://shop.example', 'https://www.shop.example']);
  const { headers, json } = await app.inject({ url: '/', headers: { origin: 'https://www.shop.example' } });
  assert.deepEqual(json(), { allowed: true });
  assert.equal(headers['access-control-allow-origin'], 'https://www.shop.example');
  for (const origin of ['https://evil.example', 'http://shop.example', 'https://shop.example:8443', 'null']) {
    const refused = await app.inject({ url: '/', headers: { origin } });
    assert.deepEqual(refused.json(), { allowed: false }, origin);
  }
});

test('a request without an origin is not from a page', async () => {
  const { headers, json } = await createApp(['https://shop.example']).inject({ url: '/' });
  assert.deepEqual(json(), { allowed: true });
  assert.equal(headers['access-control-allow-origin'], '*');
});
