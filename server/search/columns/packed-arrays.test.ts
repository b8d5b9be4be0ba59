import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openArrays, type PackedArray, packArrays } from './packed-arrays.ts';

const arrays = fc.array(
  fc.oneof(
    fc.uint8Array({ maxLength: 9 }),
    fc.array(fc.nat(), { maxLength: 4 }).map((numbers) => Uint32Array.from(numbers)),
  ),
  { maxLength: 6 },
);

test('packed arrays come out as they went in', () => {
  fc.assert(
    fc.property(arrays, (packed: readonly PackedArray[]) => {
      const { bytes, integers } = openArrays(packArrays(packed), packed.length);
      packed.forEach((array, place) => {
        const found = array instanceof Uint32Array ? integers(place) : bytes(place);
        assert.deepEqual(Array.from(found), Array.from(array));
      });
    }),
  );
});
