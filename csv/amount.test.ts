import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parsePrice } from '../server/catalog/price.ts';
import { amountOf, chooseSalePrice } from './amount.ts';

test('amounts are read as the catalog reads prices', () => {
  const digits = fc.stringMatching(/^[1-9]\d{0,6}$/);
  const tail = fc.constantFrom(
    '',
    '.5',
    ',5',
    '.50',
    ',50',
    '.500',
    ',500',
    '.500,25',
    ',500.25',
    '.500.250',
    ' 500',
    "'500",
  );
  const mark = fc.constantFrom('', ' EUR', ' €', ' kr');
  fc.assert(
    fc.property(digits, tail, mark, fc.constantFrom('', 'USD '), (whole, end, after, before) => {
      const text = `${after === '' ? before : ''}${whole}${end}${after}`;
      const parsed = parsePrice(text, 'EUR');
      if (parsed.ok) assert.equal(amountOf(text), Number(parsed.price), text);
    }),
    { numRuns: 2_000 },
  );
});

test('text without digits is no amount', () => {
  for (const text of ['', ' ', 'free', ',', 'EUR']) assert.equal(amountOf(text), null);
});

test('a sale counts only where it is plausibly lower', () => {
  assert.deepEqual(chooseSalePrice('20', '15', true), { price: '15', compareAt: '20', refused: null });
  assert.deepEqual(chooseSalePrice('20', '1', true), { price: '1', compareAt: '20', refused: null });
  assert.deepEqual(chooseSalePrice('20', '20', true), { price: '20', compareAt: null, refused: null });
  assert.deepEqual(chooseSalePrice('20', '15', false), { price: '20', compareAt: null, refused: null });
  assert.deepEqual(chooseSalePrice('20', ' ', true), { price: '20', compareAt: null, refused: null });
  assert.deepEqual(chooseSalePrice('', '15', true), { price: '15', compareAt: null, refused: null });
  assert.match(chooseSalePrice('20', '0.99', true).refused ?? '', /twentieth/);
  assert.match(chooseSalePrice('20', '21', true).refused ?? '', /higher/);
});
