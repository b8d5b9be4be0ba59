import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../errors.ts';
import { createPasswords } from './passwords.ts';

const caller = { networks: ['203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'], isKnown: false };
const form = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;

test('a password matches its own hash and no other', async () => {
  const passwords = createPasswords();
  const [first, second] = await Promise.all([
    passwords.hash('correct horse', caller),
    passwords.hash('correct horse', caller),
  ]);
  assert.match(first, form);
  assert.notEqual(first, second);
  assert.equal(await passwords.matches('correct horse', first, caller), true);
  assert.equal(await passwords.matches('correct horsf', first, caller), false);
  assert.equal(await passwords.matches('', first, caller), false);
});

test('a hash with other parameters is compared by those', async () => {
  // From the tests of the reference implementation (P-H-C/phc-winner-argon2, src/test.c).
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  const passwords = createPasswords();
  assert.equal(await passwords.matches('password', reference, caller), true);
  assert.equal(await passwords.matches('password', reference.replace('t=2', 't=1'), caller), false);
});

test('letters that are composed otherwise are the same password', async () => {
  const passwords = createPasswords();
  assert.equal(
    await passwords.matches('Zu\u0308rich 2026', await passwords.hash('Z\u00fcrich 2026', caller), caller),
    true,
  );
});

test('an overlong password is cut before it is normalized', async () => {
  const passwords = createPasswords();
  const cut = await passwords.hash(`${'a\u0316'.repeat(200)}a`, caller);
  assert.equal(await passwords.matches('a\u0316'.repeat(20_000), cut, caller), true);
});

test('no password matches an account without one', async () => {
  const passwords = createPasswords();
  assert.equal(await passwords.matches('correct horse', null, caller), false);
});

test('a hash of another form is a defect, not a wrong password', async () => {
  const passwords = createPasswords();
  await assert.rejects(passwords.matches('x', '$2b$10$abcdefghijklmnopqrstuv', caller), /not in the form/);
});

test('a flood of sign-ins is delayed instead of queued', async () => {
  const passwords = createPasswords();
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, () => passwords.hash('correct horse', caller)),
  );
  const refused = results.filter((result) => result.status === 'rejected');
  assert.equal(refused.length, 8);
  assert.ok(refused.every(({ reason }) => reason instanceof AppError && reason.code === 'unavailable'));
  assert.match(await passwords.hash('correct horse', caller), form);
});

test('a flood of strangers leaves the known a line', async () => {
  const passwords = createPasswords();
  const hash = (network: string, isKnown: boolean) =>
    passwords.hash('correct horse', { networks: [network, 'the same', 'the same'], isKnown });
  const flood = Array.from({ length: 60 }, (_, index) => hash(String(index), false));
  const outcome = Promise.allSettled(flood);
  let endedCount = 0;
  for (const one of flood) {
    const count = () => {
      endedCount += 1;
    };
    one.then(count, () => {});
  }
  assert.match(await hash('known', true), form);
  assert.ok(endedCount < 10, `${endedCount} strangers came first`);
  await outcome;
});
