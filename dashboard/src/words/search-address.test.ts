import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchAddress } from './search-address.ts';

test('a query has an address, and nothing the empty box', () => {
  const { to, params } = searchAddress('s', ' usb c/3 ');
  assert.deepEqual([to, params], ['/stores/$storeId/searches/$query', { storeId: 's', query: 'usb c/3' }]);
  assert.equal(searchAddress('s', '🎁').to, '/stores/$storeId/searches/$query');
  for (const q of ['', ' ', '..', '—']) assert.equal(searchAddress('s', q).to, '/stores/$storeId/empty-box');
});
