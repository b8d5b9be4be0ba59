import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseEncoding } from './content-encoding.ts';

const offered = ['br', 'gzip'];

test('the encoding weighed highest is sent, among equals the smallest', () => {
  const cases: readonly (readonly [string | undefined, string | null])[] = [
    [undefined, null],
    ['', null],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br ; q = 0.9 , gzip;q=0.8', 'br'],
    ['br;q=0, gzip;q=0.001', 'gzip'],
    ['br;q=0, gzip;q=0.000', null],
    ['*', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
    ['identity', null],
    ['identity;q=1, br;q=0.5', null],
    ['identity;q=0.5, br;q=0.5', 'br'],
    ['identity;q=0, *;q=0', null],
    ['deflate, zstd', null],
    ['brotli, x-gzip', null],
    ['br;q=2, gzip;q=oops', null],
    [',;,q=1,', null],
  ];
  for (const [header, encoding] of cases)
    assert.equal(chooseEncoding(header, offered), encoding, `${header}`);
  assert.equal(chooseEncoding('br, gzip', []), null);
});
