import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCsvFile, writeCsv } from '../../test/support/csv-files.ts';
import type { CsvRow } from '../csv-row.ts';
import { detectLayout } from '../detect-layout.ts';

type Cells = Readonly<Record<string, string>>;

const simple: Cells = {
  ID: '1',
  Type: 'simple',
  SKU: 'tee',
  Name: 'Tee',
  Published: '1',
  'Visibility in catalog': 'visible',
  'Short description': '',
  Description: '',
  'Date sale price starts': '',
  'Date sale price ends': '',
  'In stock?': '1',
  Stock: '',
  'Sale price': '',
  'Regular price': '20',
  Categories: '',
  Tags: '',
  Images: '',
  Parent: '',
  'External URL': '',
  'Attribute 1 name': '',
  'Attribute 1 value(s)': '',
  'Attribute 1 default': '',
  'Meta: _x': '1',
};
const variable: Cells = { ...simple, Type: 'variable', 'Regular price': '' };
const variation: Cells = { ...simple, ID: '2', Type: 'variation', SKU: '', Name: 'Tee - S', Parent: 'tee' };

const now = Date.UTC(2026, 10, 21, 12);

function read(...rows: readonly Cells[]): readonly CsvRow[] {
  const names = Object.keys(simple);
  const file = writeCsv([names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]);
  return readCsvFile(file, { shopUrl: 'shop.example' }, now).rows;
}

function productOf(row: Cells): Readonly<Record<string, unknown>> {
  const [read1, ...others] = read({ ...simple, ...row });
  assert.ok(read1 !== undefined && others.length === 0);
  return read1.value;
}

test('a simple product gets its ID and an address from it', () => {
  const [row] = read({
    ...simple,
    Description: '<p>Soft</p>',
    Stock: '5',
    Categories: 'Clothing, Clothing > Shirts, Music',
    Tags: 'men',
    Images: 'https://x/1.jpg, https://x/2.jpg',
    'Attribute 1 name': 'Color',
    'Attribute 1 value(s)': 'Blue\\, dark, Red',
  });
  assert.deepEqual(row?.value, {
    external_id: '1',
    title: 'Tee',
    price: '20',
    url: 'https://shop.example/?post_type=product&p=1',
    sku: 'tee',
    category: 'Clothing > Shirts',
    description: '<p>Soft</p>',
    images: 'https://x/1.jpg, https://x/2.jpg',
    stock_quantity: 5,
    in_stock: '1',
    attributes: { Color: 'Blue, dark, Red', Tags: 'men' },
  });
  assert.equal(row?.id, '1');
});

test('a sale price holds on its days, beside the regular price', () => {
  const sale = { 'Sale price': '15' };
  const priceOf = (cells: Cells) => {
    const { price, compare_at_price: before } = productOf({ ...sale, ...cells });
    return [price, before];
  };
  assert.deepEqual(priceOf({}), ['15', '20']);
  assert.deepEqual(
    priceOf({ 'Date sale price starts': '2026-11-21', 'Date sale price ends': '2026-11-21' }),
    ['15', '20'],
  );
  assert.deepEqual(priceOf({ 'Date sale price ends': '2026-11-21 11:59:59' }), ['20', undefined]);
  assert.deepEqual(priceOf({ 'Date sale price starts': '2026-11-22' }), ['20', undefined]);
  assert.deepEqual(priceOf({ 'Date sale price starts': 'soon' }), ['20', undefined]);
});

test('an impossible sale price is dropped and noted', () => {
  const [higher] = read({ ...simple, 'Sale price': '25' });
  assert.equal(higher?.value.price, '20');
  assert.match(higher?.notes[0]?.message ?? '', /25 is higher than the price 20/);
  const [tiny] = read({ ...simple, 'Sale price': '0.50' });
  assert.match(tiny?.notes[0]?.message ?? '', /below a twentieth/);
});

test('variations fold into their product from anywhere in the file', () => {
  const dear = { ...variation, ID: '4', 'Regular price': '30', 'In stock?': '1' };
  const cheap = {
    ...variation,
    ID: '5',
    Parent: 'id:1',
    'Regular price': '12',
    'Sale price': '10',
    'In stock?': '0',
  };
  const rows = read(
    dear,
    variable,
    { ...simple, ID: '9', SKU: 'hat', Name: 'Hat' },
    { ...cheap, Parent: 'tee' },
  );
  assert.deepEqual(
    rows.map(({ row, id, value }) => [row, id, value.price, value.compare_at_price, value.in_stock]),
    [
      [2, '1', '10', '12', true],
      [3, '9', '20', undefined, '1'],
    ],
  );
  assert.deepEqual(read(variable, cheap)[0]?.value.price, '10', 'a parent may be named by its ID');
  assert.equal(read(variable, cheap)[0]?.value.in_stock, false);
});

test('a variation without its product becomes a product', () => {
  assert.deepEqual(
    read(variation).map(({ id }) => id),
    ['2'],
  );
});

test('unpublished variations are ignored', () => {
  const rows = read(variable, { ...variation, Published: '0', 'Regular price': '1' }, variation);
  assert.equal(rows[0]?.value.price, '20');
});

test('unpublished and hidden products are out of stock', () => {
  assert.equal(productOf({ Published: '0' }).in_stock, false);
  assert.equal(productOf({ Published: '-1' }).in_stock, false);
  assert.equal(productOf({ 'Visibility in catalog': 'hidden' }).in_stock, false);
  assert.equal(productOf({ 'In stock?': 'backorder' }).in_stock, 'backorder');
});

test('an external product has its own address', () => {
  assert.equal(
    productOf({ Type: 'external', 'External URL': 'https://other.example/p' }).url,
    'https://other.example/p',
  );
});

test('a file without IDs uses SKUs and gives no addresses', () => {
  const file = writeCsv([
    ['Type', 'SKU', 'Name', 'Regular price', 'Link'],
    ['simple', 'tee', 'Tee', '5', 'https://shop.example/tee'],
  ]);
  const result = detectLayout(Buffer.from(file), { shopUrl: 'shop.example' }, { isWhole: true });
  assert.ok(!result.ok);
  assert.equal(result.code, 'columns_missing');
  assert.match(result.message, /no column url.*Export the products again with all columns/);
  const { rows } = readCsvFile(file, { fields: { Link: 'url' } });
  assert.deepEqual([rows[0]?.id, rows[0]?.value.url], ['tee', 'https://shop.example/tee']);
});

test('a row that cannot be read fails alone', () => {
  const names = Object.keys(simple);
  const file = `${writeCsv([names, names.map((name) => simple[name] ?? '')])}2,simple,"never closed\r\n`;
  const { rows } = readCsvFile(file, { shopUrl: 'shop.example' });
  assert.deepEqual(
    rows.map(({ fault }) => fault?.code),
    [undefined, 'row_malformed'],
  );
});
