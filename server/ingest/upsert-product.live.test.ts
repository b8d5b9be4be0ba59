import assert from 'node:assert/strict';
import type { FieldError } from '../../contract/errors.ts';
import { onBothEngines } from '../../test/support/engines.ts';
import { openIngestShop } from '../../test/support/ingest-shop.ts';
import { makeProduct, makeProductBody } from '../../test/support/make-product.ts';
import { AppError } from '../errors.ts';

/** The faults of a refused call. */
async function refusal(call: Promise<unknown>): Promise<readonly FieldError[]> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AppError, 'the call was not refused');
  assert.equal(error.code, 'validation_failed');
  return error.errors ?? [];
}

function codesOf(errors: readonly FieldError[]): (readonly [string, string])[] {
  return errors.map(({ path, code }) => [path, code]);
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}

onBothEngines('§4.4 path: the product takes its id from the path', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const result = await shop.put('007', makeProductBody({ title: ' Spoon ' }));
  assert.deepEqual([result.validRows, result.skippedRows, result.changeNumber], [1, 0, 1]);
  assert.deepEqual(result.product, await shop.stored('007'));
  assert.equal(result.product?.title, 'Spoon');
  assert.equal(await shop.queuedJobs(), 1);
});

onBothEngines('Contract §4 POST takes the id from the body', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  assert.equal((await shop.put(null, makeProduct('a'))).product?.externalId, 'a');
  assert.equal((await shop.put(null, { ...makeProductBody(), id: 12 })).product?.externalId, '12');
  assert.deepEqual(codesOf(await refusal(shop.put(null, makeProductBody()))), [
    ['/external_id', 'external_id_missing'],
  ]);
});

onBothEngines('§4.4 validation: a bad product is refused with every fault', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const body = { title: ' ', price: -1, in_stock: 'perhaps', image_url: 'data:,x' };
  assert.deepEqual(codesOf(await refusal(shop.put('a', body))), [
    ['/title', 'title_missing'],
    ['/price', 'price_negative'],
    ['/url', 'url_missing'],
    ['/image_url', 'image_url_invalid'],
    ['/in_stock', 'in_stock_invalid'],
  ]);
  assert.equal(await storage.reader(shop.storeId).products.find('a'), null);
  assert.equal((await shop.store()).changeNumber, 0);
});

onBothEngines('Contract §4 an upsert drops fields the body omits', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.put('a', makeProductBody({ brand: 'B', category: 'C', color: 'red' }));
  await shop.put('a', makeProductBody({ brand: 'B' }));
  const { brand, category, attributes } = await shop.stored('a');
  assert.deepEqual([brand, category, attributes], ['B', null, []]);
});

onBothEngines('Contract §4 a body with another id is refused', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.put('a', makeProductBody());
  for (const call of [shop.put('a', makeProduct('b')), shop.patch('a', { external_id: 'b' })]) {
    assert.deepEqual(codesOf(await refusal(call)), [['/external_id', 'external_id_invalid']]);
  }
  assert.deepEqual(codesOf(await refusal(shop.put('a', { external_id: ['a'] }))), [
    ['/external_id', 'external_id_invalid'],
  ]);
});

onBothEngines('a body may repeat the id of the path', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const first = await shop.put('12', makeProductBody({ external_id: 12 }));
  const again = await shop.put('12', makeProductBody({ external_id: ' 12 ' }));
  assert.equal(again.product?.id, first.product?.id);
  assert.equal((await shop.patch('12', { external_id: null, price: 3 })).product?.price, '3');
});

onBothEngines('another id in the body is an attribute', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const { product } = await shop.put('a', makeProductBody({ id: 'other' }));
  assert.deepEqual([product?.externalId, product?.attributes], ['a', [['id', 'other']]]);
});

onBothEngines('§8 only-new: an upsert over the plan stores nothing', async ({ storage }) => {
  const shop = await openIngestShop(storage, { plan: 'free' });
  await shop.importRows(Array.from({ length: 100 }, (_, index) => makeProduct(`p${index}`)));
  const skipped = await shop.put('new', makeProductBody());
  assert.deepEqual([skipped.product, skipped.validRows, skipped.skippedRows], [null, 0, 1]);
  assert.equal(skipped.changeNumber, 1);
  const updated = await shop.put('p0', makeProductBody({ price: 1 }));
  assert.deepEqual([updated.product?.price, updated.validRows, updated.skippedRows], ['1', 1, 0]);
  assert.equal((await shop.store()).productCount, 100);
});

onBothEngines('an identical PUT changes nothing and is answered alike', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const first = await shop.put('a', makeProductBody());
  shop.clock.advanceMs(1_000);
  const again = await shop.put('a', makeProductBody());
  assert.deepEqual(again, first);
});

onBothEngines('§3.1 omitted: an identical PUT after DELETE restocks it', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.put('a', makeProductBody());
  await shop.remove('a');
  const { product, changeNumber } = await shop.put('a', makeProductBody());
  assert.deepEqual([product?.inStock, changeNumber], [true, 3]);
  assert.equal((await shop.store()).inStockCount, 1);
});

onBothEngines('§3.1 false: a false stock value takes it out of stock', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.put('a', makeProductBody());
  assert.equal((await shop.put('a', makeProductBody({ in_stock: '0' }))).product?.inStock, false);
  assert.equal((await shop.store()).inStockCount, 0);
});

onBothEngines('Contract §4 PATCH merges into the stored product', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.put('a', makeProductBody({ brand: 'B', attributes: { size: 'M', color: 'red' }, fit: 'slim' }));
  const { product } = await shop.patch('a', { price: '9,50', attributes: { color: 'blue' } });
  assert.deepEqual([product?.price, product?.brand, product?.title], ['9.50', 'B', 'Title of body']);
  assert.deepEqual(product?.attributes.toSorted(), [
    ['color', 'blue'],
    ['fit', 'slim'],
    ['size', 'M'],
  ]);
});

onBothEngines('Contract §4 null in a PATCH clears its field', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.put('a', makeProductBody({ brand: 'B', attributes: { size: 'M', color: 'red' } }));
  const { product } = await shop.patch('a', { brand: null, attributes: { size: null } });
  assert.deepEqual([product?.brand, product?.attributes], [null, [['color', 'red']]]);
  assert.deepEqual(codesOf(await refusal(shop.patch('a', { title: null }))), [['/title', 'title_missing']]);
  assert.equal((await shop.stored('a')).title, 'Title of body');
});

onBothEngines('a patched field replaces its alias in the snapshot', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.put(null, { id: 'a', name: 'Old', price: 1, link: 'https://shop.example/a' });
  const { product } = await shop.patch('a', { title: 'New', price: 2 });
  assert.deepEqual([product?.title, product?.price, product?.attributes], ['New', '2', []]);
  assert.deepEqual(codesOf(await refusal(shop.patch('a', { title: null }))), [['/title', 'title_missing']]);
});

onBothEngines('Contract §4 a PATCH of an unknown product is not found', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await assert.rejects(shop.patch('absent', { price: 1 }), isNotFound);
  await assert.rejects(shop.patch('__proto__', { price: 1 }), isNotFound);
});

onBothEngines('a PATCH that makes the product invalid changes nothing', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const { product } = await shop.put('a', makeProductBody());
  assert.deepEqual(codesOf(await refusal(shop.patch('a', { price: 'free', url: 'ftp://x' }))), [
    ['/price', 'price_invalid'],
    ['/url', 'url_invalid'],
  ]);
  assert.deepEqual(await shop.stored('a'), product);
});

onBothEngines('§3.1 retained: a removed product stays so when its price is patched', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.put('a', makeProductBody());
  await shop.remove('a');
  const patched = await shop.patch('a', { price: 1 });
  assert.deepEqual([patched.product?.inStock, patched.product?.price], [false, '1']);
  assert.equal((await shop.store()).inStockCount, 0);
  assert.equal((await shop.patch('a', { in_stock: true })).product?.inStock, true);
  assert.equal((await shop.store()).inStockCount, 1);
});

onBothEngines('either name of the stock field restocks a removed product', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  for (const patch of [{ in_stock: 'yes' }, { availability: 'in stock' }]) {
    await shop.put('a', makeProductBody());
    await shop.remove('a');
    const { product } = await shop.patch('a', patch);
    assert.deepEqual([product?.inStock, product?.attributes], [true, []]);
  }
});

onBothEngines('clearing the stock value puts a removed product in stock', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.put('a', makeProductBody({ in_stock: false }));
  assert.equal((await shop.patch('a', { price: 5 })).product?.inStock, false);
  assert.equal((await shop.patch('a', { in_stock: null })).product?.inStock, true);
});

onBothEngines('labels such as __proto__ pass through PUT and PATCH', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const body: unknown = JSON.parse(
    '{"title":"T","price":1,"url":"https://a.example/","__proto__":{"x":"1"},"constructor":"c"}',
  );
  await shop.put('a', body);
  const { product } = await shop.patch('a', JSON.parse('{"__proto__":{"y":"2"}}'));
  assert.deepEqual(product?.attributes.toSorted(), [
    ['__proto__.x', '1'],
    ['__proto__.y', '2'],
    ['constructor', 'c'],
  ]);
});

onBothEngines('two upserts of one new product at once make one', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const results = await Promise.all([1, 2, 3].map((price) => shop.put('a', makeProductBody({ price }))));
  assert.equal(new Set(results.map(({ product }) => product?.id)).size, 1);
  assert.equal((await shop.store()).productCount, 1);
});

onBothEngines('a patched price leaves the alias of the stock value alone', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.put('a', makeProductBody({ availability: 'out of stock' }));
  const patched = await shop.patch('a', { price: 1 });
  assert.deepEqual([patched.product?.inStock, patched.product?.attributes], [false, []]);
  const restocked = await shop.patch('a', { availability: 'in stock' });
  assert.deepEqual([restocked.product?.inStock, restocked.product?.attributes], [true, []]);
});
onBothEngines('Contract §4 a blank id in a PUT body is absent', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const { product } = await shop.put('a', makeProductBody({ external_id: ' ' }));
  assert.equal(product?.externalId, 'a');
});
