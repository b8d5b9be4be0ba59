import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPublicAddress } from './public-address.ts';

/** The registries of special addresses (IANA), written down a second time and by hand. */
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['168.63.129.16', 32],
] as const) {
  special.addSubnet(network, bits, 'ipv4');
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const specialIpv6 = new BlockList();
for (const [network, bits] of [
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2001::', 32],
  ['2001:2::', 48],
  ['2001:10::', 28],
  ['2001:20::', 28],
  ['3fff::', 20],
] as const) {
  specialIpv6.addSubnet(network, bits, 'ipv6');
}

test('the services inside of a cloud are not public', () => {
  for (const address of ['168.63.129.16', '::ffff:168.63.129.16', '169.254.169.254', 'fd00:ec2::254']) {
    assert.equal(isPublicAddress(address), false, address);
  }
});

test('special IPv4 addresses are not public in any wrapping', () => {
  const octet = fc.nat(255);
  const anyAddress = fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.'));
  const nearEdges = fc
    .tuple(
      fc.constantFrom(
        '0',
        '9',
        '10',
        '11',
        '100',
        '127',
        '169',
        '172',
        '192',
        '198',
        '203',
        '223',
        '224',
        '255',
      ),
      fc.constantFrom(
        '0',
        '15',
        '16',
        '18',
        '19',
        '20',
        '31',
        '32',
        '51',
        '63',
        '64',
        '127',
        '128',
        '168',
        '254',
      ),
      fc.constantFrom('0', '2', '100', '113', '129', '255'),
      fc.constantFrom('0', '1', '16', '255'),
    )
    .map((parts) => parts.join('.'));
  fc.assert(
    fc.property(fc.oneof(anyAddress, nearEdges), (address) => {
      if (!special.check(address, 'ipv4')) return;
      assert.equal(isPublicAddress(address), false, address);
      assert.equal(isPublicAddress(`::ffff:${address}`), false, address);
      assert.equal(isPublicAddress(`::${address}`), false, address);
      assert.equal(isPublicAddress(`64:ff9b::${address}`), false, address);
    }),
    { numRuns: 2_000 },
  );
});

test('IPv6 addresses outside allocated networks are not public', () => {
  const group = fc.nat(0xffff).map((value) => value.toString(16));
  const first = fc.oneof(group, fc.constantFrom('2001', '2002', '3fff', '2000', 'fe80', 'fd00', 'ff02', '0'));
  const second = fc.oneof(group, fc.constantFrom('0', 'db8', '2', '10', '20', 'fff'));
  const address = fc
    .tuple(first, second, group, group, group, group, group, group)
    .map((groups) => groups.join(':'));
  fc.assert(
    fc.property(address, (text) => {
      const isSpecial = !globalUnicast.check(text, 'ipv6') || specialIpv6.check(text, 'ipv6');
      if (isSpecial) assert.equal(isPublicAddress(text), false, text);
    }),
    { numRuns: 2_000 },
  );
});

test('addresses of the internet are public', () => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.0',
    '192.169.0.1',
    '100.63.255.255',
    '100.128.0.0',
    '2606:4700::1111',
    '2a00:1450:4001:81b::200e',
    '::ffff:8.8.8.8',
  ]) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

test('text that is no address is not public', () => {
  for (const text of [
    '',
    'localhost',
    'shop.example',
    '256.1.1.1',
    'fe80::1%lo',
    '2606:4700::1111%eth0',
    '::g',
  ]) {
    assert.equal(isPublicAddress(text), false, text);
  }
});
