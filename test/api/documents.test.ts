/**
 * What the service publishes about its API (§9; Contract §1): the OpenAPI document and its page. That every answer
 * matches the document is checked by all tests of this folder.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { errorStatus } from '../../contract/words/errors.ts';
import { anyEngine } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { readEveryOperation } from '../support/operations.ts';
import { useSharedService } from '../support/use-service.ts';

/** The operations of SPEC §4.1 and Contract that are built. */
const built = [
  'DELETE /api/v1/products/{external_id}',
  'GET /api/v1/autocomplete',
  'GET /api/v1/health',
  'GET /api/v1/product-imports',
  'GET /api/v1/product-imports/{import_id}',
  'GET /api/v1/product-imports/{import_id}/failures',
  'GET /api/v1/products',
  'GET /api/v1/products/{external_id}',
  'GET /api/v1/synonyms',
  'PATCH /api/v1/products/{external_id}',
  'POST /api/v1/product-imports',
  'POST /api/v1/products',
  'PUT /api/v1/products/{external_id}',
  'PUT /api/v1/synonyms',
];

interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Readonly<Record<string, object>> }>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

interface DocumentedOperation {
  readonly summary?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean }[];
  readonly responses: Readonly<Record<string, object>>;
}

/** Every `$ref` in a JSON value, at any depth. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) =>
    key === '$ref' && typeof below === 'string' ? [below] : references(below),
  );
}

describe('documents', () => {
  const service = useSharedService(anyEngine);
  const read = async () => (await service.request('GET', '/openapi.json')).as<OpenApi>();

  test('Contract §1 the API is described as OpenAPI 3.1', async () => {
    const document = await read();
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert.equal(document.info.title, 'Foretype');
    assert.match(document.info.version, /^\d+\.\d+\.\d+/);
    assert.ok(document.security.length >= 2);
  });

  test('§9.1 namespace: every documented path lies under /api/v1', async () => {
    const operations = await readEveryOperation(service);
    for (const { path } of operations) assert.match(path, /^\/api\/v1\//);
    const names = operations.map(({ method, path }) => `${method} ${path}`).sort();
    for (const name of built) assert.ok(names.includes(name), `${name} is not documented`);
  });

  test('every operation describes its effect and its failures', async () => {
    const { paths } = await read();
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { summary, responses }] of Object.entries(methods)) {
        assert.ok(summary, `${method} ${path} has no summary`);
        for (const status of ['200', '401', '403', '408', '413', '422', '429', '500', '503']) {
          assert.ok(responses[status], `${method} ${path} does not document ${status}`);
        }
      }
    }
  });

  test('every reference of the document leads to something', async () => {
    const document = await read();
    const found = references(document);
    assert.ok(found.length > 20);
    for (const reference of new Set(found)) {
      const name = /^#\/components\/schemas\/([\w-]+)$/.exec(reference)?.[1];
      assert.ok(name !== undefined && document.components.schemas[name], reference);
    }
  });

  test('an order names its store and one of two signatures', async () => {
    const { paths, components } = await read();
    const { security = [], parameters = [] } = paths['/api/v1/product-feeds/{feed_id}/orders']?.post ?? {};
    assert.deepEqual(
      parameters.map(({ name, required }) => [name, required]),
      [
        ['feed_id', true],
        ['store', true],
      ],
    );
    const headers = security.flatMap(Object.keys).map((name) => {
      const { type, in: place, name: header } = components.securitySchemes[name] ?? {};
      return [type, place, header];
    });
    assert.deepEqual(headers, [
      ['apiKey', 'header', 'X-Shopify-Hmac-Sha256'],
      ['apiKey', 'header', 'X-WC-Webhook-Signature'],
    ]);
    assert.equal(security.length, 2, 'one of them is enough');
    const optional = paths['/api/v1/autocomplete']?.get?.parameters?.find(({ name }) => name === 'limit');
    assert.notEqual(optional?.required, true, 'a parameter with a default may be left out');
  });

  test('§7.7 codes: the document names exactly the codes of the catalogue', async () => {
    const code = (await read()).components.schemas.Error?.properties.code as { enum: string[] } | undefined;
    assert.deepEqual(code?.enum.toSorted(), Object.keys(errorStatus).sort());
  });

  test('Contract §1 /docs shows the document to people', async () => {
    const answer = await service.request('GET', '/docs');
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    const assets = Array.from(
      answer.text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g),
      ([, asset]) => asset ?? '',
    );
    assert.ok(assets.length > 0, answer.text);
    for (const asset of assets) {
      const { pathname } = new URL(asset, `${service.current().origin}/docs/`);
      assert.equal((await service.request('GET', pathname)).status, 200, asset);
    }
    const reference = (await service.request('GET', '/docs/api')).text;
    for (const { method, path } of await readEveryOperation(service)) {
      assert.ok(
        reference.includes(`<code dir="auto">${path}</code>`),
        `${method} ${path} is not in /docs/api`,
      );
    }
  });

  test('a search of the documentation answers like autocomplete', async () => {
    const answer = await service.request('GET', '/docs/search?q=webhook%20signature&limit=3');
    const { products } = answer.as<{ products: { title: string; category: string; url: string }[] }>();
    assert.equal(answer.status, 200);
    assert.ok(products.length > 0 && products.length <= 3);
    assert.ok(
      products.some(({ url }) => url.startsWith('/docs/webhooks')),
      answer.text,
    );
    expectError(await service.request('GET', '/docs/search?limit=0'), 'validation_failed');
  });

  test('documents are prepared once, and known by a tag', async () => {
    const paths = ['/openapi.json', '/docs', '/docs/operating', '/demo/storefront.css'];
    for (const path of paths) {
      const plain = await service.request('GET', path, { headers: { 'accept-encoding': 'identity' } });
      const etag = plain.headers.get('etag') ?? assert.fail(`${path} has no tag`);
      const known = await service.request('GET', path, {
        headers: { 'accept-encoding': 'identity', 'if-none-match': `W/${etag}` },
      });
      assert.deepEqual([known.status, known.text], [304, ''], path);
      const packed = await service.request('GET', path, { headers: { 'accept-encoding': 'gzip' } });
      assert.equal(packed.headers.get('content-encoding'), 'gzip', path);
      assert.equal(packed.text, plain.text, path);
      assert.notEqual(packed.headers.get('etag'), etag, path);
    }
    for (const path of ['/docs/sections.json', '/docs/index.html.gz', '/docs/%2e%2e%2fbuild.ts']) {
      expectError(await service.request('GET', path), 'not_found');
    }
    expectError(await service.request('POST', '/docs'), 'method_not_allowed');
  });

  test('an unknown page is a page for browsers only', async () => {
    const page = await service.request('GET', '/docs/unknown', { headers: { accept: 'text/html,*/*' } });
    assert.equal(page.status, 404);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(page.text, /Page not found/);
    assert.ok(page.headers.has('content-security-policy'));
    expectError(await service.request('GET', '/docs/unknown'), 'not_found');
  });

  test('pages and plain documents share one icon', async () => {
    const { text } = await service.request('GET', '/docs');
    const [, href = ''] = /rel="shortcut icon" href="([^"]+)"/.exec(text) ?? [];
    for (const path of [href, '/favicon.ico']) {
      const icon = await service.request('GET', path);
      assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/svg+xml'], path);
    }
  });

  test('the pages load nothing from another host', async () => {
    const { text, headers } = await service.request('GET', '/docs');
    assert.doesNotMatch(text, /(?:src|href)="(?:https?:)?\/\//);
    const policy = headers.get('content-security-policy') ?? assert.fail('no policy');
    // Nothing answers https where the service is reached without TLS.
    assert.doesNotMatch(policy, /upgrade-insecure-requests/);
  });
});
