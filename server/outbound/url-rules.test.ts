import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOutboundUrl, hostOf, presentGiven, presentUrl } from './url-rules.ts';

const guarded = { allowPrivate: false };
const open = { allowPrivate: true };

test('Contract §6 public https addresses are taken', () => {
  for (const text of [
    'https://shop.example.com/feed.xml',
    'HTTPS://shop.example.com',
    'https://shop.example.com:443/feed.xml?key=1&b=%20#part',
    'https://shop.example.com:8443/feed',
    'https://münchen.example/größe.xml',
    'https://93.184.216.34/feed',
    'https://[2606:4700::1111]/feed',
    'https://shop.example.com./feed',
  ]) {
    assert.ok(checkOutboundUrl(text, guarded).ok, text);
  }
});

test('Contract §6 an address that is no public https one is refused', () => {
  // Others are addresses, but not to be called.
  const isNone =
    /[\s\\\u202E]|a{9}|^(?:|\/\/.*|feed.xml|https:[^/].*|https:\/{2,3}(?:|shop.example.com(?::99999\/)?))$/;
  for (const [text, words] of [
    ['http://shop.example.com/feed', /begin with https:\/\//],
    ['ftp://shop.example.com/feed', /begin with/],
    ['file:///etc/passwd', /begin with/],
    ['data:text/csv,a', /begin with/],
    ['https:shop.example.com', /begin with/],
    ['https:///shop.example.com', /begin with/],
    ['//shop.example.com', /begin with/],
    ['feed.xml', /begin with/],
    ['', /begin with/],
    [' https://shop.example.com', /holds a space \(character 1\)/],
    ['\u00A0https://shop.example.com', /holds a no-break space \(character 1\)/],
    ['https://', /begin with/],
    ['https://shop.example.com:99999/', /begin with/],
    ['https://shop.example.com/a b', /holds a space \(character 27\)/],
    ['https://shop.example.com/a\nb', /holds a line break/],
    ['https://shop.example.com\\@10.0.0.1/', /holds a backslash/],
    ['https://shop.example.com/\u202Efeed', /invisible/],
    ['https://user:geheim@shop.example.com/', /auth_secret/],
    ['https://@shop.example.com/', /auth_secret/],
    ['https://shop.example.com:22/', /443/],
    ['https://shop.example.com:80/', /443/],
    ['https://localhost/', /not a public one/],
    ['https://intranet/', /not a public one/],
    ['https://db.localhost./', /not a public one/],
    ['https://metadata.google.internal/', /not a public one/],
    ['https://nas.home.arpa/', /not a public one/],
    ['https://2130706433/', /not a public one/],
    ['https://[::ffff:10.0.0.1]/', /not a public one/],
    [`https://shop.example.com/${'a'.repeat(2_048)}`, /2048/],
  ] as const) {
    const check = checkOutboundUrl(text, guarded);
    assert.ok(!check.ok, text);
    assert.match(check.message, words, text);
    assert.equal(check.isForbidden, !isNone.test(text), text);
    assert.doesNotMatch(check.message, /geheim/);
  }
});

test('the operator may allow private addresses, http and any port', () => {
  for (const text of [
    'http://localhost:80/f',
    'http://127.0.0.1:3000/',
    'https://nas/',
    'http://[::1]:22/',
  ]) {
    assert.ok(checkOutboundUrl(text, open).ok, text);
  }
  for (const text of ['ftp://nas/', 'http://user:pw@nas/', 'http://nas/\n']) {
    assert.ok(!checkOutboundUrl(text, open).ok, text);
  }
});

test('an address is shown without user and query values', () => {
  const url = new URL('https://user:geheim@shop.example.com/feed.xml?token=geheim&format=x&token=b#geheim');
  assert.equal(presentUrl(url), 'https://shop.example.com/feed.xml?token=…&format=…');
  assert.equal(presentUrl(new URL('https://shop.example.com')), 'https://shop.example.com/');
});

test('a given address is shown without secrets', () => {
  for (const [given, shown] of [
    ['shop', 'shop'],
    [' https://shop.example.com/feed.xml', ' https://shop.example.com/feed.xml'],
    ['http://shop.example.com/feed.xml?token=geheim', 'http://shop.example.com/feed.xml?…'],
    ['shop.example.com/feed.xml#geheim', 'shop.example.com/feed.xml#…'],
    ['ftp://user:geheim@shop.example.com/feed', 'ftp://…'],
    ['https://user:ge?heim@shop.example.com/feed', 'https://…'],
    ['https://shop.example.com/feed?mail=a@b.example&token=geheim', 'https://…'],
    ['user:geheim@shop.example.com', '…'],
  ] as const) {
    assert.equal(presentGiven(given), shown);
  }
});

test('the host of an IPv6 address stands without brackets', () => {
  assert.equal(hostOf(new URL('https://[2606:4700::1111]:8443/')), '2606:4700::1111');
  assert.equal(hostOf(new URL('https://shop.example.com/')), 'shop.example.com');
});
