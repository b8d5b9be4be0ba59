/** The fast path of prices and stock, on both databases: it gives what merging and reading the whole row gives, or steps aside. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { onBothEngines } from '../../test/support/engines.ts';
import { type IngestShop, openIngestShop } from '../../test/support/ingest-shop.ts';
import { jsonBytes, makeProduct } from '../../test/support/make-product.ts';
import { uuidOf } from '../../test/support/storage-rows.ts';
import { mergePatch } from '../catalog/merge-patch.ts';
import type { RawProduct } from '../catalog/product.ts';
import { isSameHash } from '../catalog/source-hash.ts';
import { newId } from '../ids.ts';
import { packRaw } from '../storage/products/pack-raw.ts';
import { unpackRaw } from '../storage/products/packed-raw.ts';
import type { WholeProduct } from '../storage/products/tables.ts';
import { toRawColumns } from '../storage/products/written-rows.ts';
import { wholeProductsAmong } from '../storage/products-among.ts';
import type { Storage } from '../storage/storage.ts';
import { importJson } from './import-json.ts';
import { patchOffer } from './patch-offer.ts';
import { type PreparedProduct, prepareRows } from './prepare-rows.ts';

async function wholeOf(storage: Storage, { storeId }: IngestShop, externalId: string): Promise<WholeProduct> {
  for await (const [whole] of wholeProductsAmong(storage.reader(storeId), [externalId])) {
    if (whole !== undefined) return whole;
  }
  throw new Error(`the product ${externalId} is not stored`);
}

/** What the fast path gives for a stored row. */
async function offerOf(storage: Storage, shop: IngestShop, fields: RawProduct) {
  return patchOffer(await wholeOf(storage, shop, 'a'), fields, await shop.store());
}

onBothEngines('prices and stock need no merge of the whole product', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const usual = { price: 12.5, compare_at_price: '20.00', in_stock: true, stock_quantity: 4, color: 'red' };
  await shop.importRows([makeProduct('a', usual)]);
  for (const fields of [
    { price: '13.00' },
    { price: 13, in_stock: false },
    { compare_at_price: '19.90', stock_quantity: 0 },
    {},
  ]) {
    const offer = await offerOf(storage, shop, fields);
    assert.equal(offer?.raw, JSON.stringify(mergePatch(makeProduct('a', usual), fields)));
  }
});

onBothEngines('a price that may say more is merged', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const steps: readonly [object, RawProduct][] = [
    [{ price: '12,50 USD' }, { price: '13.00' }],
    [{ price: '12.50' }, { price: '13.00 USD' }],
    [{ price: '12.50' }, { price: '013.00' }],
    [{ price: '12.50' }, { title: 'Lamp' }],
    [{ price: '12.50' }, { compare_at_price: '15.00' }],
    [{ price: '12.50', availability: 'in stock', in_stock: undefined }, { in_stock: false }],
    [{ price: '12.50', availability: 'in stock' }, { in_stock: false }],
    [{ price: '12.50' }, { stock_quantity: -1 }],
    [{ price: '12.50' }, { price: null }],
  ];
  for (const [stored, fields] of steps) {
    await shop.importRows([makeProduct('a', { in_stock: true, ...stored })]);
    assert.equal(await offerOf(storage, shop, fields), null, JSON.stringify([stored, fields]));
  }
});

onBothEngines('two prices of one product count in their order', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.importRows([makeProduct('a')]);
  const rows = [13, 14].map((price) => ({ external_id: 'a', price }));
  const { run } = await shop.importRows(rows, { mode: 'partial' });
  assert.deepEqual([run.validRows, run.updatedRows, (await shop.stored('a')).price], [2, 1, '14']);
});

onBothEngines('a product read for another currency is merged', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.importRows([makeProduct('a', { price: '12.50' })]);
  const [whole, store] = [await wholeOf(storage, shop, 'a'), await shop.store()];
  assert.notEqual(patchOffer(whole, { price: '13.00' }, store), null);
  assert.equal(patchOffer(whole, { price: '13.00' }, { ...store, currency: 'KWD' }), null);
});

onBothEngines('a removed product stays out of stock through the fast path', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.importRows([makeProduct('a', { in_stock: true })]);
  await shop.remove('a');
  assert.equal(await offerOf(storage, shop, { price: '13.00' }), null);
  await shop.importRows([{ external_id: 'a', price: '13.00' }], { mode: 'partial' });
  const { inStock, price } = await shop.stored('a');
  assert.deepEqual([inStock, price], [false, '13.00']);
});

onBothEngines('the fast path writes and keeps what a merge does', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const usual = {
    ...{ title: 'Lamp', url: 'https://shop.example/lamp', color: 'red' },
    ...{ price: '12.50', compare_at_price: '20.00', in_stock: true, stock_quantity: 3 },
  };
  await shop.importRows([makeProduct('a', usual), makeProduct('b', usual)]);
  shop.clock.advanceMs(60_000);
  const changes = [
    { price: '12.90' },
    { compare_at_price: '21.00' },
    { stock_quantity: 2 },
    { in_stock: false, stock_quantity: 0 },
  ];
  for (const fields of changes) {
    assert.notEqual(await offerOf(storage, shop, fields), null);
    // A member beside prices and stock makes a merge of the row.
    const rows = [
      { external_id: 'a', ...fields },
      { external_id: 'b', ...fields, color: 'red' },
    ];
    const body = jsonBytes({ products: rows });
    const request = {
      storeId: shop.storeId,
      body,
      mode: 'partial',
      dryRun: false,
      idempotencyKey: null,
    } as const;
    // What a run replaced is kept under the beginning of its id, which the ids of tests share.
    const { run } = await importJson(storage, request, { ...shop.environment, newId });
    const [fast, merged] = [await wholeOf(storage, shop, 'a'), await wholeOf(storage, shop, 'b')];
    assert.deepEqual(ownNames(fast.row), ownNames(merged.row));
    const kept = await storage.reader(shop.storeId).replaced.page(run.id, { after: null, limit: 9 });
    const [keptFast, keptMerged] = kept.rows.map(({ before }) => ownNames(before ?? {}));
    assert.ok(Object.keys(keptFast ?? {}).length > 0);
    assert.deepEqual(keptFast, keptMerged);
  }
});

/** The columns of a row but those that are about its id. */
function ownNames(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { external_id: _, id: __, content_hash: ___, source_hash: ____, ...rest } = row;
  return rest;
}

const price = fc.constantFrom(1, 12.5, '12.50', '0.99');
const oddPrice = fc.constantFrom('12,50', '007', '1e3', '13 EUR', 1e21, -1, null);
const members = {
  price: fc.oneof({ weight: 9, arbitrary: price }, oddPrice),
  compare_at_price: fc.oneof({ weight: 9, arbitrary: price }, oddPrice),
  in_stock: fc.oneof({ weight: 9, arbitrary: fc.boolean() }, fc.constantFrom('true', 'no', null)),
  stock_quantity: fc.oneof({ weight: 9, arbitrary: fc.nat(9) }, fc.constantFrom('5', 1.5, null)),
};
/** Members that make the fast path step aside, in few of the products and rows. */
const rare = fc.record({
  availability: fc.constantFrom('in stock', 'out of stock'),
  color: fc.constant('red'),
});
const withRare = (usual: fc.Arbitrary<RawProduct>) =>
  fc
    .tuple(usual, fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, rare))
    .map(([plain, odd]): RawProduct => ({ ...plain, ...odd }));
const storedFields = withRare(fc.record(members));
const patches = withRare(fc.record(members, { requiredKeys: [] }));

/** What the pipeline makes of the merged row; undefined where it fails. */
async function mergedOf(shop: IngestShop, patch: RawProduct): Promise<PreparedProduct | undefined> {
  const value = mergePatch((await shop.raw('a')) as RawProduct, patch);
  return prepareRows([{ row: 1, line: null, value }], await shop.store()).products[0];
}

onBothEngines('the fast path gives what merging gives', async ({ storage }) => {
  let serial = 0;
  let taken = 0;
  const property = fc.asyncProperty(storedFields, patches, async (stored, patch) => {
    serial += 1;
    const shop = await openIngestShop(storage, { id: uuidOf(2_000 + serial) });
    const { run } = await shop.importRows([makeProduct('a', { in_stock: true, ...stored })]);
    if (run.failedRows > 0) return;
    const offer = await offerOf(storage, shop, patch);
    if (offer === null) return;
    if (Object.keys(patch).length > 0) taken += 1;
    const merged = await mergedOf(shop, patch);
    assert.ok(merged !== undefined, 'a faulty row was taken');
    const { product, raw, contentHash } = merged;
    assert.deepEqual({ ...offer.product, ...product }, offer.product);
    assert.deepEqual([offer.raw, offer.contentHash], [raw, contentHash]);
    assert.ok(isSameHash(offer.sourceHash, merged.sourceHash));
    assert.equal(offer.packedOffer, packRaw(raw, toRawColumns(product)));
    assert.equal(unpackRaw(offer.packedOffer ?? '', toRawColumns(product)), raw);
  });
  await fc.assert(property, { numRuns: 150 });
  assert.ok(taken >= 20, `the fast path took ${taken} rows`);
});
