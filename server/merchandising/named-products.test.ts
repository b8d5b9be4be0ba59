import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import type { MerchandisingRule } from '../../contract/words/merchandising.ts';
import { NamedProducts } from './named-products.ts';

test('products are read no further once that is cancelled', async () => {
  const rule: MerchandisingRule = {
    ...{ id: 'r', query: 'lamp', match: 'exact', is_active: true, starts_at: null, ends_at: null },
    ...{ pins: [], hides: [], boosts: [{ field: 'brand', value: 'Acme', weight: 5 }], redirect: null },
  };
  const gone = new AbortController();
  let pageCount = 0;
  const reader = {
    namedProducts: () => Promise.resolve([]),
    namableProducts() {
      pageCount += 1;
      if (pageCount === 3) gone.abort();
      assert.ok(pageCount < 9, 'the whole catalog is read');
      return Promise.resolve(
        Array.from({ length: limits.merchandisingProductsPerRead }, (_, place) => ({
          ...{ id: `id ${place}`, externalId: `p${place}`, brand: 'Acme', category: null },
        })),
      );
    },
  };
  await assert.rejects(new NamedProducts([rule]).read(reader, gone.signal), { code: 'unavailable' });
  assert.equal(pageCount, 3);
});
