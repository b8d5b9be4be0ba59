import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyedHash } from './keyed-hash.ts';

/** Key and inputs of the reference code: the bytes 0, 1, 2 and so on. */
const key = { low: 0x03020100, high: 0x07060504 };
const vectors = [
  [0, '218d1f59b9b83cc8'],
  [2, '064f39ef7c50eb57'],
  [4, 'd5e78a175be52ea1'],
  [6, 'ce3e91358aa2bc25'],
  [8, 'edfee820bce4858c'],
  [10, '95b0469f06a6f2ee'],
  [12, '7bc71f9faef5c799'],
] as const;

function hexOf(first: string, second: string | null = null): string {
  const result = { low: 0, high: 0 };
  keyedHash(key, first, second, result);
  const bytes = Buffer.alloc(8);
  bytes.writeInt32LE(result.low, 0);
  bytes.writeInt32LE(result.high, 4);
  return bytes.toString('hex');
}

test('texts hash as the reference code hashes their bytes', () => {
  for (const [length, expected] of vectors) {
    const text = Buffer.from(Array.from({ length }, (_, index) => index)).toString('utf16le');
    assert.equal(hexOf(text), expected, `${length} bytes`);
  }
});

test('two texts hash otherwise than their joint', () => {
  const hashes = [hexOf('ab', 'c'), hexOf('a', 'bc'), hexOf('abc', ''), hexOf('', 'abc'), hexOf('abc')];
  assert.equal(new Set(hashes).size, hashes.length);
  assert.equal(hexOf('a', 'bc'), hexOf('a\uffffbc'));
});
