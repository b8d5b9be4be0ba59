import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitByQuery } from './highlight.ts';

test('named and other pieces come by turns, at the beginnings of words only', () => {
  assert.deepEqual(splitByQuery('Trail run', 'run'), ['Trail ', 'run', '']);
  assert.deepEqual(splitByQuery('running shoes', 'shoe run'), ['', 'run', 'ning ', 'shoe', 's']);
  assert.deepEqual(splitByQuery('Brunch', 'run'), ['Brunch']);
  assert.deepEqual(splitByQuery('run', ''), ['run']);
  assert.deepEqual(splitByQuery('a.b*c', '.*'), ['a.b*c']);
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

test('whatever is asked for, the pieces are the whole text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      assert.equal(splitByQuery(text, query).join('').normalize(), text.normalize());
    }),
  );
});
