import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../test/support/case-count.ts';
import { onBothEngines } from '../../test/support/engines.ts';
import { productWrite, storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import { turnsOf } from '../../test/support/turns-of.ts';
import type { ProductFilter } from '../storage/records.ts';
import type { Storage, StoreReader } from '../storage/storage.ts';
import { listProducts, searchProducts } from './find-products.ts';

const products = Array.from({ length: 23 }, (_, index) => ({
  externalId: String.fromCodePoint(97 + index),
  inStock: index % 3 !== 0,
  imageUrl: index % 5 === 0 ? null : 'https://shop.example/1.jpg',
  brand: index % 11 === 0 ? null : 'Oak',
}));

const filter: fc.Arbitrary<ProductFilter> = fc.record(
  { inStock: fc.boolean(), missing: fc.constantFrom('image', 'brand', 'category') },
  { requiredKeys: [] },
);

function fits(product: (typeof products)[number], { inStock, missing }: ProductFilter): boolean {
  if (inStock !== undefined && product.inStock !== inStock) return false;
  if (missing === 'image') return product.imageUrl === null;
  return missing === 'brand' ? product.brand === null : true;
}

async function fill(storage: Storage): Promise<StoreReader> {
  await storage.directory.createStore(storeRow(), []);
  const writes = products.map(({ externalId, ...product }, index) =>
    productWrite(externalId, index, { product }),
  );
  await storage.write(uuidOf(1), (writer) => writer.products.upsert(writes, 1));
  return storage.reader(uuidOf(1));
}

onBothEngines('pages hold every matching product once', async ({ storage, engine }) => {
  const reader = await fill(storage);
  const size = fc.integer({ min: 1, max: 9 });
  const walk = fc.asyncProperty(filter, size, size, size, async (wanted, limit, stretch, stretches) => {
    const found: string[] = [];
    let after: string | null = null;
    do {
      const reach = { stretch, stretches };
      const page = await listProducts(reader, { after, limit, filter: wanted }, reach);
      assert.ok(page.products.length <= limit);
      found.push(...page.products.map(({ externalId }) => externalId));
      after = page.next;
    } while (after !== null);
    const expected = products.filter((product) => fits(product, wanted));
    assert.deepEqual(
      found,
      expected.map(({ externalId }) => externalId),
    );
  });
  await fc.assert(walk, { numRuns: caseCount(engine === 'sqlite' ? 60 : 15) });
});

onBothEngines('a page that ends early names the next place', async ({ storage }) => {
  const reader = await fill(storage);
  const looks: number[] = [];
  const counted: StoreReader = {
    ...reader,
    products: {
      ...reader.products,
      stretch(page) {
        looks.push(page.scan);
        return reader.products.stretch(page);
      },
    },
  };
  const question = { limit: 5, filter: { missing: 'brand', inStock: true } } as const;
  const reach = { stretch: 4, stretches: 2 };
  const pages: (readonly [string, string | null])[] = [];
  for (let after: string | null = null, isOver = false; !isOver; ) {
    const page = await listProducts(counted, { ...question, after }, reach);
    pages.push([page.products.map(({ externalId }) => externalId).join(''), page.next]);
    after = page.next;
    isOver = after === null;
  }
  assert.deepEqual(pages, [
    ['', 'h'],
    ['l', 'p'],
    ['w', null],
  ]);
  assert.deepEqual(looks, [4, 4, 4, 4, 4, 4]);
});

onBothEngines('a search finds products that make more than a page', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const description = 'x'.repeat(900_000);
  const ids = Array.from({ length: 6 }, (_, index) => `p-${index}`);
  const writes = ids.map((id, index) => productWrite(id, index, { product: { description } }));
  await storage.write(uuidOf(1), (writer) => writer.products.upsert(writes, 1));
  const best = ids.toReversed();
  const search = { text: 'lamp', limit: 10, filter: {}, ids: best };
  const { products: found } = await searchProducts(storage.reader(uuidOf(1)), search);
  assert.deepEqual(
    found.map(({ externalId }) => externalId),
    best,
  );
});

onBothEngines('others have their turn between stretches and reads', async ({ storage }) => {
  const reader = await fill(storage);
  const page = { after: null, limit: 5, filter: { missing: 'brand', inStock: true } } as const;
  const turns = await turnsOf(() => listProducts(reader, page, { stretch: 1, stretches: 20 }));
  assert.ok(turns >= 19, `${turns} turns`);
  const ids = Array.from({ length: 400 }, (_, index) => uuidOf(5_000 + index));
  const search = { text: 'lamp', limit: 5, filter: page.filter, ids };
  const searchTurns = await turnsOf(() => searchProducts(reader, search));
  assert.ok(searchTurns >= 19, `${searchTurns} turns`);
});
