import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { columnOf, openSlab, textsOf } from '../../../test/search/columns.ts';
import { gatherStrings, lowerBound } from './string-column.ts';
import { compareCodePoints, orderByCodePoints, sortByCodePoints } from './text-order.ts';

const texts = fc.array(
  fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('\uffee', '😀', '𝒳', 'é', 'e', '')),
  {
    maxLength: 20,
  },
);

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

test('comparisons with bytes agree with those of strings', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', maxLength: 3 }), (text, other) => {
      const column = columnOf([text]);
      const bytes = Buffer.from(text);
      const wanted = Buffer.from(other);
      assert.equal(Math.sign(column.compareBytes(0, wanted)), Buffer.compare(bytes, wanted));
      assert.equal(
        Math.sign(column.comparePrefix(0, wanted)),
        Buffer.compare(bytes.subarray(0, wanted.length), wanted),
      );
    }),
  );
});

test('strings are gathered from several columns in any order', () => {
  const columns = [columnOf(['a', 'é']), columnOf(['手', ''])];
  const gathered = gatherStrings(columns, Uint16Array.of(1, 0, 1, 0), Uint32Array.of(1, 1, 0, 1));
  assert.deepEqual(textsOf(openSlab(gathered)), ['', 'é', '手', 'é']);
});

test('an order by code points keeps equal texts in place', () => {
  assert.deepEqual(orderByCodePoints(['b', '😀', 'a', '\uffee', 'b']), Uint32Array.of(2, 0, 4, 3, 1));
});
