/** Guards of rows that change a part of their product, merged or by the fast path of prices. */
import type { Guard } from './guard.ts';

export const partialRowGuards: readonly Guard[] = [
  {
    name: 'a batch of partial rows holds a bounded part of the store',
    file: 'server/ingest/patch-rows.ts',
    from: 'if (length > limits.patchedMaxLength) throw tooMuchStored();',
    to: '',
    tests: {
      'test/api/product-lines.test.ts': ['long products are changed by lines, not by one batch'],
    },
  },
  {
    name: 'a partial row writes the product that it names',
    file: 'server/ingest/patch-rows.ts',
    from: 'return isKept ? merged : { ...merged, external_id: externalId };',
    to: 'return merged;',
    tests: {
      'server/ingest/patch-rows.live.test.ts': [
        'Contract §10 a partial row keeps its product with another id beside',
      ],
    },
  },
  {
    name: 'rows of one product are merged one after the other',
    file: 'server/ingest/patch-rows.ts',
    from: 'const state = states.get(externalId) ?? stateOf(known);',
    to: 'const state = stateOf(known) ?? states.get(externalId) ?? null;',
    tests: {
      'server/ingest/patch-rows.live.test.ts': ['Contract §10 a partial batch equals its PATCHes one by one'],
    },
  },
  {
    name: 'a patch of the price keeps a removed product out of stock',
    file: 'server/ingest/patch-rows.ts',
    from: 'if (inStock || patchesStock) return merged;',
    to: 'return merged;',
    tests: {
      'server/ingest/upsert-product.live.test.ts': [
        '§3.1 retained: a removed product stays so when its price is patched',
      ],
    },
  },
  {
    name: 'a price beside a currency is merged with its product',
    file: 'server/storage/products/pack-raw.ts',
    from: 'return column === null ? (values?.get(value) ?? ownToken(key, value)) : null;',
    to: 'return values?.get(value) ?? ownToken(key, value);',
    tests: { 'server/ingest/patch-offer.live.test.ts': ['a price that may say more is merged'] },
  },
  {
    name: 'stock under its other name is merged with its product',
    file: 'server/storage/products/pack-raw.ts',
    from: 'if (absent.some((key) => placeOf(members, key) !== -1)) return null;',
    to: '',
    tests: { 'server/ingest/patch-offer.live.test.ts': ['a price that may say more is merged'] },
  },
  {
    name: 'the fast path takes no product that was read in another way',
    file: 'server/ingest/patch-offer.ts',
    from: 'if (!isSameHash(existing.contentHash, contentHash(replaced.before, context))) return null;',
    to: '',
    tests: { 'server/ingest/patch-offer.live.test.ts': ['a product read for another currency is merged'] },
  },
  {
    name: 'an update of an offer writes the quantity',
    file: 'server/storage/products/written-rows.ts',
    from: "  'stock_quantity',\n  'raw',\n  'run_id',\n);",
    to: "  'raw',\n  'run_id',\n);",
    tests: { 'server/ingest/patch-offer.live.test.ts': ['the fast path writes and keeps what a merge does'] },
  },
  {
    name: 'an update of an offer writes the price before',
    file: 'server/storage/products/written-rows.ts',
    from: "  'compare_at_price',\n  'stock_quantity',\n  'raw',\n  'run_id',\n);",
    to: "  'stock_quantity',\n  'raw',\n  'run_id',\n);",
    tests: { 'server/ingest/patch-offer.live.test.ts': ['the fast path writes and keeps what a merge does'] },
  },
  {
    name: 'an update of an offer fails if no product was there',
    file: 'server/storage/sqlite/product-statements.ts',
    from: 'if (changes !== 1) throw',
    to: 'if (changes > 1) throw',
    tests: { 'test/storage/short-rows.test.ts': ['an offer of a product that is gone is refused'] },
  },
  {
    name: 'the fast path takes no product of several rows',
    file: 'server/ingest/patch-rows.ts',
    from: 'const isOnly = first !== undefined && more.length === 0;',
    to: 'const isOnly = first !== undefined;',
    tests: { 'server/ingest/patch-offer.live.test.ts': ['two prices of one product count in their order'] },
  },
];
