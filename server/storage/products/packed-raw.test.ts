import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseProduct } from '../../catalog/parse-product.ts';
import type { Attribute, CanonicalProduct, RawProduct } from '../../catalog/product.ts';
import { packRaw } from './pack-raw.ts';
import { isPackedRaw, type RawColumns, unpackRaw } from './packed-raw.ts';
import { toRawColumns } from './written-rows.ts';

const none: RawColumns = {
  external_id: 'a',
  title: 'A',
  price: '1',
  url: 'https://a.example',
  category: null,
  brand: null,
  image_url: null,
  gtin: null,
  mpn: null,
  description: null,
  author: null,
  isbn: null,
  ean: null,
  sku: null,
  compare_at_price: null,
  currency: null,
  image_urls: '[]',
  attributes: [],
};

function columnsOf(value: unknown): RawColumns {
  const parsed = parseProduct(value, { currency: 'EUR', locale: 'en' });
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return toRawColumns(parsed.product);
}

function packedOf(value: object): string {
  const raw = JSON.stringify(value);
  const columns = columnsOf(value);
  const packed = packRaw(raw, columns, value as RawProduct);
  assert.equal(packRaw(raw, columns), packed);
  assert.equal(unpackRaw(packed, columns), raw);
  return packed;
}

const mug = { external_id: 'm-1', title: 'Mug "large"', price: '12.90', url: 'https://shop.example/m-1' };

test('a row whose columns hold everything is letters alone', () => {
  assert.equal(packedOf(mug), '~a-d');
  assert.equal(packedOf({ ...mug, in_stock: 'true', description: 'Holds tea' }), '~a-dhk');
  assert.equal(packedOf({ id: 'm-1', name: 'Mug', link: 'https://shop.example/m', price: 5.5 }), '~ABC#c');
});

test('values that differ from their columns stay unchanged', () => {
  assert.equal(
    packedOf({ ...mug, price: '12,90 €', stock_quantity: 3 }),
    '~ab17:"price":"12,90 €"d18:"stock_quantity":3',
  );
  const html = '<p>Holds tea</p>';
  assert.equal(packedOf({ ...mug, description: html }), `~a-d32:"description":${JSON.stringify(html)}`);
  const spaced = 'Holds tea and coffee  and soup, if need be. ';
  assert.equal(packedOf({ ...mug, description: spaced }), '~a-d=k21,0,23: and soup, if need be. ');
});

test('attributes are taken in their order or passed over', () => {
  const attributes = { color: 'red', size: 'L' };
  assert.equal(packedOf({ ...mug, attributes }), '~a-dv');
  assert.equal(packedOf({ ...mug, ...attributes }), '~a-d**');
  assert.equal(packedOf({ ...mug, color: 7, size: 'L' }), '~a-d/9:"color":7*');
});

test('a text that is no object stays as it is', () => {
  for (const raw of [
    '[]',
    'null',
    '7',
    '""',
    '',
    '{',
    '{ "external_id":"a"}',
    '{"external_id":"a"',
    '{,,,,,,,}',
  ]) {
    assert.equal(packRaw(raw, none), raw);
  }
});

test('a packed text that contradicts its row is ignored', () => {
  const odd = [
    '~!',
    '~a-',
    '~a-é',
    '~#',
    '~9:',
    '~99:"a":1',
    '~*',
    '~e',
    '~d-a',
    '~é',
    '~1e3:x',
    '~-a',
    '~#*',
    '~=a1,1:',
    '~=h1,1,0:',
    '~=e1,1,0:',
    '~aa-',
  ];
  for (const stored of odd) assert.equal(unpackRaw(stored, none), null, stored);
});

test('stock is never taken from the columns', () => {
  const raw = JSON.stringify({ ...mug, in_stock: true, stock_quantity: '4' });
  const packed = packRaw(raw, columnsOf(JSON.parse(raw)));
  assert.equal(unpackRaw(packed, columnsOf({ ...mug, in_stock: false, stock_quantity: 0 })), raw);
});

/** Texts of which some are equal, and some need escapes. */
const text = fc.oneof(
  fc.constantFrom('a', 'b', '1', '12.90', 'true', 'a","b":"c', '\\', '"', '\u0000', '\ud800', '~a', ''),
  fc.string({ unit: 'binary' }),
);
const keys = fc.oneof(
  fc.constantFrom(
    'external_id',
    'title',
    'price',
    'url',
    'images',
    'attributes',
    'id',
    'in_stock',
    '__proto__',
    'a',
  ),
  text,
);
const value = fc.oneof(text, fc.constantFrom(1, 12.9, true, null), fc.jsonValue({ depthSize: 'small' }));
const attribute = fc.tuple(text, text) as fc.Arbitrary<Attribute>;
const columns: fc.Arbitrary<RawColumns> = fc.record({
  external_id: text,
  title: text,
  price: text,
  url: text,
  category: fc.option(text),
  brand: fc.option(text),
  image_url: fc.option(text),
  gtin: fc.option(text),
  mpn: fc.option(text),
  description: fc.option(text),
  author: fc.option(text),
  isbn: fc.option(text),
  ean: fc.option(text),
  sku: fc.option(text),
  compare_at_price: fc.option(text),
  currency: fc.option(text),
  image_urls: fc.array(text, { maxLength: 2 }).map((list) => JSON.stringify(list)),
  attributes: fc.array(attribute, { maxLength: 3 }),
});

test('any object comes back character by character', () => {
  const members = fc.array(fc.tuple(keys, value), { maxLength: 8 });
  fc.assert(
    fc.property(members, columns, fc.boolean(), (pairs, row, isOfRow) => {
      const own = Object.entries(row).filter(([, held]) => typeof held === 'string');
      const raw = JSON.stringify(Object.fromEntries(isOfRow ? [...own, ...row.attributes, ...pairs] : pairs));
      const packed = packRaw(raw, row);
      assert.equal(unpackRaw(packed, row), raw);
      assert.ok(packed.length <= raw.length);
    }),
    { numRuns: 3_000 },
  );
});

test('any text that is stored comes back as it was', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.json()), columns, (stored, row) => {
      const packed = packRaw(stored, row);
      if (!isPackedRaw(stored)) assert.equal(unpackRaw(packed, row), stored);
      assert.doesNotThrow(() => unpackRaw(`~${stored}`, row));
    }),
    { numRuns: 2_000 },
  );
});

test('any product that is taken comes back with its columns', () => {
  const optional = fc.dictionary(keys, value, { maxKeys: 6 });
  fc.assert(
    fc.property(optional, (more) => {
      const raw = { ...more, ...mug };
      const parsed = parseProduct(raw, { currency: 'EUR', locale: 'en' });
      if (!parsed.ok) return;
      const product: CanonicalProduct = parsed.product;
      const stored = packRaw(JSON.stringify(raw), toRawColumns(product));
      assert.equal(unpackRaw(stored, toRawColumns(product)), JSON.stringify(raw));
    }),
    { numRuns: 1_000 },
  );
});
