import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeType } from './read-types.ts';

const named = (title: string, category: string | null = null) => ({ title, category });

test('categories and words of a type come by frequency', () => {
  const products = [
    named('Walnut Desk Lamp with USB', 'Home > Lamps'),
    named('Brass desk lamp', 'Home > Lamps'),
    named('Lamp DESK LAMP brass', 'Sale'),
    named('Something else', null),
  ];
  assert.deepEqual(describeType('desk lamp', products, 'en'), {
    categories: ['Home > Lamps', 'Sale'],
    words: ['brass', 'lamp', 'walnut'],
  });
});

test('numbers and small words are not shown beside a type', () => {
  const products = [named('the lamp 40 for home'), named('lamp for 2 x')];
  assert.deepEqual(describeType('lamp', products, 'en').words, []);
  assert.deepEqual(describeType('lampe', [named('Große Lampe für Küche')], 'de').words, ['grosse']);
});

test('a type’s description is bounded by its room', () => {
  const products = Array.from({ length: 30 }, (_, index) =>
    named(`${'abcdefghij'.charAt(index % 10)}a lamp`, `c${index % 7}`),
  );
  const { categories, words } = describeType('lamp', products, 'en');
  assert.deepEqual([categories, words.length], [['c0', 'c1', 'c2'].map((name) => name), 6]);
});
