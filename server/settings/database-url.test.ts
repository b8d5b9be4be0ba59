import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseUrlFault, serversOf } from './database-url.ts';

test('a single server is used as given, even if read-only', () => {
  const url = 'postgres://user:p%2C@one:5432/shop?sslmode=require';
  assert.deepEqual(serversOf(url), { urls: [url], needsWritable: false });
});

test('several servers get an address each and need a writable one', () => {
  assert.deepEqual(serversOf('postgres://user:p,@one:5432,two/shop?sslmode=require'), {
    urls: ['postgres://user:p,@one:5432/shop?sslmode=require', 'postgres://user:p,@two/shop?sslmode=require'],
    needsWritable: true,
  });
});

test('sockets of several servers are named by parameters', () => {
  assert.deepEqual(serversOf('postgres://user@localhost/shop?host=/a,/b&port=1,2').urls, [
    'postgres://user@localhost/shop?host=%2Fa&port=1',
    'postgres://user@localhost/shop?host=%2Fb&port=2',
  ]);
});

test('the attribute asked for decides whether a server must write', () => {
  const wanted = (attribute: string, hosts = 'one') =>
    serversOf(`postgres://${hosts}/shop?target_session_attrs=${attribute}`);
  assert.deepEqual(wanted('read-write'), { urls: ['postgres://one/shop'], needsWritable: true });
  assert.ok(wanted('primary').needsWritable);
  assert.ok(!wanted('any', 'one,two').needsWritable);
});

test('an unusable address is distinguished from a usable one', () => {
  for (const url of [
    'postgres://one/shop',
    'postgresql://one,two:1/shop',
    'postgres:///shop?host=/a,/b&target_session_attrs=primary',
  ]) {
    assert.equal(databaseUrlFault(url), null, url);
  }
  for (const url of [
    'mysql://one',
    'postgres://',
    'postgres://one:x,two/shop',
    'postgres://one/shop?target_session_attrs=standby',
  ]) {
    assert.notEqual(databaseUrlFault(url), null, url);
  }
});
