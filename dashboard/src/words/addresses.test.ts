import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress } from './addresses.ts';

test('an address is parsed with and without the dashboard prefix', () => {
  const products = { to: '/stores/s/products', search: { missing: 'image', q: 'a b' } };
  assert.deepEqual(parseAddress('/dashboard/stores/s/products?missing=image&q=a+b'), products);
  assert.deepEqual(parseAddress('/stores/s/products?missing=image&q=a%20b#x'), products);
  assert.deepEqual(parseAddress('/dashboard'), { to: '/', search: {} });
  assert.deepEqual(parseAddress('/dashboards'), { to: '/dashboards', search: {} });
});
