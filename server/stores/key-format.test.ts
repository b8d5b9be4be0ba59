import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import type { KeyKind } from '../storage/records.ts';
import { generateKey, hashKey, isWellFormedKey, keyHint } from './key-format.ts';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('Contract §2 a key is its prefix and 38 base62 characters', () => {
  assert.match(generateKey('secret'), /^ft_sk_[0-9A-Za-z]{38}$/);
  assert.match(generateKey('storefront'), /^ft_pk_[0-9A-Za-z]{38}$/);
});

test('Contract §2 a key ends in its CRC-32 as base62', () => {
  const key = generateKey('secret');
  const value = [...key.slice(-6)].reduce((sum, letter) => sum * 62 + letters.indexOf(letter), 0);
  assert.equal(value, crc32(key.slice(0, -6)));
});

test('every generated key is well-formed and a different one', () => {
  const kinds: readonly KeyKind[] = ['secret', 'storefront'];
  const keys = kinds.flatMap((kind) => Array.from({ length: 200 }, () => generateKey(kind)));
  assert.ok(keys.every(isWellFormedKey));
  assert.equal(new Set(keys).size, keys.length);
});

test('Contract §2 the checksum catches every wrong character', () => {
  const keys = [generateKey('secret'), generateKey('storefront')];
  fc.assert(
    fc.property(
      fc.constantFrom(...keys),
      fc.nat({ max: 43 }),
      fc.oneof(fc.constantFrom(...letters), fc.string({ minLength: 1, maxLength: 1 })),
      (key, place, letter) => {
        fc.pre(key[place] !== letter);
        assert.equal(isWellFormedKey(key.slice(0, place) + letter + key.slice(place + 1)), false);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('two neighbours that were swapped are caught', () => {
  const key = generateKey('secret');
  for (let place = 0; place < key.length - 1; place += 1) {
    const [left, right] = [key[place] ?? '', key[place + 1] ?? ''];
    if (left === right) continue;
    assert.equal(isWellFormedKey(key.slice(0, place) + right + left + key.slice(place + 2)), false);
  }
});

test('a partial or surrounded key is no key', () => {
  const key = generateKey('secret');
  for (const text of ['', ` ${key}`, `${key}\n`, `${key}0`, key.slice(0, -1), key.toUpperCase()]) {
    assert.equal(isWellFormedKey(text), false, JSON.stringify(text));
  }
});

test('arbitrary text is no key', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      assert.equal(isWellFormedKey(text), false);
    }),
    { numRuns: 200 },
  );
});

test('Contract §2 the hash of a key is its SHA-256', () => {
  assert.equal(hashKey('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a hint shows three random letters and the last three', () => {
  assert.equal(keyHint(`ft_sk_Ab3${'0'.repeat(32)}9xZ`), 'ft_sk_Ab3…9xZ');
});
