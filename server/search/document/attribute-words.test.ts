import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDenied } from './attribute-words.ts';

test('a word for no denies a label in any language', () => {
  for (const value of [
    'no',
    'No',
    ' NO ',
    'none',
    'False',
    '0',
    '-',
    '–',
    'Nein',
    'NÃO',
    'não',
    'hayır',
    'нет',
    'いいえ',
    'لا',
  ]) {
    assert.ok(isDenied(value), value);
  }
});

test('any other value says nothing against its label', () => {
  for (const value of [
    '',
    'yes',
    'north',
    'no wires',
    '00',
    '0.0',
    'nono',
    'not available',
    'nein danke',
    '10',
  ]) {
    assert.ok(!isDenied(value), value);
  }
});
