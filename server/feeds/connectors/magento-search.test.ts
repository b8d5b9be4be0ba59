import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { searchQuery, valuesInParts } from './magento-search.ts';

test('filters, order and page are written as Magento reads them', () => {
  assert.deepEqual(searchQuery([['sku', 'in', 'a,b']], { size: 10, page: 2, sortBy: 'entity_id' }), {
    'searchCriteria[filter_groups][0][filters][0][field]': 'sku',
    'searchCriteria[filter_groups][0][filters][0][condition_type]': 'in',
    'searchCriteria[filter_groups][0][filters][0][value]': 'a,b',
    'searchCriteria[sortOrders][0][field]': 'entity_id',
    'searchCriteria[sortOrders][0][direction]': 'ASC',
    'searchCriteria[pageSize]': '10',
    'searchCriteria[currentPage]': '2',
  });
});

test('lists of values keep every value and stay short', () => {
  const sku = fc.string({ unit: fc.constantFrom('a', 'é', '-', ' ', '%'), minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(fc.array(sku, { maxLength: 200 }), (values) => {
      const parts = valuesInParts(values);
      assert.deepEqual(
        parts.flatMap((part) => part.split(',')),
        values,
      );
      assert.ok(parts.every((part) => encodeURIComponent(part).length <= 1_000));
    }),
  );
});
