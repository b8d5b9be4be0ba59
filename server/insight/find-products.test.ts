import assert from 'node:assert/strict';
import fc from 'fast-check';
import { onBothEngines } from '../../test/support/engines.ts';
import { productWrite, storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import type { ProductFilter } from '../storage/records.ts';
import { listProducts } from './find-products.ts';

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

onBothEngines(
  'pages hold every product that fits once, whatever the stretch',
  async ({ storage, engine }) => {
    await storage.directory.createStore(storeRow(), []);
    const writes = products.map(({ externalId, ...product }, index) =>
      productWrite(externalId, index, { product }),
    );
    await storage.write(uuidOf(1), (writer) => writer.upsertProducts(writes, 1));
    const reader = storage.reader(uuidOf(1));
    const size = fc.integer({ min: 1, max: 9 });
    const walk = fc.asyncProperty(filter, size, size, async (wanted, limit, scan) => {
      const found: string[] = [];
      let after: string | null = null;
      do {
        const page = await listProducts(reader, { after, limit, filter: wanted }, scan);
        assert.ok(page.next === null || page.products.length === limit);
        found.push(...page.products.map(({ externalId }) => externalId));
        after = page.next;
      } while (after !== null);
      const expected = products.filter((product) => fits(product, wanted));
      assert.deepEqual(
        found,
        expected.map(({ externalId }) => externalId),
      );
    });
    await fc.assert(walk, { numRuns: engine === 'sqlite' ? 60 : 15 });
  },
);
