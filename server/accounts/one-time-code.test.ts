import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressOfSecret, codeOfStep, stepAt, stepOfCode, toBase32 } from './one-time-code.ts';

const secret = Buffer.from('12345678901234567890');
const second = 1_000_000;

test('RFC 6238 appendix B: each time has its code', () => {
  // The vectors have eight digits; six-digit codes are their ends.
  const vectors = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const;
  for (const [seconds, code] of vectors) {
    assert.equal(codeOfStep(secret, Math.floor(seconds / 30)), code.slice(-6));
  }
});

test('RFC 4226 appendix D: each counter has its code', () => {
  const codes = [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ];
  assert.deepEqual(
    codes,
    Array.from(codes, (_, counter) => codeOfStep(secret, counter)),
  );
});

test('a code counts one step before and after its own', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 100_000_000 }), fc.integer({ min: -3, max: 3 }), (step, away) => {
      const now = step * 30 * second + 5;
      const found = stepOfCode(secret, codeOfStep(secret, step + away), now);
      if (Math.abs(away) <= 1) assert.equal(codeOfStep(secret, found ?? -1), codeOfStep(secret, step + away));
      else if (found !== null) assert.ok(Math.abs(found - step) <= 1, 'two steps may share a code');
    }),
  );
  assert.equal(stepAt(59 * second), 1);
  for (const wrong of ['', '28708', '2870820', 'abcdef', '２８７０８２']) {
    assert.equal(stepOfCode(secret, wrong, 59 * second), null);
  }
});

test('RFC 4648 bytes are written in base32', () => {
  const pairs = [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const;
  for (const [text, encoded] of pairs) assert.equal(toBase32(Buffer.from(text)), encoded);
});

test('an app reads issuer, account and secret from the address', () => {
  const address = new URL(addressOfSecret(secret, 'ada+x@shop.example'));
  assert.equal(address.protocol, 'otpauth:');
  assert.equal(decodeURIComponent(address.pathname).split('/').at(-1), 'Foretype:ada+x@shop.example');
  assert.deepEqual(Object.fromEntries(address.searchParams), {
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Foretype',
  });
});
