import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RawProduct } from './product.ts';
import { Row } from './row.ts';
import {
  parseStock,
  readCategory,
  readDescription,
  readImages,
  readPrices,
  readShortText,
  readTitle,
} from './row-fields.ts';

type Reader = (row: Row) => string | null;

/** The value that was read, then each problem as `path code`, then each warning as `path code (note)`. */
function read(reader: Reader, raw: RawProduct): (string | null)[] {
  const row = new Row(raw);
  const value = reader(row);
  const problems = row.problems.map(({ path, code }) => `${path} ${code}`);
  return [value, ...problems, ...row.warnings.map(({ path, code }) => `${path} ${code} (note)`)];
}

const readBrand: Reader = (row) => readShortText(row, 'brand');

test('§2.1 title: it is required and a number is taken as text', () => {
  assert.deepEqual(read(readTitle, { title: ' Blue\tmug ' }), ['Blue mug']);
  assert.deepEqual(read(readTitle, { title: 1984 }), ['1984']);
  for (const title of [undefined, null, '', ' \n']) {
    assert.deepEqual(read(readTitle, { title }), ['', '/title title_missing']);
  }
});

test('a title of another type is missing, its type named', () => {
  for (const [title, name] of [
    [{}, 'an object'],
    [['a'], 'a list'],
    [true, 'true or false'],
  ] as const) {
    const row = new Row({ title });
    readTitle(row);
    assert.equal(row.problems[0]?.code, 'title_missing');
    assert.equal(row.problems[0].message, `The title is ${name}; give it as text.`);
  }
});

test('§2.1 title: one over 255 characters fails its row', () => {
  assert.deepEqual(read(readTitle, { title: ` ${'😀'.repeat(255)} ` }), ['😀'.repeat(255)]);
  const [, problem] = read(readTitle, { title: 'x'.repeat(256) });
  assert.equal(problem, '/title title_too_long');
});

test('Contract §4 a name stands in for an absent title', () => {
  assert.deepEqual(read(readTitle, { name: 'Mug' }), ['Mug']);
  assert.deepEqual(read(readTitle, { title: 'Cup', name: 'Mug' }), ['Cup']);
  assert.deepEqual(read(readTitle, { name: {} }), ['', '/name title_missing']);
});

test('Contract §4 a category is kept as given and trimmed', () => {
  assert.deepEqual(read(readCategory, { category: ' Home  >Mugs ' }), ['Home  >Mugs']);
  assert.deepEqual(read(readCategory, { product_type: 'Mugs' }), ['Mugs']);
  for (const category of [undefined, null, ' ', [], ['', null]]) {
    assert.deepEqual(read(readCategory, { category }), [null]);
  }
});

test('§2.1 category: one over 255 characters fails its row', () => {
  assert.deepEqual(read(readCategory, { category: 'x'.repeat(255) }), ['x'.repeat(255)]);
  assert.equal(read(readCategory, { category: 'x'.repeat(256) })[1], '/category category_too_long');
});

test('a list of texts is a category path', () => {
  assert.deepEqual(read(readCategory, { category: ['Home', ' Mugs', '', 2] }), ['Home > Mugs > 2']);
  assert.deepEqual(read(readCategory, { category: ['Home', {}] }), [null, '/category row_malformed (note)']);
});

test('Contract §4 a description becomes plain text', () => {
  assert.deepEqual(read(readDescription, { description: '<p>Nice &amp; blue</p>' }), ['Nice & blue']);
  assert.deepEqual(read(readDescription, { description: '<p> </p>' }), [null]);
  assert.deepEqual(read(readDescription, { description: 5 }), ['5']);
  assert.deepEqual(read(readDescription, { description: {} }), [null, '/description row_malformed (note)']);
});

test('Contract §4 a description over 10,000 characters is cut and noted', () => {
  assert.deepEqual(read(readDescription, { description: 'x'.repeat(10_000) }), ['x'.repeat(10_000)]);
  assert.deepEqual(read(readDescription, { description: 'x'.repeat(10_001) }), [
    'x'.repeat(10_000),
    '/description text_invalid (note)',
  ]);
});

test('Contract §4 blank optional text is absent', () => {
  for (const brand of [undefined, null, '', ' \t ']) assert.deepEqual(read(readBrand, { brand }), [null]);
});

test('short fields take text and the digits of numbers', () => {
  assert.deepEqual(read(readBrand, { brand: ' Alma\n& Co ' }), ['Alma & Co']);
  assert.deepEqual(
    read((row) => readShortText(row, 'gtin'), { gtin: 4006381333931 }),
    ['4006381333931'],
  );
});

test('a short field of another type is dropped and noted', () => {
  for (const brand of [{}, ['Alma'], true, 2 ** 53]) {
    assert.deepEqual(read(readBrand, { brand }), [null, '/brand row_malformed (note)']);
  }
});

test('a short field over 255 characters is cut and noted', () => {
  assert.deepEqual(read(readBrand, { brand: 'x'.repeat(255) }), ['x'.repeat(255)]);
  assert.deepEqual(read(readBrand, { brand: 'x'.repeat(256) }), [
    'x'.repeat(255),
    '/brand text_invalid (note)',
  ]);
});

/** Price, compare_at_price and currency as read in a EUR store, or the problems as `path code`. */
function readMoney(raw: RawProduct): (string | null)[] {
  const row = new Row(raw);
  const { price, compareAtPrice, currency } = readPrices(row, 'EUR');
  if (row.problems.length === 0) return [price, compareAtPrice, currency];
  return row.problems.map(({ path, code }) => `${path} ${code}`);
}

test('§2.1 price: it is required and zero is one', () => {
  assert.deepEqual(readMoney({ price: 0 }), ['0', null, null]);
  for (const price of [undefined, null, '', ' '])
    assert.deepEqual(readMoney({ price }), ['/price price_missing']);
  assert.deepEqual(readMoney({ price: 'abc' }), ['/price price_invalid']);
  assert.deepEqual(readMoney({ price: -1 }), ['/price price_negative']);
});

test('a price that is wrong is called by its field', () => {
  for (const value of ['x', ['1'], -1, '1e9 EUR', '12 XYZ', 1e13]) {
    const row = new Row({ price: '12', compare_at_price: value });
    readPrices(row, 'EUR');
    assert.match(row.problems[0]?.message ?? '', /^The compare_at_price /, String(value));
  }
  const row = new Row({ price: 'x' });
  readPrices(row, 'EUR');
  assert.match(row.problems[0]?.message ?? '', /^The price "x" /);
});

test('Contract §4 a currency in the price fills an absent currency', () => {
  assert.deepEqual(readMoney({ price: '12.90 USD' }), ['12.90', null, 'USD']);
  assert.deepEqual(readMoney({ price: '12.90', currency: 'usd' }), ['12.90', null, 'USD']);
  assert.deepEqual(readMoney({ price: '12.90 USD', currency: 'USD' }), ['12.90', null, 'USD']);
});

test('Contract §4 a price never gets the name of another currency', () => {
  assert.deepEqual(readMoney({ price: '12.90 USD', currency: 'EUR' }), ['/currency currency_invalid']);
  assert.deepEqual(readMoney({ price: '12', compare_at_price: '15 USD' }), [
    '/compare_at_price currency_invalid',
  ]);
  assert.deepEqual(readMoney({ price: '12 USD', compare_at_price: '15 €' }), [
    '/compare_at_price currency_invalid',
  ]);
  assert.deepEqual(readMoney({ price: '12 USD', compare_at_price: '15 USD' }), ['12', '15', 'USD']);
  assert.deepEqual(readMoney({ price: '12', compare_at_price: '15 EUR' }), ['12', '15', null]);
});

test('Contract §4 a currency that is no ISO 4217 code fails', () => {
  for (const currency of ['EURO', '€', 978, true, ['EUR']]) {
    assert.deepEqual(readMoney({ price: '12 USD', currency }), ['/currency currency_invalid']);
  }
  assert.deepEqual(readMoney({ price: '12 XYZ' }), ['/price currency_invalid']);
  assert.deepEqual(readMoney({ price: 12, currency: ' ' }), ['12', null, null]);
});

test('Contract §4 the currency given decides how three digits are read', () => {
  assert.deepEqual(readMoney({ price: '1,234', compare_at_price: '2,345' }), ['1234', '2345', null]);
  assert.deepEqual(readMoney({ price: '1,234', compare_at_price: '2,345', currency: 'KWD' }), [
    '1.234',
    '2.345',
    'KWD',
  ]);
  assert.deepEqual(readMoney({ price: '1,234 KWD', compare_at_price: '2,345' }), ['1.234', '2.345', 'KWD']);
});

test('a compare_at_price that cannot be read fails its row', () => {
  assert.deepEqual(readMoney({ price: 1, compare_at_price: 'abc' }), ['/compare_at_price price_invalid']);
  assert.deepEqual(readMoney({ price: 1, compare_at_price: -2 }), ['/compare_at_price price_negative']);
  assert.deepEqual(readMoney({ price: 1, compare_at_price: '' }), ['1', null, null]);
});

const [first, second, third] = [
  'https://a.example/1.jpg',
  'http://a.example/2.jpg',
  'https://a.example/3.jpg?x=1,2',
];

function readPictures(raw: RawProduct): unknown[] {
  const row = new Row(raw);
  const { imageUrl, imageUrls } = readImages(row);
  return [imageUrl, [...imageUrls], ...row.problems.map(({ path, code }) => `${path} ${code}`)];
}

test('Contract §4 images in text are separated in several ways', () => {
  for (const text of [
    `${first}|${second} | ${third}`,
    `${first},${second}, ${third}`,
    ` ${first}\n${second}  ${third}`,
  ]) {
    assert.deepEqual(readPictures({ image_url: first, images: text }), [first, [second, third]], text);
  }
});

test('the first image stands in for an absent image_url', () => {
  assert.deepEqual(readPictures({ images: [first, second] }), [first, [second]]);
  assert.deepEqual(readPictures({ image_url: ' ', images: first }), [first, []]);
  assert.deepEqual(readPictures({}), [null, []]);
});

test('repeated and blank images are left out', () => {
  assert.deepEqual(readPictures({ image_url: first, images: [second, null, '', first, second, third] }), [
    first,
    [second, third],
  ]);
});

test('Contract §4 image aliases stand in for their fields', () => {
  assert.deepEqual(readPictures({ image_link: first, additional_image_link: [second] }), [first, [second]]);
});

test('Contract §4 an image that is no web address fails its row', () => {
  assert.deepEqual(readPictures({ image_url: 'javascript:alert(1)' }), [
    null,
    [],
    '/image_url image_url_invalid',
  ]);
  assert.deepEqual(readPictures({ image_url: [first] }), [null, [], '/image_url image_url_invalid']);
  assert.deepEqual(readPictures({ images: [first, second, null, '/3.jpg', { src: third }] }), [
    first,
    [second],
    '/images/3 image_url_invalid',
    '/images/4 image_url_invalid',
  ]);
  assert.deepEqual(readPictures({ images: `${first} x.jpg` }), [first, [], '/images/1 image_url_invalid']);
});

test('images that are neither list nor text fail their row', () => {
  assert.deepEqual(readPictures({ images: { 0: first } }), [null, [], '/images image_url_invalid']);
  assert.deepEqual(readPictures({ images: 7 }), [null, [], '/images image_url_invalid']);
});

test('images beyond the limit are left out and noted', () => {
  const row = new Row({ images: Array.from({ length: 51 }, (_, index) => `https://a.example/${index}`) });
  assert.equal(readImages(row).imageUrls.length, 49);
  assert.deepEqual(
    row.warnings.map(({ path, code }) => [path, code]),
    [['/images', 'image_url_invalid']],
  );
});

test('Contract §4 every word for in stock is understood in any case', () => {
  const words = [
    '1',
    'true',
    'YES',
    'y',
    'On',
    'In Stock',
    'in_stock',
    'available',
    'preorder',
    ' backorder ',
  ];
  for (const word of [...words, true, 1]) assert.equal(parseStock(word), true, String(word));
});

test('Contract §4 every word for out of stock is understood in any case', () => {
  const words = ['0', 'False', 'no', 'N', 'off', 'OUT OF STOCK', 'out_of_stock', 'unavailable'];
  for (const word of [...words, false, 0, -0]) assert.equal(parseStock(word), false, String(word));
});

test('Contract §4 any other stock value is not guessed', () => {
  for (const value of ['maybe', '2', 2, -1, 'constructor', [], {}, null])
    assert.equal(parseStock(value), null);
});
