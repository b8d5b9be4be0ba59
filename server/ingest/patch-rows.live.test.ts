/** Rows that change a part of stored products, on both databases: what a batch gives is what its rows give one by one. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { onBothEngines } from '../../test/support/engines.ts';
import { type IngestShop, openIngestShop } from '../../test/support/ingest-shop.ts';
import { makeProduct } from '../../test/support/make-product.ts';
import { uuidOf } from '../../test/support/storage-rows.ts';
import { AppError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';

const partial = { mode: 'partial' } as const;

async function codesOf(shop: IngestShop, rows: readonly unknown[]): Promise<string[]> {
  const { run } = await shop.importRows(rows, partial);
  return run.failures.map(({ row, problems: [{ path, code }] }) => `${row} ${path} ${code}`);
}

onBothEngines('Contract §10 a partial row changes only its fields', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const before = makeProduct('a', { brand: 'B', color: 'red', attributes: { size: '1', weight: '2' } });
  await shop.importRows([before, makeProduct('b')]);
  const queued = await shop.queuedJobs();
  const rows = [{ id: 'a', price: '7,50', stock_quantity: 3, attributes: { size: null, depth: '4' } }];
  const { run } = await shop.importRows(rows, partial);
  assert.deepEqual([run.validRows, run.updatedRows, run.failedRows], [1, 1, 0]);
  const { price, stockQuantity, brand, attributes } = await shop.stored('a');
  assert.deepEqual([price, stockQuantity, brand], ['7.50', 3, 'B']);
  assert.deepEqual(Object.fromEntries(attributes), { color: 'red', weight: '2', depth: '4' });
  assert.equal(await shop.queuedJobs(), queued, 'a price needs no phrases');
  const again = await shop.importRows(rows, partial);
  assert.deepEqual([again.run.unchangedRows, again.run.updatedRows], [1, 0]);
});

onBothEngines('Contract §10 partial rows without their product fail alone', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.importRows([makeProduct('a')]);
  const rows = [{ id: 'new', price: 1 }, { price: 1 }, 'a', { id: 'a', price: 'x' }, { id: 'a', price: 2 }];
  assert.deepEqual(await codesOf(shop, rows), [
    '1 /external_id product_unknown',
    '2 /external_id external_id_missing',
    '3  row_malformed',
    '4 /price price_invalid',
  ]);
  assert.equal((await shop.stored('a')).price, '2');
  assert.equal((await shop.store()).productCount, 1);
});

onBothEngines('a failed partial row keeps what was sent', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.importRows([makeProduct('a')]);
  const { run } = await shop.importRows([{ id: 'a', price: 'x' }], partial);
  assert.deepEqual(JSON.parse(run.failures[0]?.raw ?? ''), { id: 'a', price: 'x' });
});

onBothEngines('a partial row under an alias changes its field', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.importRows([makeProduct('a', { in_stock: true })]);
  await shop.importRows([{ id: 'a', availability: 'out of stock' }], partial);
  const { inStock, attributes } = await shop.stored('a');
  assert.deepEqual([inStock, attributes], [false, []]);
});

onBothEngines('Contract §10 a partial row keeps its product with another id beside', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.importRows([makeProduct('a'), { ...makeProduct('b'), external_id: undefined, id: 'b' }]);
  const rows = ['a', 'b'].map((id) => ({ external_id: id, id: 'other', price: 5 }));
  const { run } = await shop.importRows([...rows, { external_id: 'a', id: 'b', price: 6 }], partial);
  assert.deepEqual([run.createdRows, run.updatedRows], [0, 2]);
  await shop.patch('b', { id: 'a', price: 7 });
  assert.deepEqual([(await shop.stored('a')).price, (await shop.stored('b')).price], ['6', '7']);
  assert.equal((await shop.store()).productCount, 2);
});

onBothEngines('a partial trial run writes nothing', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.importRows([makeProduct('a')]);
  const { run } = await shop.importRows([{ id: 'a', price: 1 }], { ...partial, dryRun: true });
  assert.equal(run.updatedRows, 1);
  assert.notEqual((await shop.stored('a')).price, '1');
});

const ids = ['a', 'b', 'c', 'gone'];
const patch = fc.record(
  {
    price: fc.constantFrom(1, '2,50', 'x', -1, null),
    title: fc.constantFrom('Lamp', '', null),
    name: fc.constantFrom('Other lamp', null),
    in_stock: fc.constantFrom(true, false, 'perhaps', null),
    availability: fc.constantFrom('in stock', 'out of stock', null),
    stock_quantity: fc.constantFrom(0, 5, null),
    attributes: fc.constantFrom({ size: '1' }, { size: null }, null, 'size: 2'),
    color: fc.constantFrom('red', null),
    id: fc.constantFrom('b', 'other', null),
  },
  { requiredKeys: [] },
);
const rowsOf = fc.array(fc.tuple(fc.constantFrom(...ids, 'unknown'), patch), { minLength: 1, maxLength: 12 });

/** Two stores with the same products, of which one was taken out of stock by its removal. */
async function openTwins(storage: Storage, serial: number): Promise<[IngestShop, IngestShop]> {
  const open = async (place: number) => {
    const shop = await openIngestShop(storage, { id: uuidOf(1_000 + 2 * serial + place) });
    const names = [{}, { in_stock: true }, { name: 'By its alias', title: undefined }, {}];
    await shop.importRows(ids.map((id, index) => makeProduct(id, names[index])));
    // One product has its id under the other name.
    await shop.importRows([{ ...makeProduct('c'), external_id: undefined, id: 'c' }]);
    await shop.remove('gone');
    return shop;
  };
  return [await open(0), await open(1)];
}

async function patchEach(shop: IngestShop, rows: readonly (readonly [string, object])[]): Promise<number[]> {
  const failed: number[] = [];
  for (const [index, [id, fields]] of rows.entries()) {
    await shop.patch(id, fields).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      failed.push(index + 1);
    });
  }
  return failed;
}

onBothEngines('Contract §10 a partial batch equals its PATCHes one by one', async ({ storage }) => {
  let serial = 0;
  const property = fc.asyncProperty(rowsOf, async (rows) => {
    const [single, batch] = await openTwins(storage, serial);
    serial += 1;
    const failed = await patchEach(single, rows);
    const { run } = await batch.importRows(
      rows.map(([id, fields]) => ({ external_id: id, ...fields })),
      partial,
    );
    assert.deepEqual(
      run.failures.map(({ row }) => row),
      failed,
    );
    for (const id of ids) {
      assert.deepEqual(await batch.raw(id), await single.raw(id));
      const [one, other] = [await single.stored(id), await batch.stored(id)];
      assert.deepEqual(
        [other.inStock, other.price, other.attributes],
        [one.inStock, one.price, one.attributes],
      );
    }
    const counts = async (shop: IngestShop) => {
      const { inStockCount, productCount } = await shop.store();
      return [inStockCount, productCount];
    };
    assert.deepEqual(await counts(batch), await counts(single));
    assert.deepEqual((await counts(batch))[1], ids.length);
  });
  await fc.assert(property, { numRuns: 60 });
});
