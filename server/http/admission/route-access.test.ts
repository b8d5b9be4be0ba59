import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessFault } from './route-access.ts';

test('a route that contradicts its access is refused at start', () => {
  const store = '/dashboard/api/stores/:store_id/keys';
  const cases = [
    ['/api/v1/products', undefined, /does not say who/],
    ['/dashboard/api/session', undefined, /does not say who/],
    ['/api/v1/products', 'owner', /keys are for/],
    ['/dashboard/api/session', 'secret', /keys are for/],
    ['/dashboard/api/keys', 'viewer', /without a :store_id/],
    [store, 'viewer', null],
    [store, 'operator', null],
    ['/dashboard/api/session', 'open', null],
    ['/dashboard/api/session', 'signed', /people sign in/],
    ['/api/v1/product-feeds/:feed_id/orders', 'signed', null],
    ['/api/v1/products', 'secret', null],
    ['/livez', undefined, null],
  ] as const;
  for (const [url, access, fault] of cases) {
    const found = accessFault(url, access);
    if (fault === null) assert.equal(found, null, url);
    else assert.match(found ?? '', fault);
  }
});
