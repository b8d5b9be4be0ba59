import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RawProduct } from './product.ts';
import { Row } from './row.ts';
import { readCategory, readDescription, readShortText, readTitle } from './text-fields.ts';

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

test('a title of another type is missing, and its type is named', () => {
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

test('a category given as a list of texts is a path', () => {
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

test('a short field of another type is left out and noted', () => {
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
