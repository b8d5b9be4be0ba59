import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../errors.ts';
import { createPasswords } from './passwords.ts';

const form = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;

test('a password matches its own hash and no other', async () => {
  const passwords = createPasswords();
  const [first, second] = await Promise.all([
    passwords.hash('correct horse'),
    passwords.hash('correct horse'),
  ]);
  assert.match(first, form);
  assert.notEqual(first, second);
  assert.equal(await passwords.matches('correct horse', first), true);
  assert.equal(await passwords.matches('correct horsf', first), false);
  assert.equal(await passwords.matches('', first), false);
});

test('a hash with other parameters is compared by those', async () => {
  // From the tests of the reference implementation (P-H-C/phc-winner-argon2, src/test.c).
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  const passwords = createPasswords();
  assert.equal(await passwords.matches('password', reference), true);
  assert.equal(await passwords.matches('password', reference.replace('t=2', 't=1')), false);
});

test('letters that are composed otherwise are the same password', async () => {
  const passwords = createPasswords();
  assert.equal(await passwords.matches('Zu\u0308rich 2026', await passwords.hash('Z\u00fcrich 2026')), true);
});

test('nobody matches an account that has no password', async () => {
  const passwords = createPasswords();
  assert.equal(await passwords.matches('correct horse', null), false);
});

test('a hash of another form is a defect, not a wrong password', async () => {
  const passwords = createPasswords();
  await assert.rejects(passwords.matches('x', '$2b$10$abcdefghijklmnopqrstuv'), /not in the form/);
});

test('a flood of sign-ins is put off instead of queued without end', async () => {
  const passwords = createPasswords();
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.hash('correct horse')));
  const refused = results.filter((result) => result.status === 'rejected');
  assert.equal(refused.length, 8);
  assert.ok(refused.every(({ reason }) => reason instanceof AppError && reason.code === 'unavailable'));
  assert.match(await passwords.hash('correct horse'), form);
});
