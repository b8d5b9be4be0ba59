import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitByQuery } from './highlight.ts';

test('named and other pieces alternate, at word beginnings only', () => {
  assert.deepEqual(splitByQuery('Trail run', 'run'), ['Trail ', 'run', '']);
  assert.deepEqual(splitByQuery('running shoes', 'shoe run'), ['', 'run', 'ning ', 'shoes', '']);
  assert.deepEqual(splitByQuery('Brunch', 'run'), ['Brunch']);
  assert.deepEqual(splitByQuery('run', ''), ['run']);
  assert.deepEqual(splitByQuery('a.b*c', '.*'), ['a.b*c']);
});

/** Returns the parts of a text that are highlighted. */
function named(text: string, query: string): string[] {
  return splitByQuery(text, query).filter((_, index) => index % 2 === 1);
}

test('earlier words match whole, the last by its beginning', () => {
  assert.deepEqual(named('Laptops and laptop bags', 'laptop ba'), ['Laptops', 'laptop', 'ba']);
  assert.deepEqual(named('Carpet for a car', 'car p'), ['car']);
  assert.deepEqual(named('Printer for prints', 'print head'), ['prints']);
  assert.deepEqual(named('Lampen und Lampe', 'lampe weiss'), ['Lampen', 'Lampe']);
  assert.deepEqual(named('日本の靴', '日本 靴'), ['日本', '靴']);
});

test('a single trailing letter is named whole or joined', () => {
  assert.deepEqual(named('StarTech.com USB-C Cable', 'usb c'), ['USB', 'C']);
  assert.deepEqual(named('USBC cable, class c', 'usb c'), ['USBC', 'c']);
  assert.deepEqual(named('T-Shirt, Tshirts, ten', 't shirt'), ['T', 'Shirt', 'Tshirt']);
  assert.deepEqual(named('4K TV with 4 kg', '4 k'), ['4K', '4']);
  assert.deepEqual(named('2in1, 2-in-1, 20 inch, 13', '2 in 1'), ['2in1', '2', 'in', '1']);
  assert.deepEqual(named('Café ÉC, ec', 'e c'), ['ÉC', 'ec']);
});

test('a query of repeated letters is split in linear time', () => {
  const text = 'a'.repeat(300);
  assert.equal(splitByQuery(text, 'a '.repeat(50)).join(''), text);
});

test('accents, case and composition do not matter and are kept', () => {
  assert.deepEqual(splitByQuery('Café crème', 'CAFE'), ['', 'Café', ' crème']);
  assert.deepEqual(splitByQuery('cafe', 'café'), ['', 'cafe', '']);
  assert.deepEqual(splitByQuery('Éclair', 'e'), ['', 'É', 'clair']);
  assert.deepEqual(splitByQuery('日本の靴', '靴'), ['日本の', '靴', '']);
});

test('the longest word that fits is marked', () => {
  assert.deepEqual(splitByQuery('running', 'run runn'), ['', 'runn', 'ing']);
});

test('the pieces always join to the whole text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      assert.equal(splitByQuery(text, query).join('').normalize(), text.normalize());
    }),
  );
});
