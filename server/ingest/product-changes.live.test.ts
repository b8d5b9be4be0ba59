import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../contract/limits.ts';
import { caseCount } from '../../test/support/case-count.ts';
import { onBothEngines } from '../../test/support/engines.ts';
import { type IngestShop, openIngestShop } from '../../test/support/ingest-shop.ts';
import { makeProduct, makeProductBody } from '../../test/support/make-product.ts';
import { canonicalProduct } from '../../test/support/storage-rows.ts';
import type { CanonicalProduct } from '../catalog/product.ts';
import type { RecordedChange, StoredProduct } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { compareProducts } from './product-changes.ts';

const everything = { before: null, limit: 200 };

test('a change names every field that differs, before and after', () => {
  const before = canonicalProduct('a', { brand: 'Oak', stockQuantity: 3, attributes: [['colour', 'red']] });
  const after = {
    ...before,
    price: '11.00',
    brand: null,
    stockQuantity: 0,
    imageUrls: ['https://shop.example/2.jpg', 'https://shop.example/3.jpg'],
    attributes: [['size', 'L']] as const,
  };
  assert.deepEqual(compareProducts(before, after), [
    { field: 'price', from: '12.90', to: '11.00' },
    { field: 'stock_quantity', from: '3', to: '0' },
    { field: 'brand', from: 'Oak', to: null },
    { field: 'images', from: null, to: 'https://shop.example/2.jpg https://shop.example/3.jpg' },
    { field: 'attributes.colour', from: 'red', to: null },
    { field: 'attributes.size', from: null, to: 'L' },
  ]);
});

test('a product reworded without effect has no change', () => {
  const before = canonicalProduct('a', {
    attributes: [
      ['a', '1'],
      ['__proto__', '2'],
    ],
  });
  assert.deepEqual(compareProducts(before, { ...before, attributes: before.attributes.toReversed() }), []);
});

test('a long value is cut, its later difference marked', () => {
  const start = '🛋'.repeat(limits.changeValueMaxLength);
  const before = canonicalProduct('a', { description: `${start}x` });
  const after = { ...before, description: `${start}y` };
  assert.deepEqual(compareProducts(before, after), [{ field: 'description', from: start, to: start }]);
});

/** A call that changes the product. */
type Step =
  | { readonly kind: 'put' | 'patch' | 'batch'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'remove' };

const text = fc.constantFrom('', 'red', 'Größe', '🛋', 'x'.repeat(250));
const fields = fc.record(
  {
    title: fc.constantFrom('Lamp', 'Desk lamp'),
    price: fc.constantFrom(1, '2.50', 3),
    brand: text,
    description: text,
    in_stock: fc.boolean(),
    stock_quantity: fc.nat(3),
    colour: text,
    __proto__x: text,
  },
  { requiredKeys: [] },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('put', 'patch', 'batch'), body: fields }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'remove' } as const) },
);

async function apply(shop: IngestShop, id: string, step: Step): Promise<void> {
  if (step.kind === 'remove') await shop.remove(id);
  else if (step.kind === 'put') await shop.put(id, makeProductBody(step.body));
  else if (step.kind === 'patch') await shop.patch(id, step.body);
  else await shop.importRows([makeProduct(id, { url: 'https://shop.example/body', ...step.body })]);
}

function toCanonical(product: StoredProduct): CanonicalProduct {
  const { id: _i, suggestionPhrases: _s, searchPhrases: _p, ...rest } = product;
  const { createdAt: _c, updatedAt: _u, changeNumber: _n, ...canonical } = rest;
  return canonical;
}

function wireName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A product as its changes speak of it: values cut, absent ones left out. */
function stateOf(product: CanonicalProduct): Map<string, string> {
  const { externalId: _id, attributes, imageUrls, ...plain } = product;
  const values = [
    ...Object.entries(plain).map(([key, value]) => [wireName(key), value] as const),
    ...attributes.map(([label, value]) => [`attributes.${label}`, value] as const),
    ['images', imageUrls.join(' ') || null] as const,
  ];
  const state = new Map<string, string>();
  for (const [field, value] of values) {
    const text = Array.from(String(value)).slice(0, limits.changeValueMaxLength).join('');
    if (value !== null) state.set(field, text);
  }
  return state;
}

function undo(state: ReadonlyMap<string, string>, change: RecordedChange): Map<string, string> {
  const earlier = new Map(state);
  for (const { field, from, to } of change.fields) {
    assert.equal(earlier.get(field) ?? null, to, field);
    if (from === null) earlier.delete(field);
    else earlier.set(field, from);
  }
  return earlier;
}

async function replayBackwards(storage: Storage, shop: IngestShop, steps: readonly Step[]): Promise<void> {
  const id = shop.environment.newId();
  await shop.put(id, makeProductBody());
  const states = new Map([[0, stateOf(toCanonical(await shop.stored(id)))]]);
  for (const step of steps) {
    await apply(shop, id, step);
    states.set((await shop.stored(id)).changeNumber, stateOf(toCanonical(await shop.stored(id))));
  }
  let state = stateOf(toCanonical(await shop.stored(id)));
  for (const change of await storage.reader(shop.storeId).products.recordedChanges(id, everything)) {
    assert.deepEqual(state, states.get(change.changeNumber));
    state = undo(state, change);
  }
  assert.deepEqual(state, states.get(0));
}

onBothEngines('changes walked backwards give the product as it was', async ({ storage, engine }) => {
  const shop = await openIngestShop(storage);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), (steps) => replayBackwards(storage, shop, steps)),
    { numRuns: caseCount(engine === 'sqlite' ? 60 : 15) },
  );
});

onBothEngines('a change names its run, a single call none', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const { run: first } = await shop.importRows([makeProduct('a')]);
  const { run: second } = await shop.importRows([makeProduct('a', { price: 1 })]);
  await shop.patch('a', { price: 2 });
  await shop.remove('a');
  const reader = storage.reader(shop.storeId);
  const [removal, patch, update, ...older] = await reader.products.recordedChanges('a', everything);
  assert.deepEqual(older, []);
  assert.deepEqual([removal?.kind, removal?.run], ['removed', null]);
  assert.deepEqual(removal?.fields, [{ field: 'in_stock', from: 'true', to: 'false' }]);
  assert.deepEqual([patch?.kind, patch?.run], ['updated', null]);
  assert.deepEqual(update?.run, { id: second.id, source: 'api', filename: 'api.json' });
  const runs = await reader.products.runs('a');
  assert.deepEqual([runs.created?.id, runs.last], [first.id, null]);
});

onBothEngines('new or unchanged products and dry runs record no change', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.importRows([makeProduct('a'), makeProduct('b')]);
  await shop.importRows([makeProduct('a'), makeProduct('b', { price: 1 })]);
  await shop.importRows([makeProduct('a', { price: 9 })], { dryRun: true });
  const reader = storage.reader(shop.storeId);
  assert.deepEqual(await reader.products.recordedChanges('a', everything), []);
  assert.equal((await reader.products.recordedChanges('b', everything)).length, 1);
});

onBothEngines('only the newest changes of a product stay', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const kept = limits.changesPerProduct;
  for (let price = 0; price < kept + 3; price += 1) {
    await shop.importRows([makeProduct('a', { price }), makeProduct('b', { price: Math.min(price, 1) })]);
  }
  const reader = storage.reader(shop.storeId);
  const changes = await reader.products.recordedChanges('a', everything);
  assert.equal(changes.length, kept);
  assert.equal(changes.at(-1)?.changeNumber, 4);
  assert.equal((await reader.products.recordedChanges('b', everything)).length, 1);
});

onBothEngines('the catalog’s size is recorded as it changes', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.importRows([makeProduct('a'), makeProduct('b'), makeProduct('c', { in_stock: false })]);
  const reader = storage.reader(shop.storeId);
  const sizes = async () =>
    (await reader.statistics.catalog(0)).map(({ inStock, outOfStock }) => [inStock, outOfStock]);
  assert.deepEqual(await sizes(), [[2, 1]]);
  await shop.remove('a');
  assert.deepEqual(await sizes(), [[1, 2]]);
  shop.clock.advanceMs(limits.statisticsBucketSeconds * 1_000);
  await shop.put('a', makeProductBody({ price: 3 }));
  await shop.put('a', makeProductBody({ price: 4 }));
  assert.deepEqual(await sizes(), [
    [1, 2],
    [2, 1],
  ]);
});
