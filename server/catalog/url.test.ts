import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseUrl } from './url.ts';

test('Contract §4 absolute http and https addresses are kept as written', () => {
  const urls = [
    'https://shop.example/p/1?a=b&c=d#e',
    'HTTP://Shop.Example:8080',
    'https://münchen.example/straße/größe',
    'https://shop.example/a@b,c;d=%20',
    'https://[2001:db8::1]/x',
  ];
  for (const url of urls) assert.equal(parseUrl(url), url);
  assert.equal(parseUrl(' https://shop.example/ \n'), 'https://shop.example/');
});

test('Contract §4 other schemes and relative addresses are refused', () => {
  const urls = [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example/',
    '//a.example/',
    '/p/1',
    'a.example',
  ];
  for (const url of [...urls, 'https:/a.example', 'https:a.example', 'https:///a.example', 'https://']) {
    assert.equal(parseUrl(url), null, url);
  }
});

test('white space, controls and backslashes in an address are refused', () => {
  for (const url of ['https://a.example/a b', 'https://a.example/a\tb', 'https://a.example/\u0085']) {
    assert.equal(parseUrl(url), null, JSON.stringify(url));
  }
  for (const url of [
    'https://a.example\\@b.example/',
    'https://a.example/\\b',
    'https://a.example/\u00a0b',
    'java\nscript:x',
  ]) {
    assert.equal(parseUrl(url), null, JSON.stringify(url));
  }
});

test('a user name before the host is refused', () => {
  assert.equal(parseUrl('https://shop.example@evil.example/'), null);
  assert.equal(parseUrl('https://user:password@shop.example/'), null);
});

test('an address that the URL parser rejects is refused', () => {
  for (const url of ['https://exa%mple.com/', 'https://a.example:99999/', 'https://[::1/']) {
    assert.equal(parseUrl(url), null, url);
  }
});

test('Contract §4 an address has 2,048 characters at most', () => {
  const url = 'https://shop.example/'.padEnd(2_048, 'x');
  assert.equal(parseUrl(url), url);
  assert.equal(parseUrl(`${url}x`), null);
});

test('values that are not text are no address', () => {
  for (const value of [null, 1, true, {}, ['https://shop.example/']]) assert.equal(parseUrl(value), null);
});
