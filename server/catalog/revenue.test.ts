import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRevenue, formatRevenue, isRevenue } from './revenue.ts';

test('revenue adds up by currency, and nothing changes it', () => {
  const [left, right] = [
    { EUR: '0.1', JPY: '300' },
    { EUR: '0.20', USD: '1' },
  ];
  assert.deepEqual(addRevenue(left, right), { EUR: '0.30', JPY: '300', USD: '1' });
  assert.deepEqual(
    [addRevenue(null, left), addRevenue(left, null), addRevenue(null, null)],
    [left, left, null],
  );
  assert.deepEqual(left, { EUR: '0.1', JPY: '300' });
});

test('revenue is shown with the digits of its currency', () => {
  const sums = { USD: '59.970000000000006', JPY: '1200.5', KWD: '1.5', EUR: '3' };
  assert.deepEqual(Object.entries(formatRevenue(sums)), [
    ['EUR', '3.00'],
    ['JPY', '1201'],
    ['KWD', '1.500'],
    ['USD', '59.97'],
  ]);
  assert.deepEqual(formatRevenue(null), {});
});

test('anything but amounts by currency is no revenue', () => {
  const wrong = [null, [], 'EUR', { EUR: 1 }, { EUR: '-1' }, { EUR: '1e3' }, { euro: '1' }, { EUR: '1.' }];
  assert.deepEqual(wrong.filter(isRevenue), []);
  assert.ok(isRevenue({ EUR: '1', USD: '0.05' }));
});
