import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomSecret } from '../ids.ts';
import { createSealer } from './seal.ts';

const place = { storeId: 'store', ownerId: 'feed', field: 'auth' };
const [newKey, oldKey] = [randomSecret(32), randomSecret(32)];

test('a sealed secret opens at its place and reveals nothing', () => {
  const sealer = createSealer([newKey]);
  fc.assert(
    fc.property(fc.string({ minLength: 8, unit: 'binary' }), (secret) => {
      const sealed = sealer.seal(secret.toWellFormed(), place);
      assert.equal(sealer.open(sealed, place), secret.toWellFormed());
      assert.match(sealed, /^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
      assert.ok(!sealed.includes(secret));
      assert.notEqual(sealer.seal(secret.toWellFormed(), place), sealed);
    }),
    { numRuns: 50 },
  );
});

test('a sealed secret opens only in place and unchanged', () => {
  const sealer = createSealer([newKey]);
  const sealed = sealer.seal('user:password', place);
  for (const other of [{ storeId: 'other' }, { ownerId: 'other' }, { field: 'other' }]) {
    assert.equal(sealer.open(sealed, { ...place, ...other }), null);
  }
  for (let index = 0; index < sealed.length - 1; index += 1) {
    const changed = `${sealed.slice(0, index)}${sealed[index] === 'A' ? 'B' : 'A'}${sealed.slice(index + 1)}`;
    assert.equal(sealer.open(changed, place), null, changed);
  }
  for (const text of ['', 'v1', 'v1.a.b.c', 'user:password']) assert.equal(sealer.open(text, place), null);
});

test('a rotated key opens old secrets and seals new ones', () => {
  const before = createSealer([oldKey]);
  const rotated = createSealer([newKey, oldKey]);
  assert.equal(rotated.open(before.seal('a secret', place), place), 'a secret');
  assert.equal(before.open(rotated.seal('a secret', place), place), null);
  assert.equal(createSealer([newKey]).open(before.seal('a secret', place), place), null);
});
