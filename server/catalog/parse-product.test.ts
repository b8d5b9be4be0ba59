/** The whole way from a row to a product. The rules of single fields are tested beside the file that reads them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fieldAliases, standardFields } from '../../contract/words/product.ts';
import { type ParsedProduct, parseProduct } from './parse-product.ts';
import type { CanonicalProduct, RawProduct } from './product.ts';
import { sourceHash } from './source-hash.ts';
import { hasForbiddenCharacters } from './text.ts';

const context = { currency: 'EUR', locale: 'en' };
const valid = { external_id: '1', title: 'Mug', price: '12.90', url: 'https://shop.example/1' };

function parse(raw: unknown): ParsedProduct {
  return parseProduct(raw, context);
}

function accept(raw: RawProduct): CanonicalProduct {
  const parsed = parse(raw);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.product;
}

/** Each problem as `path code`. */
function refuse(raw: unknown): string[] {
  const parsed = parse(raw);
  assert.ok(!parsed.ok, JSON.stringify(parsed));
  return parsed.problems.map(({ path, code }) => `${path} ${code}`);
}

test('§2.1 optional: every standard field reaches the canonical product', () => {
  const product = accept({
    external_id: ' 0042 ',
    title: 'Blue\tmug',
    price: '1.299,00 USD',
    url: 'https://shop.example/42',
    category: 'Home > Mugs',
    image_url: 'https://shop.example/42.jpg',
    in_stock: 'No',
    attributes: 'size: M',
    description: '<p>Nice</p>',
    brand: 'Alma',
    author: 'A. Author',
    isbn: '978-3-16-148410-0',
    gtin: 4006381333931,
    ean: '04006381333931',
    sku: 'M-42',
    mpn: 'P42',
    item_group_id: 'M',
    compare_at_price: 1499.5,
    currency: 'usd',
    stock_quantity: '7',
    images: 'https://shop.example/42.jpg|https://shop.example/43.jpg',
    color: 'blue',
  });
  assert.deepEqual(product, {
    externalId: '0042',
    title: 'Blue mug',
    description: 'Nice',
    category: 'Home > Mugs',
    brand: 'Alma',
    author: 'A. Author',
    isbn: '978-3-16-148410-0',
    gtin: '4006381333931',
    ean: '04006381333931',
    sku: 'M-42',
    mpn: 'P42',
    itemGroupId: 'M',
    price: '1299.00',
    compareAtPrice: '1499.5',
    currency: 'USD',
    stockQuantity: 7,
    url: 'https://shop.example/42',
    imageUrl: 'https://shop.example/42.jpg',
    imageUrls: ['https://shop.example/43.jpg'],
    inStock: false,
    attributes: [
      ['size', 'M'],
      ['color', 'blue'],
    ],
  });
});

test('§2.1 optional: the four required fields are enough for a product', () => {
  assert.deepEqual(accept(valid), {
    externalId: '1',
    title: 'Mug',
    description: null,
    category: null,
    brand: null,
    author: null,
    isbn: null,
    gtin: null,
    ean: null,
    sku: null,
    mpn: null,
    itemGroupId: null,
    price: '12.90',
    compareAtPrice: null,
    currency: null,
    stockQuantity: null,
    url: 'https://shop.example/1',
    imageUrl: null,
    imageUrls: [],
    inStock: true,
    attributes: [],
  });
});

test('Contract §4 null and blank optional fields are absent', () => {
  const optional = standardFields.filter((field) => !Object.hasOwn(valid, field));
  for (const blank of [null, '', ' \t\n']) {
    const raw = { ...valid, ...Object.fromEntries(optional.map((field) => [field, blank])) };
    assert.deepEqual(accept(raw), accept(valid));
  }
});

test('Contract §4 aliases alone make the same product', () => {
  const full: RawProduct = {
    ...valid,
    image_url: 'https://shop.example/1.jpg',
    images: ['https://shop.example/2.jpg'],
    in_stock: 'out of stock',
    category: 'Mugs',
  };
  const aliased = Object.entries(fieldAliases).map(([alias, field]): [string, unknown] => [
    alias,
    full[field],
  ]);
  assert.deepEqual(accept({ price: '12.90', ...Object.fromEntries(aliased) }), accept(full));
});

test('a row that is no object is malformed', () => {
  for (const raw of [null, undefined, [], [valid], 'text', 7, true])
    assert.deepEqual(refuse(raw), [' row_malformed']);
});

test('§2.1 title: an empty row lacks every required field', () => {
  assert.deepEqual(refuse({}), [
    '/external_id external_id_missing',
    '/title title_missing',
    '/price price_missing',
    '/url url_missing',
  ]);
});

test('Contract §5 every problem is reported in the order of the fields', () => {
  const raw = {
    zebra: 'a\u0001',
    images: ['x'],
    currency: 'EURO',
    compare_at_price: 'y',
    brand: '\ud800',
    attributes: 7,
    in_stock: 'maybe',
    image_url: '/1.jpg',
    category: 'c'.repeat(256),
    link: 'javascript:1',
    price: -1,
    title: 't'.repeat(256),
    external_id: {},
  };
  assert.deepEqual(refuse(raw), [
    '/external_id external_id_invalid',
    '/title title_too_long',
    '/price price_negative',
    '/link url_invalid',
    '/category category_too_long',
    '/image_url image_url_invalid',
    '/in_stock in_stock_invalid',
    '/zebra text_invalid',
    '/attributes attributes_invalid',
    '/brand text_invalid',
    '/compare_at_price price_invalid',
    '/currency currency_invalid',
    '/images/0 image_url_invalid',
  ]);
});

test('a failed row keeps its readable external id', () => {
  const readable = parse({ external_id: ' 7 ' });
  assert.ok(!readable.ok);
  assert.equal(readable.externalId, '7');
  const unreadable = parse({ ...valid, external_id: 'a\u0000' });
  assert.ok(!unreadable.ok);
  assert.equal(unreadable.externalId, null);
  assert.deepEqual(refuse({ ...valid, external_id: 'a\u0000' }), ['/external_id text_invalid']);
});

test('Contract §4 control characters and broken Unicode fail in every text', () => {
  const texts = [
    'title',
    'price',
    'url',
    'category',
    'description',
    'brand',
    'images',
    'in_stock',
    'color',
    'note',
  ];
  for (const field of texts) {
    for (const text of ['a\u0000b', 'a\u001fb', 'a\ud83d']) {
      assert.ok(refuse({ ...valid, [field]: text }).includes(`/${field} text_invalid`), field);
    }
  }
  assert.deepEqual(
    refuse({ ...valid, attributes: { a: { 'b/c': ['x', '\u0007'] }, 'd\u0000': 1, '\udc00': 'e\u0001' } }),
    [
      '/attributes/d\ufffd text_invalid',
      '/attributes/\ufffd text_invalid',
      '/attributes/a/b~1c/1 text_invalid',
    ],
  );
});

test('a hostile row has at most twenty problems', () => {
  assert.equal(refuse({ attributes: Array.from({ length: 1_000 }, () => '\u0000') }).length, 20);
});

test('a fault deep in nested data is reported shortly', () => {
  const levels = 50_000;
  const deep: unknown = JSON.parse(`${'{"k":'.repeat(levels)}"\\u0000"${'}'.repeat(levels)}`);
  const parsed = parse({ ...valid, attributes: deep });
  assert.ok(!parsed.ok);
  assert.equal(parsed.problems[0].code, 'text_invalid');
  assert.ok(parsed.problems[0].path.length < 1_000);
});

test('§2.1 url: it is required and must be a web address', () => {
  assert.deepEqual(refuse({ ...valid, url: ' ' }), ['/url url_missing']);
  for (const url of ['javascript:alert(1)', '/p/1', 7, ['https://shop.example/']]) {
    assert.deepEqual(refuse({ ...valid, url }), ['/url url_invalid']);
  }
});

test('§2.1 in-stock-blank: stock omitted or blank means in stock', () => {
  for (const in_stock of [undefined, null, '', ' ', 'yes', 1]) {
    assert.equal(accept({ ...valid, in_stock, stock_quantity: 0 }).inStock, true);
  }
  for (const in_stock of [false, 0, 'FALSE']) assert.equal(accept({ ...valid, in_stock }).inStock, false);
  assert.deepEqual(refuse({ ...valid, in_stock: 2 }), ['/in_stock in_stock_invalid']);
});

test('a stock quantity is a whole number of zero or more', () => {
  for (const [given, read] of [
    [0, 0],
    [12, 12],
    [' 7 ', 7],
    ['0', 0],
  ] as const) {
    assert.equal(accept({ ...valid, stock_quantity: given }).stockQuantity, read);
  }
});

test('any other stock quantity is left out and noted', () => {
  for (const stock_quantity of [-1, 1.5, 2 ** 53, '1.5', '-1', 'many', '9'.repeat(20), true, {}]) {
    const parsed = parse({ ...valid, stock_quantity });
    assert.ok(parsed.ok);
    assert.equal(parsed.product.stockQuantity, null);
    assert.deepEqual(
      parsed.warnings.map(({ path, code }) => `${path} ${code}`),
      ['/stock_quantity row_malformed'],
    );
  }
});

test('Contract §4 keys of a prototype are no fields of the row', () => {
  const raw: RawProduct = JSON.parse('{"__proto__":{"title":"x"},"constructor":"c","external_id":"1"}');
  assert.deepEqual(refuse(raw), ['/title title_missing', '/price price_missing', '/url url_missing']);
  assert.deepEqual(accept({ ...valid, constructor: 'c' }).attributes, [['constructor', 'c']]);
});

/** Asserts what every canonical product promises (product.ts). */
function assertInvariants(product: CanonicalProduct): void {
  const { externalId, title, category, description, brand, price, compareAtPrice, attributes } = product;
  const lines = [externalId, title, ...[category, brand, product.gtin].filter((text) => text !== null)];
  for (const text of lines) {
    assert.equal(text, text.trim());
    assert.ok(text !== '' && Array.from(text).length <= 255);
  }
  for (const amount of [price, compareAtPrice ?? '0']) assert.match(amount, /^\d{1,12}(\.\d+)?$/);
  for (const url of [product.url, ...product.imageUrls]) assert.match(url, /^https?:\/\/[^\s\\]+$/i);
  assert.ok(attributes.length <= 100);
  assert.equal(new Map(attributes).size, attributes.length);
  for (const [label, value] of attributes) {
    assert.ok(Array.from(label).length <= 64 && Array.from(value).length <= 1_000);
    assert.ok(label !== '' && value !== '' && !/[\n\r\t]/.test(label + value));
  }
  for (const text of [...lines, description ?? '', ...attributes.flat()]) {
    assert.equal(hasForbiddenCharacters(text), false);
  }
}

const anyKey = fc.oneof(fc.constantFrom(...standardFields, ...Object.keys(fieldAliases)), fc.string());
const anyRow = fc.dictionary(anyKey, fc.oneof(fc.jsonValue(), fc.anything(), fc.string({ unit: 'binary' })));

test('any value leads to a product or to problems', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.jsonValue(), anyRow), (raw) => {
      const parsed = parse(raw);
      if (parsed.ok) assertInvariants(parsed.product);
      else assert.ok(parsed.problems.length > 0);
    }),
  );
});

test('an accepted row keeps every promise of a product', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 });
  const longText = text.map((part) => part.repeat(20));
  const optional = fc.dictionary(anyKey, fc.oneof(text, longText, fc.jsonValue(), fc.integer()));
  // Half of the prices are usual ones, so that of a hundred rows some are always accepted.
  const usual = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100);
  const amount = fc.oneof(usual, fc.double({ min: 0, max: 1e13, noNaN: true }));
  let accepted = 0;
  fc.assert(
    fc.property(optional, text, amount, (others, title, price) => {
      const parsed = parse({ ...others, ...valid, title, price });
      if (!parsed.ok) return;
      accepted += 1;
      assertInvariants(parsed.product);
      assert.equal(sourceHash(parsed.product, 'en').length, 43);
    }),
  );
  assert.ok(accepted > 0);
});

test('reading a row never changes it', () => {
  fc.assert(
    fc.property(anyRow, (raw) => {
      const before = fc.stringify(raw);
      parse(raw);
      assert.equal(fc.stringify(raw), before);
    }),
  );
});
