/**
 * Bodies of JSON lines and the mode `partial` through the public API (Contract §10), on both databases, over real sockets. What a
 * merge gives is proved beside server/ingest/patch-rows.ts.
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { limits } from '../../contract/limits.ts';
import { anyEngine, engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import type { RequestOptions } from '../support/start-test-service.ts';
import {
  ask,
  type Caller,
  getProduct,
  type ImportView,
  importProducts,
  productInput,
} from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const imports = '/api/v1/product-imports';
const linesHeader = { 'content-type': 'application/x-ndjson' };

function toLines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

async function send(
  store: Caller,
  body: string | Uint8Array,
  { query = '', headers = {} }: { query?: string; headers?: RequestOptions['headers'] } = {},
) {
  return await store.request('POST', `${imports}${query}`, { body, headers: { ...linesHeader, ...headers } });
}

/** Sends lines and waits for the end of their import. */
async function importLines(store: Caller, rows: readonly unknown[], query = ''): Promise<ImportView> {
  const answer = await send(store, toLines(rows), { query });
  assert.equal(answer.status, 202, answer.text);
  return await ended(store, answer.as<{ import: ImportView }>().import);
}

async function ended(store: Caller, { links }: ImportView): Promise<ImportView> {
  let run: ImportView | null = null;
  await waitUntil('the end of the import', async () => {
    run = (await store.request('GET', new URL(links.self).pathname)).as<ImportView>();
    return run.status === 'completed' || run.status === 'failed';
  });
  return run ?? assert.fail('no import');
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);

    test('Contract §10 lines are answered 202 with an import to poll', async () => {
      const store = await service.createStore();
      const answer = await send(
        store,
        toLines([productInput('a', { title: 'Zebra lamp' }), productInput('b')]),
      );
      assert.equal(answer.status, 202, answer.text);
      const { message, import: run } = answer.as<{ message: string; import: ImportView }>();
      assert.equal(message, 'The import was queued.');
      assert.deepEqual([run.status, run.source, run.filename], ['pending', 'api', 'api.ndjson']);
      const over = await ended(store, run);
      assert.deepEqual([over.status, over.total_rows, over.created_rows], ['completed', 2, 2]);
      assert.equal((await ask(store, 'zeb')).products[0]?.title, 'Zebra lamp');
    });

    test('a faulty line fails alone, the last one too', async () => {
      const store = await service.createStore();
      const body = `${toLines([productInput('a')])}\n{"external_id": \n"text"\n${JSON.stringify({ id: 'x' })}\n{"id`;
      const answer = await send(store, body);
      const run = await ended(store, answer.as<{ import: ImportView }>().import);
      assert.deepEqual([run.status, run.created_rows, run.failed_rows], ['completed', 1, 4]);
      assert.deepEqual(
        run.failures.map(({ line, code }) => [line, code]),
        [
          [3, 'row_malformed'],
          [4, 'row_malformed'],
          [5, 'title_missing'],
          [6, 'row_malformed'],
        ],
      );
    });

    test('a line that holds no product says why', async () => {
      const store = await service.createStore();
      const nested = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`;
      const tooLong = JSON.stringify({ title: 'x'.repeat(1_100_000) });
      const body = ['lamp', nested, JSON.stringify({ products: [productInput('a')] }), tooLong].join('\n');
      const answer = await send(store, body);
      const run = await ended(store, answer.as<{ import: ImportView }>().import);
      const said = [/no JSON object/, /32 levels deep/, /a line of its own/, /1,048,576 characters/];
      for (const [place, expected] of said.entries())
        assert.match(run.failures[place]?.message ?? '', expected);
      assert.doesNotMatch(run.failures[3]?.message ?? '', /feed/);
    });

    test('the refusal of another type names both types', async () => {
      const store = await service.createStore();
      const answer = await send(store, 'a,b', { headers: { 'content-type': 'text/csv' } });
      assert.match(
        answer.as<{ message: string }>().message,
        /application\/json or application\/x-ndjson, got "text\/csv"/,
      );
    });

    test('Contract §10 partial lines change stored products only', async () => {
      const store = await service.createStore();
      await importProducts(store, [productInput('a', { brand: 'B' }), productInput('b')]);
      const rows = [
        { id: 'a', price: 5 },
        { id: 'new', price: 5 },
        { id: 'a', in_stock: false },
      ];
      const run = await importLines(store, rows, '?mode=partial');
      assert.deepEqual([run.valid_rows, run.failed_rows, run.created_rows], [2, 1, 0]);
      assert.deepEqual(
        run.failures.map(({ row, external_id: id, code }) => [row, id, code]),
        [[2, 'new', 'product_unknown']],
      );
      const { price, brand, in_stock: inStock } = await getProduct(store, 'a');
      assert.deepEqual([price, brand, inStock], ['5.00', 'B', false]);
    });

    test('Contract §10 a JSON batch takes the mode partial too', async () => {
      const store = await service.createStore();
      await importProducts(store, [productInput('a', { title: 'Old lamp' })]);
      const body = {
        products: [
          { id: 'a', title: 'Quokka lamp' },
          { id: 'b', title: 'None' },
        ],
      };
      const answer = await store.request('POST', `${imports}?mode=partial`, { body });
      assert.equal(answer.status, 200, answer.text);
      const { import: run } = answer.as<{ import: ImportView }>();
      assert.deepEqual([run.updated_rows, run.issues[0]?.code], [1, 'product_unknown']);
      assert.equal((await ask(store, 'quokka')).products.length, 1);
    });

    test('a trial run of lines writes nothing', async () => {
      const store = await service.createStore();
      const run = await importLines(store, [productInput('a')], '?dry_run=true');
      assert.deepEqual([run.dry_run, run.created_rows], [true, 1]);
      expectError(await store.request('GET', '/api/v1/products/a'), 'not_found');
    });

    test('packed lines are read, broken packing is refused', async () => {
      const store = await service.createStore();
      const packed = gzipSync(toLines([productInput('a')]));
      const headers = { 'content-encoding': 'gzip' };
      const answer = await send(store, packed, { headers });
      assert.equal(answer.status, 202, answer.text);
      assert.equal((await ended(store, answer.as<{ import: ImportView }>().import)).created_rows, 1);
      expectError(await send(store, packed.subarray(0, -9), { headers }), 'malformed_request');
      expectError(
        await send(store, packed, { headers: { 'content-encoding': 'br' } }),
        'unsupported_media_type',
      );
    });

    test('a bomb of packed lines is refused, and none of it kept', async () => {
      const store = await service.createStore();
      const bomb = gzipSync(Buffer.alloc(24 * 1024 * 1024, ' '), { level: 9 });
      const headers = { 'content-encoding': 'gzip' };
      const answer = await send(store, bomb, { headers });
      expectError(answer, 'payload_too_large');
      assert.match(answer.text, /over 200 times its size/);
      const { files } = service.current().storage.reader(store.store.id);
      assert.deepEqual([await files.count(), await files.sumBytes()], [0, 0]);
      assert.deepEqual((await store.request('GET', imports)).as<{ imports: unknown[] }>().imports, []);
      // Blanks within the free size are lines like others.
      const small = gzipSync(`${'\n'.repeat(8 * 1024 * 1024)}${toLines([productInput('a')])}`);
      const run = await ended(
        store,
        (await send(store, small, { headers })).as<{ import: ImportView }>().import,
      );
      assert.equal(run.created_rows, 1);
    });

    test('lines without a product are refused or fail', async () => {
      const store = await service.createStore();
      expectError(await send(store, ''), 'malformed_json');
      const run = await ended(store, (await send(store, '\n \n')).as<{ import: ImportView }>().import);
      assert.deepEqual(
        [run.status, run.error],
        ['failed', 'There is no line with a product in it; send one product a line.'],
      );
    });

    test('Contract §5 repeated lines give the first import again', async () => {
      const store = await service.createStore();
      const headers = { 'idempotency-key': 'lines-1' };
      const lines = toLines([productInput('a')]);
      const first = (await send(store, lines, { headers })).as<{ import: ImportView }>().import;
      await ended(store, first);
      const again = (await send(store, lines, { headers })).as<{ import: ImportView }>().import;
      assert.deepEqual([again.id, again.status], [first.id, 'completed']);
      const other = await send(store, lines, { headers, query: '?mode=partial' });
      assert.equal(expectError(other, 'validation_failed')[0]?.code, 'idempotency_key_reused');
    });

    test('lines that break off leave no file and no import', async () => {
      const store = await service.createStore();
      const { hostname, host, port } = new URL(service.current().nodeOrigin);
      const socket = connect({ host: hostname, port: Number(port) });
      const head = [`POST ${imports} HTTP/1.1`, `Host: ${host}`, `X-Api-Key: ${store.keys.secret}`];
      const length = 2 * limits.fileChunkBytes;
      socket.write(
        `${head.join('\r\n')}\r\nContent-Type: application/x-ndjson\r\nContent-Length: ${length}\r\n\r\n`,
      );
      socket.write(toLines([productInput('a', { description: 'a'.repeat(limits.fileChunkBytes) })]));
      const files = () => service.current().storage.reader(store.store.id).files.count();
      await waitUntil('the first chunk', async () => (await files()) === 1);
      socket.destroy();
      await waitUntil('the end of the file', async () => (await files()) === 0);
      assert.deepEqual((await store.request('GET', imports)).as<{ imports: unknown[] }>().imports, []);
    });

    test('many bodies of lines at once are all taken', async () => {
      const store = await service.createStore();
      const ids = Array.from({ length: 3 * limits.filesPerStore }, (_, place) => `at-once-${place}`);
      const answers = await Promise.all(ids.map((id) => send(store, toLines([productInput(id)]))));
      assert.deepEqual(
        answers.map(({ status }) => status),
        ids.map(() => 202),
      );
      await waitUntil('all imports', async () => {
        const { products } = (await store.request('GET', '/api/v1/health')).as<{
          products: { total: number };
        }>();
        return products.total === ids.length;
      });
    });

    test('lines need a secret key and known parameters', async () => {
      const store = await service.createStore();
      const body = toLines([productInput('a')]);
      const call = (key: string | null, query = '') =>
        store.request('POST', `${imports}${query}`, { body, key, headers: linesHeader });
      expectError(await call(null), 'missing_api_key');
      expectError(await call(store.keys.storefront), 'insufficient_scope');
      expectError(await send(store, body, { query: '?mode=replace' }), 'validation_failed');
    });
  });
}

describe('long products', () => {
  const service = useSharedService(anyEngine);
  const count = 36;
  const ids = Array.from({ length: count }, (_, place) => `long-${place}`);

  test('long products are changed by lines, not by one batch', async () => {
    const store = await service.createStore();
    const description = 'a '.repeat(499_000);
    for (const part of [ids.slice(0, 18), ids.slice(18)]) {
      await importProducts(
        store,
        part.map((id) => productInput(id, { description })),
      );
    }
    const rows = ids.map((id) => ({ id, price: 5 }));
    const batch = await store.request('POST', `${imports}?mode=partial`, { body: { products: rows } });
    expectError(batch, 'payload_too_large');
    assert.equal((await getProduct(store, 'long-0')).price, '12.90');
    const run = await importLines(store, rows, '?mode=partial');
    assert.deepEqual([run.status, run.updated_rows, run.processed_rows], ['completed', count, count]);
  });
});
