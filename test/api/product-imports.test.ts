/**
 * Batches through the public API (§2.3, §3.1, §4.2, §4.3; Contract §5), on both databases. What a single field takes
 * is proved beside server/catalog; here it is what an import makes of good, bad, repeated and unchanged rows.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import {
  ask,
  type Caller,
  type FailureView,
  getProduct,
  type ImportView,
  importProducts,
  productInput,
  productPath,
  putProduct,
} from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

const imports = '/api/v1/product-imports';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

interface FailurePage {
  readonly failures: readonly FailureView[];
  readonly next_cursor: string | null;
}

async function readFailures(store: Caller, importId: string, cursor: string): Promise<FailurePage> {
  const answer = await store.request('GET', `${imports}/${importId}/failures?limit=60&cursor=${cursor}`);
  return answer.as<FailurePage>();
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine, { FORETYPE_ENRICHMENT_PROVIDER: 'offline' });

    test('§4.2 single: one product object as the body is one import', async () => {
      const store = await service.createStore();
      const answer = await store.request('POST', imports, { body: productInput('a') });
      assert.equal(answer.status, 200);
      const { import: run } = answer.as<{ import: ImportView }>();
      assert.deepEqual([run.total_rows, run.created_rows], [1, 1]);
      assert.equal((await getProduct(store, 'a')).title, 'Title of a');
    });

    test('§4.2 batch, §4.2 answer: a batch is answered with the message and a completed import', async () => {
      const store = await service.createStore();
      const body = { products: [productInput('a'), productInput('b')] };
      const answer = await store.request('POST', imports, { body });
      assert.equal(answer.status, 200);
      const { message, import: run, ...rest } = answer.as<{ message: string; import: ImportView }>();
      assert.deepEqual(rest, {});
      assert.equal(message, 'Products have been upserted.');
      assert.equal(run.status, 'completed');
      assert.deepEqual([run.total_rows, run.processed_rows, run.valid_rows], [2, 2, 2]);
      assert.deepEqual([run.failed_rows, run.skipped_rows, run.failure_count], [0, 0, 0]);
    });

    test('§4.2 upsert, §2.1 external-id: the same external_id again updates its product', async () => {
      const store = await service.createStore();
      const { id } = await putProduct(store, 'a', { brand: 'Acme' });
      const run = await importProducts(store, [productInput('a', { title: 'Renamed' }), productInput('b')]);
      assert.deepEqual([run.created_rows, run.updated_rows, run.unchanged_rows], [1, 1, 0]);
      const product = await getProduct(store, 'a');
      assert.deepEqual([product.id, product.title], [id, 'Renamed']);
      assert.equal(product.brand, null, 'an upsert replaces the whole input (Contract §4)');
    });

    test('§2.3 import, §2.3 id, §2.3 filename: an import carries every listed field', async () => {
      const store = await service.createStore();
      const run = await importProducts(store, [productInput('a'), productInput('b', { price: -1 })]);
      assert.match(run.id, uuid);
      assert.equal(run.filename, 'api.json');
      assert.equal(run.source, 'api');
      assert.equal(run.error, null);
      const counts = ['total', 'processed', 'valid', 'failed', 'skipped'].map((name) => `${name}_rows`);
      for (const name of [...counts, 'failure_count']) {
        assert.ok(Number.isInteger(Reflect.get(run, name)), name);
      }
    });

    test('§2.3 timestamps, §2.3 links-self: times have microseconds, the link leads back', async () => {
      const store = await service.createStore();
      const run = await importProducts(store, [productInput('a')]);
      assert.match(run.created_at, timestamp);
      assert.match(run.updated_at, timestamp);
      assert.equal(run.links.self, `${service.current().origin}${imports}/${run.id}`);
      const again = await store.request('GET', new URL(run.links.self).pathname);
      assert.deepEqual(again.as<ImportView>(), run);
    });

    test('§2.3 failed-rows, §7.3 completed: bad rows are counted and good ones stored', async () => {
      const store = await service.createStore();
      const run = await importProducts(store, [
        productInput('good-1'),
        productInput('bad-1', { price: -1 }),
        productInput('good-2'),
        'no object',
        null,
      ]);
      assert.equal(run.status, 'completed');
      assert.deepEqual([run.total_rows, run.valid_rows, run.failed_rows], [5, 2, 3]);
      assert.equal(run.failure_count, 3);
      assert.deepEqual(
        run.failures.map(({ row, code }) => [row, code]),
        [
          [2, 'price_negative'],
          [4, 'row_malformed'],
          [5, 'row_malformed'],
        ],
      );
      await getProduct(store, 'good-2');
      expectError(await store.request('GET', productPath('bad-1')), 'not_found');
    });

    test('Contract §5 a failed row lists all faults and repeats the first', async () => {
      const store = await service.createStore();
      const { failures } = await importProducts(store, [
        { external_id: 'a', price: 'cheap', url: 'javascript:alert(1)', currency: 'USD' },
      ]);
      const [failure] = failures;
      assert.ok(failure);
      assert.deepEqual([failure.row, failure.line, failure.external_id], [1, null, 'a']);
      assert.deepEqual(
        failure.errors.map(({ path, code, value }) => [path, code, value]),
        [
          ['/title', 'title_missing', null],
          ['/price', 'price_invalid', 'cheap'],
          ['/url', 'url_invalid', 'javascript:alert(1)'],
        ],
      );
      const { path, code, message, value } = failure;
      assert.deepEqual({ path, code, message, value }, failure.errors[0]);
    });

    test('Contract §5 the value of a failure is cut at 200 characters', async () => {
      const store = await service.createStore();
      const { failures } = await importProducts(store, [productInput('a', { url: '😀'.repeat(300) })]);
      assert.equal(Array.from(failures[0]?.value ?? '').length, 200);
    });

    test('Contract §5 the last of several rows with one id wins', async () => {
      const store = await service.createStore();
      const run = await importProducts(store, [
        productInput('a', { title: 'First' }),
        productInput('b'),
        productInput('a', { title: 'Second', price: -1 }),
        productInput('a', { title: 'Third' }),
      ]);
      assert.deepEqual([run.total_rows, run.valid_rows, run.failed_rows], [4, 3, 1]);
      assert.equal(run.created_rows, 2);
      assert.equal((await getProduct(store, 'a')).title, 'Third');
    });

    test('Contract §5 issues group the faults of an import by code', async () => {
      const store = await service.createStore();
      const bad = Array.from({ length: 7 }, (_, index) => productInput(`p${index}`, { price: 'x' }));
      const { issues } = await importProducts(store, [...bad, productInput('u', { url: 'x' })]);
      assert.deepEqual(issues, [
        { code: 'price_invalid', count: 7, sample_rows: [1, 2, 3, 4, 5] },
        { code: 'url_invalid', count: 1, sample_rows: [8] },
      ]);
    });

    test('Contract §5 an import shows 100 failures and pages through all', async () => {
      const store = await service.createStore();
      const bad = Array.from({ length: 150 }, (_, index) => productInput(`p${index}`, { price: 'x' }));
      const run = await importProducts(store, bad);
      assert.equal(run.failures.length, 100);
      assert.equal(run.failure_count, 150);
      const rows: number[] = [];
      let pages = 0;
      for (let cursor: string | null = ''; cursor !== null; pages += 1) {
        const page = await readFailures(store, run.id, cursor);
        rows.push(...page.failures.map(({ row }) => row));
        cursor = page.next_cursor;
      }
      assert.equal(pages, 3);
      assert.deepEqual(
        rows,
        Array.from({ length: 150 }, (_, index) => index + 1),
      );
    });

    test('Contract §5 failures as CSV hold the columns as received', async () => {
      const store = await service.createStore();
      const { id } = await importProducts(store, [
        { external_id: 'a', title: 'A "quoted", title', price: 'x', url: 'https://shop.example/a' },
        { external_id: 'b', title: '=1+1', price: '9', url: 'y', Colour: 'red' },
      ]);
      const answer = await store.request('GET', `${imports}/${id}/failures?format=csv`);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/);
      const lines = answer.text.split('\r\n');
      assert.equal(lines[0], 'external_id,title,price,url,Colour,_row,_error_code,_error');
      assert.match(lines[1] ?? '', /^a,"A ""quoted"", title",x,https:\/\/shop\.example\/a,,1,price_invalid,/);
      assert.match(lines[2] ?? '', /^b,'=1\+1,9,y,red,2,url_invalid,/);
      assert.equal(lines.length, 4);
    });

    test('Contract §5 imports are listed newest first, page by page', async () => {
      const store = await service.createStore();
      const ids: string[] = [];
      for (const id of ['a', 'b', 'c']) ids.unshift((await importProducts(store, [productInput(id)])).id);
      type Page = { imports: ImportView[]; next_cursor: string | null };
      const first = (await store.request('GET', `${imports}?limit=2`)).as<Page>();
      assert.deepEqual(
        first.imports.map(({ id }) => id),
        ids.slice(0, 2),
      );
      const rest = (await store.request('GET', `${imports}?limit=2&cursor=${first.next_cursor}`)).as<Page>();
      assert.deepEqual(
        rest.imports.map(({ id }) => id),
        ids.slice(2),
      );
      assert.equal(rest.next_cursor, null);
    });

    test('Contract §5 a dry run answers the counts and writes nothing', async () => {
      const store = await service.createStore();
      await putProduct(store, 'a', { title: 'Before' });
      const products = [
        productInput('a', { title: 'After' }),
        productInput('b'),
        productInput('c', { url: '' }),
      ];
      const answer = await store.request('POST', `${imports}?dry_run=true`, { body: { products } });
      assert.equal(answer.status, 200);
      const { import: run } = answer.as<{ import: ImportView }>();
      assert.equal(run.dry_run, true);
      assert.deepEqual([run.created_rows, run.updated_rows, run.failed_rows], [1, 1, 1]);
      assert.equal((await getProduct(store, 'a')).title, 'Before');
      expectError(await store.request('GET', productPath('b')), 'not_found');
      expectError(await store.request('GET', `${imports}/${run.id}`), 'not_found');
      assert.deepEqual((await ask(store, 'After')).products, []);
    });

    test('Contract §5 the same body with the same Idempotency-Key is one import', async () => {
      const store = await service.createStore();
      const options = { body: { products: [productInput('a')] }, headers: { 'idempotency-key': 'k-1' } };
      const first = await store.request('POST', imports, options);
      await putProduct(store, 'a', { title: 'Changed since' });
      const second = await store.request('POST', imports, options);
      assert.deepEqual(second.as(), first.as());
      assert.equal((await getProduct(store, 'a')).title, 'Changed since');
    });

    test('Contract §5 an Idempotency-Key with another body is refused', async () => {
      const store = await service.createStore();
      const headers = { 'idempotency-key': 'k-1' };
      await store.request('POST', imports, { body: productInput('a'), headers });
      const other = await store.request('POST', imports, { body: productInput('b'), headers });
      const errors = expectError(other, 'validation_failed');
      assert.equal(errors[0]?.path, 'Idempotency-Key');
      expectError(await store.request('GET', productPath('b')), 'not_found');
      const stranger = await service.createStore();
      const theirs = await stranger.request('POST', imports, { body: productInput('b'), headers });
      assert.equal(theirs.status, 200, 'keys of two stores have nothing to do with each other');
    });

    test('Contract §5 a request under way holds its Idempotency-Key', async () => {
      const store = await service.createStore();
      const products = Array.from({ length: 3_000 }, (_, index) => productInput(`p${index}`));
      const options = { body: { products }, headers: { 'idempotency-key': 'k-1' } };
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => store.request('POST', imports, options)),
      );
      const done = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status !== 200);
      assert.ok(done.length >= 1 && refused.length >= 1, `${done.length} of 4 were done`);
      for (const answer of refused) expectError(answer, 'idempotency_conflict');
      const ids = new Set(done.map((answer) => answer.as<{ import: ImportView }>().import.id));
      assert.equal(ids.size, 1);
      const listed = (await store.request('GET', imports)).as<{ imports: ImportView[] }>().imports;
      assert.equal(listed.length, 1);
    });

    test('Contract §5 an Idempotency-Key takes 1 to 255 characters', async () => {
      const store = await service.createStore();
      const send = (key: string) =>
        store.request('POST', imports, { body: productInput('a'), headers: { 'idempotency-key': key } });
      assert.equal((await send('k'.repeat(255))).status, 200);
      expectError(await send('k'.repeat(256)), 'validation_failed');
    });

    test('§3.1 enrichment: only new rows and changed wording are queued', async () => {
      const store = await service.createStore();
      const lamp = productInput('lamp', { title: 'Lamp', category: 'Light', color: 'red' });
      const counts = ({ queued_rows, updated_rows, unchanged_rows }: ImportView) => [
        queued_rows,
        updated_rows,
        unchanged_rows,
      ];
      assert.deepEqual(counts(await importProducts(store, [lamp])), [1, 0, 0]);
      assert.deepEqual(counts(await importProducts(store, [lamp])), [0, 0, 1]);
      assert.deepEqual(
        counts(await importProducts(store, [{ ...lamp, price: 1, in_stock: 'no' }])),
        [0, 1, 0],
      );
      assert.deepEqual(counts(await importProducts(store, [{ ...lamp, category: 'Lighting' }])), [1, 1, 0]);
      assert.deepEqual(counts(await importProducts(store, [{ ...lamp, color: 'blue' }])), [1, 1, 0]);
    });

    test('§3.1 upload-absent: products that a batch does not name stay unchanged', async () => {
      const store = await service.createStore();
      const before = await putProduct(store, 'a');
      await importProducts(store, [productInput('b')]);
      const { search_phrases, suggestion_phrases } = before;
      // Phrases come whenever they are ready.
      assert.deepEqual({ ...(await getProduct(store, 'a')), search_phrases, suggestion_phrases }, before);
    });

    test('§3.1 omitted, §3.1 false: a batch sets the stock of each product it names', async () => {
      const store = await service.createStore();
      await importProducts(store, [
        productInput('a'),
        productInput('b', { in_stock: ' ' }),
        productInput('c', { in_stock: 'No' }),
        productInput('d', { in_stock: 0 }),
      ]);
      const stock = [];
      for (const id of ['a', 'b', 'c', 'd']) stock.push((await getProduct(store, id)).stock_status);
      assert.deepEqual(stock, ['in_stock', 'in_stock', 'out_of_stock', 'out_of_stock']);
      await importProducts(store, [productInput('c')]);
      assert.equal((await getProduct(store, 'c')).in_stock, true);
    });

    test('§4.3 answer: an import is answered bare by its id', async () => {
      const store = await service.createStore();
      const run = await importProducts(store, [productInput('a'), productInput('b', { title: '' })]);
      const answer = await store.request('GET', `${imports}/${run.id}`);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.as<ImportView>(), run);
    });

    test('Contract §3 an unknown import id of any form is not found', async () => {
      const store = await service.createStore();
      const unknown = ['019bf3a0-0000-7000-8000-000000000000', 'x', '%F0%9F%98%80', "1' or '1'='1"];
      for (const id of unknown) {
        expectError(await store.request('GET', `${imports}/${id}`), 'not_found');
        expectError(await store.request('GET', `${imports}/${id}/failures`), 'not_found');
      }
    });

    test('a batch without rows is completed and empty', async () => {
      const store = await service.createStore();
      const run = await importProducts(store, []);
      assert.deepEqual([run.status, run.total_rows, run.valid_rows], ['completed', 0, 0]);
    });

    test('§7.1 body: a batch of the wrong type is refused as a whole', async () => {
      const store = await service.createStore();
      for (const body of [
        [],
        'text',
        1,
        null,
        true,
        { products: {} },
        { products: 'x' },
        { products: null },
      ]) {
        const answer = await store.request('POST', imports, { body: JSON.stringify(body) });
        expectError(answer, 'validation_failed');
      }
      assert.deepEqual((await store.request('GET', imports)).as<{ imports: [] }>().imports, []);
    });
  });
}
