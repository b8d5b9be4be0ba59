import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dashboardPath } from './dashboard-path.ts';

test('a link of the API leads into the store whether it names it or not', () => {
  assert.equal(dashboardPath('/dashboard/stores/s/imports/1', 's'), '/stores/s/imports/1');
  assert.equal(dashboardPath('/dashboard/products?missing=image', 's'), '/stores/s/products?missing=image');
  assert.equal(dashboardPath('keys', 's'), '/stores/s/keys');
});
