import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { readCsvFile, writeCsv } from '../../test/support/csv-files.ts';
import { createCsvReader } from '../csv-reader.ts';
import type { CsvRow } from '../csv-row.ts';
import { detectLayout } from '../detect-layout.ts';

type Cells = Readonly<Record<string, string>>;

const variant: Cells = {
  Handle: 'shirt',
  Title: '',
  'Body (HTML)': '',
  Vendor: '',
  'Product Category': '',
  Type: '',
  Tags: '',
  Published: '',
  'Option1 Name': '',
  'Option1 Value': '',
  'Variant SKU': '',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '0',
  'Variant Inventory Policy': 'deny',
  'Variant Price': '20.00',
  'Variant Compare At Price': '',
  'Variant Barcode': '',
  'Image Src': '',
  'Google Shopping / Gender': '',
  'Color (product.metafields.shopify.color-pattern)': '',
  'Cost per item': '',
  Status: '',
};
const first: Cells = { ...variant, Title: 'Shirt', Published: 'true', Status: 'active' };
const picture: Cells = {
  ...variant,
  'Variant Price': '',
  'Variant Inventory Tracker': '',
  'Variant Inventory Qty': '',
};

function fileOf(rows: readonly Cells[]): string {
  const names = Object.keys(variant);
  return writeCsv([names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]);
}

function read(...rows: readonly Cells[]): readonly CsvRow[] {
  return readCsvFile(fileOf(rows), { shopUrl: 'https://shop.example/' }).rows;
}

function productOf(...rows: readonly Cells[]): Readonly<Record<string, unknown>> {
  const [row, ...others] = read(...rows);
  assert.ok(row !== undefined && others.length === 0 && row.fault === null);
  return row.value;
}

test('rows of one handle become one product with the first texts', () => {
  const rows = read(
    {
      ...first,
      'Body (HTML)': '<p>Soft</p>',
      Vendor: 'Acme',
      Type: 'Shirts',
      Tags: 'men, summer',
      'Variant SKU': 's-1',
    },
    { ...variant, 'Variant Price': '15.00', 'Variant Compare At Price': '18.00' },
    { ...first, Handle: 'hat', Title: 'Hat' },
  );
  assert.equal(rows.length, 2);
  assert.deepEqual(rows[0]?.value, {
    external_id: 'shirt',
    title: 'Shirt',
    price: '15.00',
    compare_at_price: '18.00',
    url: 'https://shop.example/products/shirt',
    category: 'Shirts',
    in_stock: false,
    description: '<p>Soft</p>',
    brand: 'Acme',
    sku: 's-1',
    stock_quantity: 0,
    attributes: { Tags: 'men, summer' },
  });
  assert.deepEqual(
    rows.map(({ row, line, id }) => [row, line, id]),
    [
      [1, 2, 'shirt'],
      [3, 4, 'hat'],
    ],
  );
  assert.equal(Array.isArray(rows[0]?.original) ? rows[0].original.length : 0, 2, 'both records are kept');
  assert.equal(Array.isArray(rows[1]?.original), false);
});

test('the previous price is the cheapest variant’s, if it was higher', () => {
  const cheap = { ...variant, 'Variant Price': '9.00', 'Variant Compare At Price': '9.00' };
  const product = productOf({ ...first, 'Variant Compare At Price': '30.00' }, cheap);
  assert.deepEqual([product.price, product.compare_at_price], ['9.00', undefined]);
});

const stocks: readonly (readonly [what: string, variants: readonly Cells[], inStock: boolean])[] = [
  ['a variant with stock', [{ 'Variant Inventory Qty': '0' }, { 'Variant Inventory Qty': '2' }], true],
  ['no variant with stock', [{ 'Variant Inventory Qty': '0' }, { 'Variant Inventory Qty': '-3' }], false],
  ['a variant that is sold without stock', [{ 'Variant Inventory Policy': 'continue' }], true],
  ['a variant that is not tracked', [{ 'Variant Inventory Tracker': '' }], true],
  ['stock but a draft', [{ 'Variant Inventory Qty': '2', Status: 'draft' }], false],
  ['stock but archived', [{ 'Variant Inventory Qty': '2', Status: 'archived' }], false],
  ['stock but not published', [{ 'Variant Inventory Qty': '2', Published: 'false' }], false],
];

for (const [what, variants, inStock] of stocks) {
  test(`a product with ${what} is ${inStock ? 'in' : 'out of'} stock`, () => {
    const rows = variants.map((cells, at) => ({ ...(at === 0 ? first : variant), ...cells }));
    assert.equal(productOf(...rows).in_stock, inStock);
  });
}

test('a row of a further picture is no variant', () => {
  const product = productOf(
    { ...first, 'Variant Inventory Qty': '0', 'Image Src': 'https://x/1.jpg' },
    { ...picture, 'Image Src': 'https://x/2.jpg' },
    { ...picture, 'Image Src': 'https://x/1.jpg' },
  );
  assert.equal(product.in_stock, false);
  assert.deepEqual(product.images, ['https://x/1.jpg', 'https://x/2.jpg']);
});

test('options, tags and metafields become attributes, except a default option', () => {
  const product = productOf(
    { ...first, 'Option1 Name': 'Size', 'Option1 Value': 'S', 'Google Shopping / Gender': 'male' },
    { ...variant, 'Option1 Value': 'M' },
    { ...variant, 'Option1 Value': 'S' },
  );
  assert.deepEqual(product.attributes, { Size: 'S, M', Gender: 'male' });
  const plain = productOf({
    ...first,
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Color (product.metafields.shopify.color-pattern)': 'white; black',
  });
  assert.deepEqual(plain.attributes, { Color: 'white; black' });
});

test('the category is the type, else a useful taxonomy', () => {
  assert.equal(productOf({ ...first, Type: 'Tops', 'Product Category': 'A > B' }).category, 'Tops');
  assert.equal(productOf({ ...first, 'Product Category': 'A > B' }).category, 'A > B');
  assert.equal(productOf({ ...first, 'Product Category': 'Uncategorized' }).category, undefined);
});

test('a handle becomes an address; a barcode loses its apostrophe', () => {
  const product = productOf({ ...first, Handle: 'größe 1', 'Variant Barcode': "'0123" });
  assert.equal(product.url, 'https://shop.example/products/gr%C3%B6%C3%9Fe%201');
  assert.equal(product.gtin, '0123');
});

test('half a surrogate pair in a handle is left to the catalog', () => {
  const file = Buffer.from(`\uFEFF${fileOf([{ ...first, Handle: 'a\uD800' }])}`, 'utf16le');
  const [row] = readCsvFile(file, { shopUrl: 'shop.example' }).rows;
  assert.deepEqual([row?.fault, row?.value.external_id], [null, 'a\uD800']);
});

test('each row without a handle becomes its own product', () => {
  const rows = read({ ...first, Handle: '' }, { ...first, Handle: '' });
  assert.deepEqual(
    rows.map(({ id, value }) => [id, value.external_id]),
    [
      [null, undefined],
      [null, undefined],
    ],
  );
});

/** The rows of the lines below the header of a file of two products, one of them replaced. */
function readBroken(place: number, line: string): (readonly unknown[])[] {
  const hat = { ...first, Handle: 'hat', Title: 'Hat' };
  const lines = fileOf([first, variant, variant, hat, { ...variant, Handle: 'hat' }]).split('\r\n');
  lines[place] = line;
  const { rows } = readCsvFile(lines.join('\r\n'), { shopUrl: 'shop.example' });
  return rows.map(({ row, id, fault, original }) => [
    row,
    id,
    fault?.code ?? null,
    Array.isArray(original) ? original.length : 1,
  ]);
}

test('an unreadable variant fails its product and no other', () => {
  assert.deepEqual(readBroken(2, 'shirt,"never closed'), [
    [1, 'shirt', 'row_malformed', 3],
    [4, 'hat', null, 2],
  ]);
});

test('an unreadable first row fails its whole product', () => {
  const expected = [
    [1, 'shirt', null, 3],
    [4, 'hat', 'row_malformed', 2],
  ];
  assert.deepEqual(readBroken(4, 'hat,"never closed'), expected);
  assert.deepEqual(readBroken(1, 'shirt,"never closed')[0], [1, 'shirt', 'row_malformed', 3]);
});

test('a broken row inside a product fails without splitting it', () => {
  assert.deepEqual(readBroken(2, '"never closed'), [
    [1, 'shirt', null, 2],
    [2, '"never closed', 'row_malformed', 1],
    [4, 'hat', null, 2],
  ]);
});

test('a file of broken rows reports each and buffers few', () => {
  const text = Buffer.from(`${fileOf([]).trimEnd()}\r\n${'"x\r\n'.repeat(1_000)}`);
  const { layout } = detectLayout(text, { shopUrl: 'shop.example' }, { isWhole: true });
  assert.ok(layout !== null);
  const reader = createCsvReader(layout);
  const early = reader.read(text);
  assert.ok(early.length >= 900, `${early.length} came before the end`);
  assert.deepEqual(
    [...early, ...reader.end()].map(({ line }) => line),
    Array.from({ length: 1_000 }, (_, at) => at + 2),
  );
});

test('an overlong handle is one failed row', () => {
  const rows = read(first, ...Array.from({ length: limits.csvRowsPerProduct }, () => variant));
  assert.equal(rows.length, 1);
  assert.match(rows[0]?.fault?.message ?? '', /“shirt” has 5001 rows/);
});

test('a mapped column beats the format’s own', () => {
  const file = fileOf([{ ...first, 'Cost per item': '7', Vendor: 'Acme', 'Variant SKU': 'x' }]);
  const fields = { 'Cost per item': 'compare_at_price', Vendor: 'attribute', 'Variant SKU': null } as const;
  const [row] = readCsvFile(file, { shopUrl: 'shop.example', fields }).rows;
  assert.equal(row?.value.compare_at_price, '7');
  assert.equal(row?.value.brand, undefined);
  assert.equal(row?.value.sku, undefined);
  assert.deepEqual(row?.value.attributes, { Vendor: 'Acme' });
});

test('an address in a column makes the shop’s address needless', () => {
  const file = fileOf([{ ...first, 'Cost per item': 'https://shop.example/p/1' }]);
  const [row] = readCsvFile(file, { fields: { 'Cost per item': 'url' } }).rows;
  assert.equal(row?.value.url, 'https://shop.example/p/1');
});

test('the export of 2025 is read despite its new names', () => {
  const names = [
    'Title',
    'URL handle',
    'Description',
    'Vendor',
    'Status',
    'Price',
    'Compare-at price',
    'Inventory tracker',
  ];
  const more = [
    'Inventory quantity',
    'Continue selling when out of stock',
    'Product image URL',
    'Published on online store',
  ];
  const file = writeCsv([
    [...names, ...more],
    [
      'Shirt',
      'shirt',
      '<p>Soft</p>',
      'Acme',
      'Active',
      '5',
      '6',
      'shopify',
      '0',
      'TRUE',
      'https://x/1.jpg',
      'TRUE',
    ],
  ]);
  const { layout, rows } = readCsvFile(file, { shopUrl: 'shop.example' });
  assert.equal(layout.format, 'shopify');
  assert.deepEqual(rows[0]?.value, {
    external_id: 'shirt',
    title: 'Shirt',
    price: '5',
    compare_at_price: '6',
    url: 'https://shop.example/products/shirt',
    in_stock: true,
    description: '<p>Soft</p>',
    brand: 'Acme',
    stock_quantity: 0,
    images: ['https://x/1.jpg'],
    attributes: {},
  });
});
