import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isUuid, newId, randomBase62, randomSecret, toBase62 } from './ids.ts';

test('§2.3 id: new ids are UUIDs of version 7', () => {
  for (let draw = 0; draw < 100; draw += 1) {
    assert.match(newId(), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('new ids are distinct and start with milliseconds', () => {
  const before = Date.now();
  const ids = Array.from({ length: 5_000 }, newId);
  const after = Date.now();
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) {
    const milliseconds = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    assert.ok(milliseconds >= before && milliseconds <= after);
  }
});

test('random text has its length and only letters and digits', () => {
  for (const length of [0, 1, 32, 100]) {
    assert.match(randomBase62(length), new RegExp(`^[0-9A-Za-z]{${length}}$`));
  }
});

test('every letter of random text is about equally likely', () => {
  const counts = new Map<string, number>();
  for (const letter of randomBase62(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  assert.equal(counts.size, 62);
  // Seven standard deviations of 1,000; the plain remainder of a byte would be at 1,211.
  for (const count of counts.values()) assert.ok(count > 780 && count < 1_200);
});

test('base62 numbers keep their length and value', () => {
  assert.equal(toBase62(0, 3), '000');
  assert.equal(toBase62(61, 2), '0z');
  assert.equal(toBase62(62, 2), '10');
  assert.equal(toBase62(2 ** 32 - 1, 6), '4gfFC3');
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 31 - 1 }), (value) => {
      const text = toBase62(value, 6);
      assert.equal(
        [...text].reduce((sum, letter) => sum * 62 + letters.indexOf(letter), 0),
        value,
      );
    }),
  );
});

test('a secret is that many random bytes in base64', () => {
  assert.equal(Buffer.from(randomSecret(32), 'base64').length, 32);
  assert.notEqual(randomSecret(32), randomSecret(32));
});

test('only UUID text is taken as an id', () => {
  assert.ok(isUuid(newId()));
  assert.ok(isUuid('0198A5D2-0000-7000-8000-00000000000F'));
  for (const text of ['', 'x', `${newId()}\n`, ` ${newId()}`, newId().replaceAll('-', ''), `{${newId()}}`]) {
    assert.equal(isUuid(text), false, JSON.stringify(text));
  }
});

test('new ids sort by their creation', () => {
  const ids = Array.from({ length: 5_000 }, newId);
  assert.ok(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? '')));
});
