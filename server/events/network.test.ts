import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network.ts';

const networks = [
  ['203.0.113.7', '203.0.113'],
  ['::ffff:203.0.113.7', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:0db8:0001::6', '2001:db8:1'],
  ['2001:db8::1:2', '2001:db8:0'],
  ['::1', '0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0'],
  ['unknown', 'unknown'],
] as const;

test('addresses of one network are told together, whichever way they are written', () => {
  for (const [address, network] of networks) assert.equal(networkOf(address), network, address);
});
