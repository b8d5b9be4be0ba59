import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../contract/limits.ts';
import { parseCredentials } from './secret-rules.ts';

function messageOf(type: 'basic' | 'header', secret: string): string {
  const check = parseCredentials(type, secret);
  assert.ok(!check.ok, `${secret} was taken`);
  return check.message;
}

test('Contract §6 credentials of basic are split at the first colon', () => {
  for (const [secret, user, password] of [
    ['shop:geheim', 'shop', 'geheim'],
    ['shop:a:b', 'shop', 'a:b'],
    ['shop:', 'shop', ''],
    ['jürgen:grün ', 'jürgen', 'grün '],
  ] as const) {
    assert.deepEqual(parseCredentials('basic', secret), {
      ok: true,
      credentials: { type: 'basic', user, password },
    });
  }
});

test('Contract §6 credentials of header are a name and a value', () => {
  for (const [secret, name, value] of [
    ['X-Api-Key: abc', 'X-Api-Key', 'abc'],
    ['Authorization:Bearer a.b-c_d~+/=', 'Authorization', 'Bearer a.b-c_d~+/='],
    ['Cookie: \t session=1; b=2 \t', 'Cookie', 'session=1; b=2'],
    ['x: y', 'x', 'y'],
  ] as const) {
    assert.deepEqual(parseCredentials('header', secret), {
      ok: true,
      credentials: { type: 'header', name, value },
    });
  }
});

test('credentials that could change the request are refused', () => {
  const headers = [
    'no colon',
    ': value',
    'X-Key:',
    'X-Key:   ',
    'X Key: v',
    'X-Key : v',
    'X-Kéy: v',
    'X-Key: é',
    'X: a\r\nY: b',
    'X: a\nY: b',
    'X: a\r',
    'X: a\n',
    'X: a\0b',
    'X\r\n: a',
    '\nX: a',
    'Host: intern',
    'HOST: intern',
    'Content-Length: 0',
    'Transfer-Encoding: chunked',
    'Connection: close',
    'Upgrade: h2c',
    'Proxy-Authorization: x',
    'Accept-Encoding: br',
    'Range: bytes=0-1',
    'If-None-Match: "a"',
    'X-Forwarded-For: 127.0.0.1',
    'Expect: 100-continue',
    `X: ${'a'.repeat(limits.outboundSecretMaxLength)}`,
  ];
  for (const secret of headers) messageOf('header', secret);
  for (const secret of ['', 'user', ':password', 'a:b\r\nX: y', 'a\0:b', 'a:\uD800'])
    messageOf('basic', secret);
});

test('a refusal of credentials never repeats possible secrets', () => {
  for (const secret of ['X: hunter2\r\nY: b', 'hunter2', 'Host: hunter2', `X: hunter2${'a'.repeat(9_999)}`]) {
    assert.doesNotMatch(messageOf('header', secret), /hunter2/);
  }
  assert.doesNotMatch(messageOf('basic', 'hunter2'), /hunter2/);
});

test('an accepted header is one header on one line', () => {
  const text = fc.string({
    unit: fc.constantFrom('A', 'x', '-', ':', ' ', '\t', '\r', '\n', '\0', 'é', '"'),
  });
  fc.assert(
    fc.property(text, (secret) => {
      const check = parseCredentials('header', secret);
      if (!check.ok || check.credentials.type !== 'header') return;
      const headers = new Headers([[check.credentials.name, check.credentials.value]]);
      assert.deepEqual([...headers], [[check.credentials.name.toLowerCase(), check.credentials.value]]);
    }),
  );
});
