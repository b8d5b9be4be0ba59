import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Attribute, CanonicalProduct } from './product.ts';
import { contentHash, sourceHash } from './source-hash.ts';

const product: CanonicalProduct = {
  externalId: '1',
  title: 'Ceramic mug',
  description: 'Holds tea.',
  category: 'Home > Mugs',
  brand: 'Alma',
  author: null,
  isbn: null,
  gtin: '4006381333931',
  ean: null,
  sku: 'M-1',
  mpn: null,
  itemGroupId: null,
  price: '12.90',
  compareAtPrice: null,
  currency: null,
  stockQuantity: 3,
  url: 'https://shop.example/1',
  imageUrl: null,
  imageUrls: [],
  inStock: true,
  attributes: [
    ['color', 'blue'],
    ['size', 'M'],
  ],
};
const original = sourceHash(product, 'en');

test('§1.5 everything that enrichment reads changes the source hash', () => {
  const changes: Partial<CanonicalProduct>[] = [
    { title: 'Mug' },
    { description: null },
    { category: 'Home' },
    { brand: 'alma' },
    { author: 'A' },
    { isbn: 'I' },
    { gtin: null },
    { ean: 'E' },
    { sku: 'M-2' },
    { mpn: 'P' },
    { attributes: [] },
    { attributes: [['color', 'blue']] },
  ];
  const hashes = changes.map((change) => sourceHash({ ...product, ...change }, 'en'));
  assert.equal(new Set([original, sourceHash(product, 'de'), ...hashes]).size, changes.length + 2);
});

test('Contract §4 price, stock, url, images and group leave the source hash alone', () => {
  const changed: CanonicalProduct = {
    ...product,
    externalId: '2',
    price: '1',
    compareAtPrice: '2',
    currency: 'USD',
    stockQuantity: null,
    url: 'https://shop.example/2',
    imageUrl: 'https://shop.example/2.jpg',
    imageUrls: ['https://shop.example/3.jpg'],
    inStock: false,
    itemGroupId: 'M',
  };
  assert.equal(sourceHash(changed, 'en'), original);
});

test('the order of attributes leaves the source hash alone', () => {
  const labels = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(labels, fc.string(), fc.integer(), (names, value, seed) => {
      const attributes: Attribute[] = names.map((name, index) => [name, `${value}${index}`]);
      const turn = Math.abs(seed) % attributes.length;
      const turned = [...attributes.slice(turn), ...attributes.slice(0, turn)].reverse();
      assert.equal(
        sourceHash({ ...product, attributes }, 'en'),
        sourceHash({ ...product, attributes: turned }, 'en'),
      );
    }),
  );
});

test('text that moves between fields changes the source hash', () => {
  const pair = fc.tuple(fc.string(), fc.option(fc.string()), fc.option(fc.string()));
  fc.assert(
    fc.property(pair, pair, (left, right) => {
      const [first, second] = [left, right].map(([title, brand, author]) =>
        sourceHash({ ...product, title, brand, author }, 'en'),
      );
      assert.equal(first === second, JSON.stringify(left) === JSON.stringify(right));
    }),
  );
  const pairs = [
    ['ab', 'c'],
    ['a', 'bc'],
    ['abc', null],
    [null, 'abc'],
    ['abc', '-'],
    ['1:a', 'bc'],
  ] as const;
  const hashes = pairs.map(([brand, author]) => sourceHash({ ...product, brand, author }, 'en'));
  assert.equal(new Set(hashes).size, pairs.length);
});

test('a content hash covers the row and how it is read', () => {
  const context = { currency: 'EUR', locale: 'en' };
  const hashes = [
    contentHash('{"a":1}', context),
    contentHash('{"a": 1}', context),
    contentHash('{"a":1}', { ...context, currency: 'KWD' }),
    contentHash('{"a":1}', { ...context, locale: 'de' }),
  ];
  assert.equal(new Set(hashes).size, hashes.length);
  assert.equal(contentHash('{"a":1}', context), hashes[0]);
  for (const hash of [...hashes, original]) assert.match(hash, /^[A-Za-z0-9_-]{43}$/);
});
