/**
 * Each hostile row in the middle of twenty good ones (Contract §4, §5), on both databases: it is taken or it fails
 * alone with its code, the good rows are stored in any case, and both databases say the same.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engines } from '../support/engines.ts';
import { type HostileRow, hostileRows } from '../support/hostile-rows.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { ask, getProduct, type ImportView, productInput } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

const goodRows = Array.from({ length: 20 }, (_, index) => productInput(`good-${index}`));

/** What a hostile row came to, by its name; compared between the databases. */
type Outcome = Pick<ImportView, 'valid_rows' | 'failed_rows' | 'created_rows' | 'warning_rows' | 'failures'>;

const outcomes = new Map<string, Map<string, Outcome>>();

async function importAmongGood(store: TestStore, { json, name }: HostileRow): Promise<ImportView> {
  const rows = goodRows.map((row) => JSON.stringify(row)).toSpliced(10, 0, json);
  const body = `{"products":[${rows.join(',')}]}`;
  const answer = await store.request('POST', '/api/v1/product-imports', { body });
  assert.equal(answer.status, 200, `${name}: ${answer.text.slice(0, 500)}`);
  return answer.as<{ import: ImportView }>().import;
}

function expectOutcome(row: HostileRow, run: ImportView): void {
  const failed = row.fails === null ? 0 : 1;
  assert.deepEqual([run.total_rows, run.failed_rows, run.valid_rows], [21, failed, 21 - failed], row.name);
  assert.deepEqual(
    run.failures.map(({ row: number, code }) => [number, code]),
    row.fails === null ? [] : [[11, row.fails]],
    row.name,
  );
  assert.ok(JSON.stringify(run).length < 20_000, `${row.name}: the answer repeats too much of the row`);
  assert.ok(JSON.stringify(run).isWellFormed());
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);

    for (const row of hostileRows) {
      test(`${row.name} ${row.fails === null ? 'is taken' : 'fails alone'} among good rows`, async () => {
        const store = await service.createStore();
        const run = await importAmongGood(store, row);
        expectOutcome(row, run);
        const { valid_rows, failed_rows, created_rows, warning_rows, failures } = run;
        const byEngine = outcomes.get(row.name) ?? new Map<string, Outcome>();
        outcomes.set(row.name, byEngine);
        byEngine.set(engine.name, { valid_rows, failed_rows, created_rows, warning_rows, failures });
        assert.equal((await ask(store, 'title of good', { limit: 20 })).products.length, 20);
        if (row.externalId === undefined) return;
        const product = await findById(store, row.externalId);
        for (const [label, value] of row.attributes ?? []) {
          assert.ok(Object.hasOwn(product.attributes, label), `${label} is not an own attribute`);
          assert.equal(product.attributes[label], value);
        }
      });
    }
  });
}

/** Paths of `.` and `..` are taken by every HTTP client for something else: such ids are found in the list. */
async function findById(store: TestStore, externalId: string) {
  if (!/^\.+$/.test(externalId)) return getProduct(store, externalId);
  const listed = (await store.request('GET', '/api/v1/products')).as<{
    products: Awaited<ReturnType<typeof getProduct>>[];
  }>();
  const found = listed.products.find((product) => product.external_id === externalId);
  assert.ok(found);
  return found;
}

test('both databases make the same of every hostile row', () => {
  assert.equal(outcomes.size, hostileRows.length);
  for (const [name, byEngine] of outcomes) {
    const [first, ...others] = engines.map((engine) => byEngine.get(engine.name));
    assert.ok(first, name);
    for (const other of others) assert.deepEqual(other, first, name);
  }
});
