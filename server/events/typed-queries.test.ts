import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { queryKeyOf } from './typed-queries.ts';

test('an expression holds no invisible or reordering character', () => {
  const hidden = fc.constantFrom(
    '\u202E',
    '\u202A',
    '\u2066',
    '\u2069',
    '\u200E',
    '\u200F',
    '\u200B',
    '\u200C',
  );
  fc.assert(
    fc.property(hidden, hidden, (left, right) => {
      assert.equal(queryKeyOf(`${left}Desk ${right} l${left}amp${right}`), 'desk lamp');
      assert.equal(queryKeyOf(`${left}a${right}b`), null, 'two letters are no expression');
    }),
  );
  assert.equal(queryKeyOf('کتاب\u200Cها'), 'کتاب\u200Cها', 'where it does work');
});
