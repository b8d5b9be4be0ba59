/**
 * Goal: real catalogs come in with the counts that the rules give, and the same push again changes nothing. Method:
 * data sets that stand beside the project, where they are there, pushed in batches through the public API.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { limits } from '../../contract/limits.ts';
import { parseCsvObjects } from '../support/csv-rows.ts';
import { engines } from '../support/engines.ts';
import { sharedDataOrSkip } from '../support/shared-data.ts';
import type { TestStore } from '../support/start-test-service.ts';
import {
  type FailureView,
  type ImportView,
  importProducts,
  type ProductInput,
  titlesFor,
} from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';

/** The text of a gzip file of the real data; null where it is absent, and the test is marked as skipped. */
function readText(t: TestContext, name: string): string | null {
  const file = sharedDataOrSkip(t, `converted/${name}`);
  return file === null ? null : gunzipSync(readFileSync(file)).toString('utf8');
}

function readProducts(t: TestContext, name: string): ProductInput[] | null {
  const text = readText(t, name);
  return text === null ? null : (JSON.parse(text) as { products: ProductInput[] }).products;
}

/** A batch as sent, its import, and the numbers of its failed rows. */
interface Pushed {
  readonly rows: readonly ProductInput[];
  readonly run: ImportView;
  readonly failures: readonly FailureView[];
}

async function push(store: TestStore, rows: readonly ProductInput[]): Promise<Pushed[]> {
  const pushed: Pushed[] = [];
  for (let start = 0; start < rows.length; start += limits.productsPerBatch) {
    const batch = rows.slice(start, start + limits.productsPerBatch);
    const run = await importProducts(store, batch);
    pushed.push({ rows: batch, run, failures: await readFailures(store, run) });
  }
  return pushed;
}

async function readFailures(store: TestStore, run: ImportView): Promise<FailureView[]> {
  const all: FailureView[] = [];
  for (let cursor: string | null = run.failed_rows === 0 ? null : ''; cursor !== null; ) {
    const path: string = `/api/v1/product-imports/${run.id}/failures?limit=200&cursor=${cursor}`;
    const page = (await store.request('GET', path)).as<{
      failures: FailureView[];
      next_cursor: string | null;
    }>();
    all.push(...page.failures);
    cursor = page.next_cursor;
  }
  assert.equal(all.length, run.failed_rows);
  return all;
}

function sum(
  pushed: readonly Pushed[],
  field: 'valid_rows' | 'failed_rows' | 'unchanged_rows' | 'updated_rows',
): number {
  return pushed.reduce((total, { run }) => total + run[field], 0);
}

/**
 * What a repeated push must count: of the valid rows of an id the last one of each batch is compared with what is
 * stored, which is the last one of the batch before that named it.
 */
function expectRepeated(first: readonly Pushed[], second: readonly Pushed[]): void {
  const stored = new Map<string, string>();
  const apply = ({ rows, failures }: Pushed) => {
    const failed = new Set(failures.map(({ row }) => row));
    const last = new Map<string, string>();
    for (const [index, row] of rows.entries()) {
      if (!failed.has(index + 1)) last.set(String(row.external_id).trim(), JSON.stringify(row));
    }
    const changed = [...last].filter(([id, text]) => stored.get(id) !== text);
    for (const [id, text] of changed) stored.set(id, text);
    return { changed: changed.length, unchanged: last.size - changed.length };
  };
  for (const batch of first) apply(batch);
  for (const batch of second) {
    const { changed, unchanged } = apply(batch);
    assert.deepEqual([batch.run.created_rows, batch.run.updated_rows], [0, changed]);
    assert.equal(batch.run.unchanged_rows, unchanged);
    if (changed === 0) assert.equal(batch.run.queued_rows, 0);
  }
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine);

    test('the Icecat catalog gives 19,405 valid rows and one failed', async (t) => {
      const text = readText(t, 'icecat.csv.gz');
      if (text === null) return;
      const rows = parseCsvObjects(text);
      const store = await service.createStore();
      const first = await push(store, rows);
      assert.deepEqual([sum(first, 'valid_rows'), sum(first, 'failed_rows')], [19_405, 1]);
      assert.deepEqual(
        first.flatMap(({ failures }) => failures.map(({ code }) => code)),
        ['title_too_long'],
      );
      const second = await push(store, rows);
      expectRepeated(first, second);
      assert.deepEqual([sum(second, 'updated_rows'), sum(second, 'unchanged_rows')], [0, 19_405]);
      assert.ok((await titlesFor(store, 'xerox toner')).length > 0);
    });

    test('the Best Buy catalog gives 3,291 valid rows', async (t) => {
      const rows = readProducts(t, 'bestbuy.json.gz');
      if (rows === null) return;
      const store = await service.createStore();
      const first = await push(store, rows);
      assert.deepEqual([sum(first, 'valid_rows'), sum(first, 'failed_rows')], [3_291, 0]);
      expectRepeated(first, await push(store, rows));
    });

    test('the Thai catalog completes with every failed row explained', async (t) => {
      const rows = readProducts(t, 'thai-dev.json.gz');
      if (rows === null) return;
      const store = await service.createStore({ currency: 'THB', locale: 'th' });
      const first = await push(store, rows);
      assert.equal(sum(first, 'valid_rows') + sum(first, 'failed_rows'), rows.length);
      assert.ok(sum(first, 'failed_rows') > 1_000);
      for (const { run, failures } of first) {
        assert.equal(run.status, 'completed');
        for (const { code, path, message, errors } of failures) {
          assert.ok(code !== '' && path.startsWith('/') && message.length > 10, `${code} ${path} ${message}`);
          assert.ok(errors.length > 0);
        }
      }
      expectRepeated(first, await push(store, rows));
      assert.ok((await titlesFor(store, 'ไฟแขวน')).length > 0);
    });
  });
}
