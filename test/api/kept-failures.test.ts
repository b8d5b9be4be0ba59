/**
 * Goal: the failed rows of a store do not fill the disk, and what is not kept of them is said. Method: imports whose
 * record says that the store has failed rows of so many bytes, of which none are written; then real ones.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FailureBody, ImportBody } from '../../contract/imports.ts';
import { limits } from '../../contract/limits.ts';
import { sharedOperator } from '../support/dashboard-visitor.ts';
import { anyEngine, engines } from '../support/engines.ts';
import { importCsv } from '../support/file-imports.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { importRun, uuidOf } from '../support/storage-rows.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { type ServiceHandle, useSharedService } from '../support/use-service.ts';

const imports = '/api/v1/product-imports';
const bad = (id: string) => productInput(id, { price: 'x' });

/** A store with failed rows of so many bytes. */
async function storeWith(service: ServiceHandle, failureBytes: number): Promise<TestStore> {
  const store = await service.createStore();
  const { id: storeId } = store.store;
  await service.current().storage.write(storeId, async (writer) => {
    await writer.imports.insert({ ...importRun(uuidOf(1)), storeId, failedRows: 9, failureBytes });
    await writer.imports.addFailureBytes(failureBytes);
  });
  return store;
}

interface Kept {
  readonly run: ImportBody;
  readonly rows: readonly FailureBody[];
  readonly csv: string;
}

async function readKept(store: TestStore, id: string): Promise<Kept> {
  const path = `${imports}/${id}`;
  const listed = await store.request('GET', `${path}/failures`);
  return {
    run: (await store.request('GET', path)).as<ImportBody>(),
    rows: listed.as<{ failures: FailureBody[] }>().failures,
    csv: (await store.request('GET', `${path}/failures?format=csv`)).text,
  };
}

const failedTwice = (run: ImportBody) => [run.failed_rows, run.failure_count, run.issues[0]?.count];

for (const engine of engines) {
  describe(`failed rows of a full store (${engine.name})`, () => {
    const service = useSharedService(engine, { FORETYPE_ENRICHMENT_PROVIDER: 'offline' });

    test('first they are kept without their text, then only counted', async () => {
      const share = limits.storeFailuresMaxBytes * limits.failureTextShare;
      const nearlyFull = await storeWith(service, share);
      const { id } = await importProducts(nearlyFull, [bad('a'), bad('b'), productInput('c')]);
      const textless = await readKept(nearlyFull, id);
      assert.deepEqual([...failedTwice(textless.run), textless.run.failures_dropped], [2, 2, 2, 0]);
      assert.deepEqual(
        textless.rows.map(({ row, external_id, code }) => [row, external_id, code]),
        [
          [1, 'a', 'price_invalid'],
          [2, 'b', 'price_invalid'],
        ],
      );
      assert.match(textless.csv, /^_row,_error_code,_error\r\n1,.+The text of the row is not kept\./);
      const full = await storeWith(service, limits.storeFailuresMaxBytes);
      const counted = await readKept(full, (await importProducts(full, [bad('a'), bad('b')])).id);
      assert.deepEqual([...failedTwice(counted.run), counted.run.failures_dropped], [2, 2, 2, 2]);
      assert.deepEqual(counted.rows, []);
      assert.match(counted.csv, /Not kept: 2 more failed rows\./);
      // Another store's rows do not count.
      const other = await service.createStore();
      const whole = await readKept(other, (await importProducts(other, [bad('a')])).id);
      assert.match(whole.csv, /^external_id,.+\r\na,/);
    });
  });
}

describe('failed rows of a file', () => {
  const service = useSharedService(anyEngine);

  test('a file for a full store only counts its failed rows', async () => {
    const visitor = await sharedOperator(service.current());
    const { store } = await storeWith(service, limits.storeFailuresMaxBytes);
    const run = await importCsv(
      visitor,
      store.id,
      'external_id,title,price,url\na,Lamp,x,https://a.example/\n',
    );
    assert.deepEqual([run.status, run.failed_rows, run.failures_dropped], ['completed', 1, 1]);
  });
});
