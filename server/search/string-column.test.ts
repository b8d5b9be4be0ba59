import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { prefixRange } from './segment.ts';
import {
  buildStringSlab,
  compareCodePoints,
  lowerBound,
  StringColumn,
  sortByCodePoints,
} from './string-column.ts';

const texts = fc.array(
  fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('\uffee', '😀', '𝒳', 'é', 'e', '')),
  {
    maxLength: 20,
  },
);

function columnOf(strings: readonly string[]): StringColumn {
  const { offsets, bytes } = buildStringSlab(strings);
  return new StringColumn(offsets, bytes);
}

test('Contract §7 columns, sorting and comparison agree on code points', () => {
  fc.assert(
    fc.property(texts, (strings) => {
      const sorted = sortByCodePoints(strings);
      const column = columnOf(sorted);
      sorted.forEach((text, index) => {
        assert.equal(column.text(index), text);
        const before = sorted[index - 1];
        if (before === undefined) return;
        const expected = Math.sign(Buffer.compare(Buffer.from(before), Buffer.from(text)));
        assert.equal(Math.sign(compareCodePoints(before, text)), expected);
        assert.equal(Math.sign(column.compare(index - 1, column, index)), expected);
        assert.ok(expected <= 0);
      });
    }),
  );
});

test('a prefix range holds exactly the strings that begin so', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom('', 'a', '\uffee', '😀', 'e', '!'), (strings, prefix) => {
      const sorted = sortByCodePoints(strings);
      const { start, end } = prefixRange(columnOf(sorted), Buffer.from(prefix));
      assert.deepEqual(
        sorted.slice(start, end),
        sorted.filter((text) => text.startsWith(prefix)),
      );
    }),
  );
});

test('long texts of three-byte characters fit their slab', () => {
  const strings = ['手'.repeat(5_000), 'a', '机'.repeat(3_000)];
  const column = columnOf(strings);
  assert.deepEqual([column.text(0), column.text(1), column.text(2)], strings);
});

test('a lower bound of nothing is the end', () => {
  assert.equal(
    lowerBound(2, 5, () => -1),
    5,
  );
  assert.equal(
    lowerBound(2, 5, () => 0),
    2,
  );
});
