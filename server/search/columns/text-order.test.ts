import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareCodePoints, orderByCodePoints } from './text-order.ts';

test('many texts are ordered as by comparing each two', () => {
  const ascii = fc.constantFrom('a', 'b', '\u0000', '\u007f');
  const any = fc.constantFrom('a', 'b', 'ab', '\u0000', '\ud7ff', '\ue000', '\uffff', '😀');
  const bounds = { minLength: 25, maxLength: 120 };
  const textsOf = (unit: fc.Arbitrary<string>) => fc.array(fc.string({ unit, maxLength: 9 }), bounds);
  const texts = fc.oneof(textsOf(ascii), textsOf(any));
  const common = fc.constantFrom('', 'ab'.repeat(3), 'a'.repeat(200));
  fc.assert(
    fc.property(texts, common, (ends, beginning) => {
      const all = ends.map((end) => beginning + end);
      const expected = Array.from(all.keys()).sort(
        (left, right) => compareCodePoints(all[left] ?? '', all[right] ?? '') || left - right,
      );
      assert.deepEqual(Array.from(orderByCodePoints(all)), expected);
    }),
  );
});
