/**
 * Failures of every kind through the public API (§7; Contract §3), on both databases: each has the status and the
 * code of the catalogue, in the one shape, and none takes the service down.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createSystemClock } from '../../server/clock.ts';
import { anyEngine, engines, onOneNode } from '../support/engines.ts';
import { expectError, expectErrorShape } from '../support/expect-error.ts';
import { fillPath, publicPaths, readEveryOperation } from '../support/operations.ts';
import { closeRawSockets, sendRaw } from '../support/raw-request.ts';
import { converse, parseAnswer } from '../support/raw-socket.ts';
import { getProduct, importProducts, productInput } from '../support/store-calls.ts';
import { useService, useSharedService } from '../support/use-service.ts';

const imports = '/api/v1/product-imports';
const products = '/api/v1/products';
const autocomplete = '/api/v1/autocomplete';
const mebibyte = 1024 * 1024;
after(closeRawSockets);

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);

    test('§7.1 body, §7.6 statuses: an unknown path is not found', async () => {
      const store = await service.createStore();
      const paths = [
        '/api',
        '/api/v1',
        '/api/v1/',
        '/api/v1/nothing',
        '/api/v1/products/a/b',
        '/nothing',
        '//',
      ];
      for (const path of paths) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          expectError(await store.request(method, path), 'not_found');
          expectError(await service.request(method, path), 'not_found');
        }
      }
    });

    test('§9.2 version: no other version of the API answers', async () => {
      const store = await service.createStore();
      for (const version of ['v0', 'v2', 'V1', 'v1.0', '1']) {
        expectError(await store.request('GET', `/api/${version}/autocomplete`), 'not_found');
      }
    });

    test('Contract §3 another method of a known path is 405 with Allow', async () => {
      const store = await service.createStore();
      const operations = await readEveryOperation(service);
      for (const path of new Set(operations.map((operation) => operation.path))) {
        const documented = operations
          .filter((operation) => operation.path === path)
          .map(({ method }) => method);
        const allowed = new Set([...documented, ...(documented.includes('GET') ? ['HEAD'] : [])]);
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
          if (allowed.has(method) || (method === 'OPTIONS' && publicPaths.includes(path))) continue;
          const answer = await store.request(method, fillPath(path, 'a'));
          expectError(answer, 'method_not_allowed');
          const allow = (answer.headers.get('allow') ?? '').split(', ');
          assert.deepEqual(new Set(allow), allowed, `${method} ${path}`);
        }
      }
    });

    test('Contract §3 a body that is not declared as JSON is 415', async () => {
      const store = await service.createStore();
      const body = JSON.stringify(productInput('a'));
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/jsonp',
        'x',
      ];
      for (const type of types) {
        const answer = await store.request('POST', imports, { body, headers: { 'content-type': type } });
        expectError(answer, 'unsupported_media_type');
      }
      const { origin } = service.current();
      const headers = { 'x-api-key': store.keys.secret };
      expectError(
        await sendRaw(origin, { method: 'POST', path: imports, headers, body }),
        'unsupported_media_type',
      );
      const brotli = await store.request('POST', imports, { body, headers: { 'content-encoding': 'br' } });
      expectError(brotli, 'unsupported_media_type');
    });

    test('a JSON body may name its charset', async () => {
      const store = await service.createStore();
      for (const type of [
        'application/json; charset=utf-8',
        'APPLICATION/JSON',
        'application/json;charset="utf-8"',
      ]) {
        const answer = await store.request('POST', imports, {
          body: productInput('a'),
          headers: { 'content-type': type },
        });
        assert.equal(answer.status, 200, `${type} ${answer.text}`);
      }
    });

    test('Contract §3 a body that is not JSON is 400 and stores nothing', async () => {
      const store = await service.createStore();
      const bodies: (string | Uint8Array)[] = [
        '',
        ' ',
        '{',
        '{"products":[',
        "{'a':1}",
        '{"a":1}}',
        'NaN',
        '[1,]',
        '\0',
      ];
      bodies.push(Buffer.from([0x22, 0xc3, 0x28, 0x22]), Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
      for (const body of bodies) {
        expectError(await store.request('POST', imports, { body }), 'malformed_json');
        expectError(await store.request('PUT', `${products}/a`, { body }), 'malformed_json');
      }
      expectError(await store.request('POST', imports), 'malformed_json');
      assert.deepEqual((await store.request('GET', imports)).as<{ imports: [] }>().imports, []);
    });

    test('a body deeper than 64 levels is 400 everywhere', async () => {
      const store = await service.createStore();
      const body = `{"external_id":"a","attributes":${'['.repeat(1_000_000)}`;
      const doors = [
        ['POST', imports],
        ['POST', products],
        ['PUT', `${products}/a`],
        ['PATCH', `${products}/a`],
      ] as const;
      for (const [method, path] of doors) {
        const answer = await store.request(method, path, { body });
        expectError(answer, 'malformed_json');
        assert.match(answer.text, /more than 64 levels deep/, `${method} ${path}`);
      }
      const settings = `{"session_id":"a","name":${'{"a":'.repeat(10_000)}`;
      const smallDoors = [
        ['POST', '/api/v1/events'],
        ['POST', '/api/v1/collections'],
        ['POST', '/api/v1/product-feeds'],
        ['PUT', '/api/v1/synonyms'],
        ['PUT', '/api/v1/merchandising'],
        ['POST', '/dashboard/api/session'],
      ] as const;
      for (const [method, path] of smallDoors) {
        const answer = await store.request(method, path, { body: settings });
        expectError(answer, 'malformed_json');
        assert.match(answer.text, /more than 64 levels deep/, `${method} ${path}`);
      }
    });

    test('Contract §5 a batch without products or a field of one is 422', async () => {
      const store = await service.createStore();
      for (const body of [{}, { items: [productInput('a')] }, { product: productInput('a') }]) {
        const [fault] = expectError(await store.request('POST', imports, { body }), 'validation_failed');
        assert.deepEqual([fault?.path, fault?.code], ['', 'products_missing']);
      }
      assert.deepEqual((await store.request('GET', imports)).as<{ imports: [] }>().imports, []);
    });

    test('a byte order mark before the JSON does no harm', async () => {
      const store = await service.createStore();
      const answer = await store.request('POST', imports, {
        body: `\uFEFF${JSON.stringify(productInput('a'))}`,
      });
      assert.equal(answer.status, 200, answer.text);
    });

    test('Contract §3 a body over 32 MiB is 413, one just below is read', async () => {
      const store = await service.createStore();
      const padded = (bytes: number) => {
        const body = Buffer.alloc(bytes, ' ');
        body.write(JSON.stringify(productInput('a')));
        return body;
      };
      const { nodeOrigin: origin } = service.current();
      const headers = { 'x-api-key': store.keys.secret, 'content-type': 'application/json' };
      const declared = { ...headers, 'content-length': String(33 * mebibyte) };
      const path = imports;
      // The answer comes before the body: nothing of it is sent.
      const early = await converse(
        origin,
        `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${Object.entries(declared)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n`,
      );
      expectError(parseAnswer(early), 'payload_too_large');
      const fitting = await store.request('POST', path, { body: padded(32 * mebibyte) });
      assert.equal(fitting.status, 200, fitting.text);
    });

    test('Contract §3 a batch of 10,001 rows is 413, one of 10,000 is taken', async () => {
      const store = await service.createStore();
      const rows = (count: number) => ({ products: Array.from({ length: count }, () => 0) });
      expectError(await store.request('POST', imports, { body: rows(10_001) }), 'payload_too_large');
      const answer = await store.request('POST', imports, { body: rows(10_000) });
      assert.equal(answer.as<{ import: { failed_rows: number } }>().import.failed_rows, 10_000);
    });

    test('a gzip body is taken, also by PUT', async () => {
      const store = await service.createStore();
      const headers = { 'content-encoding': 'gzip' };
      const body = gzipSync(JSON.stringify(productInput('a', { title: 'Zipped' })));
      assert.equal((await store.request('POST', imports, { body, headers })).status, 200);
      assert.equal((await store.request('PUT', `${products}/a`, { body, headers })).status, 200);
      assert.equal((await getProduct(store, 'a')).title, 'Zipped');
    });

    test('a gzip body over 32 MiB is 413 in bounded memory', async () => {
      const store = await service.createStore();
      const bomb = gzipSync(Buffer.alloc(256 * mebibyte, ' '));
      const before = process.memoryUsage.rss();
      const answer = await store.request('POST', imports, {
        body: bomb,
        headers: { 'content-encoding': 'gzip' },
      });
      expectError(answer, 'payload_too_large');
      assert.equal(answer.headers.get('connection'), 'close', 'the rest is not waited for');
      assert.ok(process.memoryUsage.rss() - before < 128 * mebibyte, 'the bomb was not unpacked');
    });

    test('a broken gzip body is 400 and harms nothing else', async () => {
      const store = await service.createStore();
      const whole = gzipSync(JSON.stringify(productInput('a', { title: 'x'.repeat(200) })));
      const corrupt = Buffer.from(whole);
      corrupt.fill(0xff, 12, 40);
      for (const body of [corrupt, whole.subarray(0, whole.length - 10), Buffer.from('no gzip')]) {
        const answer = await store.request('POST', imports, {
          body,
          headers: { 'content-encoding': 'gzip' },
        });
        expectError(answer, 'malformed_request');
      }
      assert.equal((await importProducts(store, [productInput('b')])).valid_rows, 1);
    });

    test('Contract §3 every answer carries its own X-Request-Id', async () => {
      const store = await service.createStore();
      const calls: readonly (readonly [string, string])[] = [
        ['GET', autocomplete],
        ['GET', '/livez'],
        ['GET', '/openapi.json'],
        ['GET', '/nothing'],
        ['OPTIONS', autocomplete],
        ['TRACE', autocomplete],
        ['PUT', autocomplete],
        ['HEAD', autocomplete],
        ['GET', products],
      ];
      const ids = new Set<string | null>();
      for (const [method, path] of calls) {
        const headers = { 'x-api-key': store.keys.secret };
        const { origin } = service.current();
        ids.add((await sendRaw(origin, { method, path, headers })).headers.get('x-request-id'));
      }
      assert.ok(!ids.has(null));
      assert.equal(ids.size, calls.length);
    });

    test('an invalid percent-encoded path gets the one error shape', async () => {
      const store = await service.createStore();
      const headers = { 'x-api-key': store.keys.secret };
      const { origin } = service.current();
      for (const path of [
        `${products}/%`,
        `${products}/%zz`,
        `${products}/%C3%28`,
        '/%',
        `${products}/%E0%80%AF`,
      ]) {
        const answer = await sendRaw(origin, { method: 'GET', path, headers });
        assert.ok(answer.status === 400 || answer.status === 404, `${path} ${answer.text}`);
        expectErrorShape(answer);
      }
    });

    test('an overlong or empty id is a fault of the request', async () => {
      const store = await service.createStore();
      const body = { title: 'T', price: 1, url: 'https://shop.example/p' };
      const put = (id: string) => store.request('PUT', `${products}/${encodeURIComponent(id)}`, { body });
      for (const id of ['a'.repeat(255), '😀'.repeat(255), '%'.repeat(255)]) {
        assert.equal((await put(id)).status, 200, id);
        assert.equal((await getProduct(store, id)).external_id, id);
      }
      for (const id of ['a'.repeat(256), '😀'.repeat(256), ' ', '\u0000']) {
        assert.equal(expectError(await put(id), 'validation_failed')[0]?.path, 'external_id');
      }
      const { origin } = service.current();
      const headers = { 'x-api-key': store.keys.secret };
      const absurd = await sendRaw(origin, {
        method: 'GET',
        path: `${products}/${'a'.repeat(8_000)}`,
        headers,
      });
      assert.ok([404, 414, 422].includes(absurd.status), absurd.text);
      expectErrorShape(absurd);
    });

    test('broken HTTP and bad headers get the one error shape', async () => {
      const { nodeOrigin: origin } = service.current();
      const garbage = parseAnswer(await converse(origin, 'THIS IS NOT HTTP\r\n\r\n'));
      expectError(garbage, 'malformed_request');
      const oversized = `GET ${autocomplete} HTTP/1.1\r\nHost: x\r\nX-Padding: ${'x'.repeat(20_000)}\r\n\r\n`;
      expectError(parseAnswer(await converse(origin, oversized)), 'headers_too_large');
      const nameless = parseAnswer(await converse(origin, `GET ${autocomplete} HTTP/1.1\r\n\r\n`));
      expectError(nameless, 'malformed_request');
      assert.match(nameless.text, /needs a Host header/);
      for (const version of ['1.0', '1.1']) {
        const request = `GET /livez HTTP/${version}\r\nHost: a.example\r\nhost: b.example\r\n\r\n`;
        const torn = parseAnswer(await converse(origin, request));
        expectError(torn, 'malformed_request');
        assert.match(torn.text, /takes one Host header/);
      }
      assert.equal((await service.request('GET', '/livez')).status, 200);
    });

    test('§7.2 plan-limit: a batch over the plan is answered 200', async () => {
      const store = await service.createStore({ plan: 'free' });
      const run = await importProducts(
        store,
        Array.from({ length: 101 }, (_, index) => productInput(`p${index}`)),
      );
      assert.deepEqual([run.status, run.error, run.skipped_rows], ['completed', null, 1]);
    });
  });
}

describe('rate limits', () => {
  const system = createSystemClock();
  let standsAtMs: number | null = null;
  const clock = { ...system, monotonicMs: () => standsAtMs ?? system.monotonicMs() };
  const engine = onOneNode(anyEngine, 'a process counts requests by itself');
  const service = useService(engine, { FORETYPE_RATE_LIMIT: 'on' }, clock);

  /** Requests within no time: no budget fills again while they are counted, however slow the machine is. */
  async function flood(path: string, key: string, count: number) {
    const { origin } = service.current();
    const one = () => sendRaw(origin, { method: 'GET', path, headers: { 'x-api-key': key } });
    standsAtMs = system.monotonicMs();
    try {
      return await Promise.all(Array.from({ length: count }, one));
    } finally {
      standsAtMs = null;
    }
  }

  test('Contract §1 autocomplete is refused beyond 500 at once, then recovers', async () => {
    const store = await service.createStore();
    const answers = await flood(autocomplete, store.keys.storefront, 600);
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(refused.length, 100);
    for (const answer of refused.slice(0, 5)) {
      expectError(answer, 'rate_limited');
      assert.equal(answer.headers.get('ratelimit-limit'), '100');
      assert.equal(answer.headers.get('ratelimit-remaining'), '0');
      assert.match(answer.headers.get('ratelimit-reset') ?? '', /^\d+$/);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    }
    const preflight = await service.request('OPTIONS', autocomplete, {
      headers: { origin: 'https://a.example' },
    });
    assert.equal(preflight.status, 204, 'preflights are not counted');
  });

  test('Contract §1 management calls are counted by their key', async () => {
    const [one, other] = [await service.createStore(), await service.createStore()];
    const answers = await flood('/api/v1/health?no_such=1', one.keys.secret, 1_100);
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(refused.length, 100);
    assert.equal(refused[0]?.headers.get('ratelimit-limit'), '100', 'of the key, not of its store');
    expectNoCors(refused[0]?.headers);
    assert.equal((await other.request('GET', '/api/v1/health')).status, 200);
  });
});

function expectNoCors(headers: Headers | undefined): void {
  assert.equal(headers?.get('access-control-allow-origin'), null);
}
