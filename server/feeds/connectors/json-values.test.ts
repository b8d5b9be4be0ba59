import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deepestPath, numberOf, objectOf, objectsOf, plainText, textOf, textsOf } from './json-values.ts';

test('values of another type are read as absent', () => {
  assert.deepEqual(
    [null, [1], 'x', { a: 1 }].map((value) => Object.keys(objectOf(value))),
    [[], [], [], ['a']],
  );
  assert.deepEqual(objectsOf({ a: 1 }), []);
  assert.deepEqual(objectsOf([{ a: 1 }, 2]), [{ a: 1 }, {}]);
  assert.deepEqual([textOf(' '), textOf('x '), textOf(7), textOf(true)], [undefined, 'x ', '7', undefined]);
  assert.deepEqual([numberOf('7.5'), numberOf(''), numberOf('x')], [7.5, undefined, undefined]);
  assert.deepEqual(textsOf(['a', '', null, 3]), ['a', '3']);
  assert.equal(plainText('Bags &amp; Belts'), 'Bags & Belts');
});

test('the deepest category gives the path, even in a circle', () => {
  const parts = new Map([
    ['1', { name: 'Home', parent: null }],
    ['2', { name: 'Lamps', parent: '1' }],
    ['3', { name: 'A', parent: '4' }],
    ['4', { name: 'B', parent: '3' }],
  ]);
  assert.deepEqual(deepestPath(['1', '2', '9'], parts), ['Home', 'Lamps']);
  assert.deepEqual(deepestPath(['3'], parts), ['B', 'A']);
  assert.equal(deepestPath(['9'], parts), undefined);
  const chain = Array.from(
    { length: 100 },
    (_, index) => [`${index}`, { name: 'X', parent: `${index + 1}` }] as const,
  );
  assert.equal(deepestPath(['0'], new Map(chain))?.length, 32);
});
