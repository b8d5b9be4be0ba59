/** Goal: every row that an index lacks is read again in the end. Method: real rows, damaged past the service. */
import assert from 'node:assert/strict';
import { runSql } from '../../../test/support/damage.ts';
import { onSqlite } from '../../../test/support/engines.ts';
import { productWrite, storeRow } from '../../../test/support/storage-rows.ts';
import { LeftOutRows } from './left-out-rows.ts';

const [rowCount, last] = [150, 'p-149'];

onSqlite('a row behind many damaged ones is read again', async ({ storage, target }) => {
  const store = storeRow();
  const storeId = store.id;
  await storage.directory.createStore(storeRow(), []);
  const writes = Array.from({ length: rowCount }, (_, number) => productWrite(`p-${number}`, number));
  await storage.write(storeId, (writer) => writer.products.upsert(writes, 1));
  await runSql(target, storeId, `update products set attributes = '{' where external_id <> '${last}'`);
  const leftOut = new LeftOutRows();
  const damaged = writes.map(({ product: { externalId } }) => {
    return { table: 'products', id: externalId, column: 'attributes', error: 'is not valid JSON' };
  });
  leftOut.add(damaged);
  const asked = new Set<string>();
  const reader = storage.reader(storeId);
  const products = {
    ...reader.products,
    find(externalId: string) {
      asked.add(externalId);
      return reader.products.find(externalId);
    },
  };
  assert.deepEqual(await leftOut.readAgain({ products }, store), []);
  const documents = await leftOut.readAgain({ products }, store);
  assert.deepEqual(
    documents.map(({ externalId }) => externalId),
    [last],
  );
  assert.deepEqual([asked.size, leftOut.size], [rowCount, rowCount - 1]);
});
