import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCsvFile } from '../../test/support/csv-files.ts';
import type { CsvRow } from '../csv-row.ts';

const names = [
  'id',
  'title',
  'link',
  'image link',
  'price',
  'sale price',
  'sale price effective date',
  'availability',
  'product type',
  'google product category',
  'color',
];
const usual = [
  '1',
  'Tee',
  'https://x/1',
  'https://x/1.jpg',
  '20.00 EUR',
  '',
  '',
  'in_stock',
  '',
  'A > B',
  'red',
];
const now = Date.UTC(2026, 10, 21, 12);

function read(cells: Readonly<Record<string, string>> = {}, header: readonly string[] = names): CsvRow {
  const row = names.map((name, at) => cells[name] ?? usual[at] ?? '');
  const { layout, rows } = readCsvFile(`${header.join('\t')}\n${row.join('\t')}\n`, {}, now);
  assert.deepEqual([layout.format, layout.separator, rows.length], ['google_merchant', '\t', 1]);
  const [only] = rows;
  assert.ok(only !== undefined);
  return only;
}

test('Contract §6 columns match Google’s names, with blanks, underscores or a prefix', () => {
  const expected = {
    external_id: '1',
    title: 'Tee',
    url: 'https://x/1',
    image_url: 'https://x/1.jpg',
    in_stock: 'in_stock',
    color: 'red',
    price: '20.00 EUR',
    category: 'A > B',
  };
  assert.deepEqual(read().value, expected);
  const underscored = names.map((name) => name.replaceAll(' ', '_'));
  assert.deepEqual(read({}, underscored).value, expected);
  const prefixed = underscored.map((name) => `g:${name}`);
  assert.deepEqual(read({}, prefixed).value, expected);
});

test('Contract §6 a sale price on its days is the price', () => {
  const onSale = (period: string) => {
    const { value } = read({ 'sale price': '15.00 EUR', 'sale price effective date': period });
    return [value.price, value.compare_at_price];
  };
  assert.deepEqual(onSale(''), ['15.00 EUR', '20.00 EUR']);
  assert.deepEqual(onSale('2026-11-01T00:00-0800/2026-11-30T23:59-0800'), ['15.00 EUR', '20.00 EUR']);
  assert.deepEqual(onSale('2026-11-01T00:00Z/2026-11-21T13:00+02:00'), ['20.00 EUR', undefined]);
  assert.deepEqual(onSale('2026-11-01T00:00Z/2026-11-21T11:00-0800'), ['15.00 EUR', '20.00 EUR']);
  assert.deepEqual(onSale('2026-12-01/2026-12-02'), ['20.00 EUR', undefined]);
});

test('Contract §6 a higher or absurdly low sale price is dropped and noted', () => {
  for (const sale of ['21,00 EUR', '0.99 EUR']) {
    const { value, notes } = read({ 'sale price': sale });
    assert.equal(value.price, '20.00 EUR');
    assert.deepEqual(
      [notes[0]?.path, notes[0]?.code, notes[0]?.value],
      ['/sale_price', 'sale_price_invalid', sale],
    );
  }
});

test('Contract §6 the category is the product type, else Google’s text category', () => {
  assert.equal(read({ 'product type': 'Shirts' }).value.category, 'Shirts');
  assert.equal(read({ 'google product category': '212' }).value.category, undefined);
});

test('a second column of a name never replaces the first', () => {
  const header = names.map((name) => (name === 'color' ? 'g:title' : name));
  const { value } = read({ color: 'Other title' }, header);
  assert.deepEqual([value.title, value['g:title']], ['Tee', 'Other title']);
});
