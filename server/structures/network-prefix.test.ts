import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { nestedPrefixes, networkPrefix } from './network-prefix.ts';

const cases = [
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['203.0.113.7:53412', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['::FFFF:CB00:7107', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['64:ff9b::203.0.113.7', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['2002:cb00:7107:1::9', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
  ['2001:0db8:0001::6', '2001:db8:1:0::/64', '2001:db8:1::/48', '2001:db8::/32'],
  ['[2001:db8:1:2::3]:443', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48', 'fe80:0::/32'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48', '0:0::/32'],
  ['unknown', 'unknown', 'unknown', 'unknown'],
  ['', '', '', ''],
] as const;

test('an address counts by its prefix, however it is written', () => {
  for (const [address, ...prefixes] of cases) {
    assert.equal(networkPrefix(address), prefixes[0], address);
    assert.deepEqual(nestedPrefixes(address), prefixes, address);
  }
});

/** Addresses near the borders of networks, as bytes and in one of the forms that a header may hold. */
const byte = fc.nat(255);
const group = fc.oneof(fc.constantFrom(0, 0, 0, 1, 0x64, 0xff9b, 0xffff, 0x2002, 0x2001), fc.nat(0xffff));
const front = fc.oneof(
  fc.constantFrom([0, 0, 0, 0, 0, 0xffff], [0x64, 0xff9b, 0, 0, 0, 0]),
  fc.array(group, { minLength: 6, maxLength: 6 }),
);
const ipv6Address = fc
  .tuple(front, group, group, fc.nat(3), fc.boolean(), fc.constantFrom('', '%eth0', '%1'))
  .map(([start, high, low, formIndex, isUpper, zone]) => {
    const address = new ipaddr.IPv6([...start, high, low]);
    const bytes = address.toByteArray();
    const dotted = [...start.map((value) => value.toString(16)), bytes.slice(12).join('.')].join(':');
    const padded = [...start, high, low].map((value) => value.toString(16).padStart(4, '0')).join(':');
    const forms = [dotted, address.toRFC5952String(), address.toNormalizedString(), padded];
    const form = forms[formIndex] ?? dotted;
    return { text: `${isUpper ? form.toUpperCase() : form}${zone}`, bytes: unwrap(bytes) };
  });
const ipv4Address = fc
  .tuple(byte, byte, byte, byte)
  .map((bytes) => ({ text: bytes.join('.'), bytes: [...bytes] }));
const lookalike = fc.string({ unit: fc.constantFrom(...'01259afFgG:::..% []'), maxLength: 24 });

/** The bytes of the IPv4 address where an IPv6 address carries one. */
function unwrap(bytes: number[]): number[] {
  const starts = (front: number[]) => front.every((byte, index) => bytes[index] === byte);
  const zeros = (count: number) => Array.from({ length: count }, () => 0);
  if (starts([0x20, 0x02])) return bytes.slice(2, 6);
  const isCarried = starts([...zeros(10), 0xff, 0xff]) || starts([0, 0x64, 0xff, 0x9b, ...zeros(8)]);
  return isCarried ? bytes.slice(12) : bytes;
}

/** The prefixes of what the module answered, by the bits that it names. */
function readBack(prefix: string, bits: number): string {
  const [address = '', width] = prefix.split('/');
  const bytes = ipaddr.parse(address).toByteArray();
  if (width !== undefined) assert.equal(Number(width), bits, prefix);
  return `${bytes.length}:${bytes.slice(0, bits / 8).join(' ')}`;
}

test('prefixes are the first bits of any written form', () => {
  fc.assert(
    fc.property(fc.oneof(ipv6Address, ipv4Address), ({ text, bytes }) => {
      assert.notEqual(isIP(text), 0, text);
      const prefixes = nestedPrefixes(text);
      const widths = bytes.length === 4 ? [32, 24, 16] : [64, 48, 32];
      assert.equal(networkPrefix(text), prefixes[0]);
      assert.deepEqual(
        prefixes.map((prefix, index) => readBack(prefix, widths[index] ?? 0)),
        widths.map((bits) => `${bytes.length}:${bytes.slice(0, bits / 8).join(' ')}`),
      );
    }),
    { numRuns: 5_000 },
  );
});

test('text that is no address is its own network', () => {
  fc.assert(
    fc.property(fc.oneof(lookalike, fc.string()), (text) => {
      // Ports, and brackets around an address, are left out on purpose.
      fc.pre(isIP(text) === 0 && !/^\[.*\]|^[\d.]+:[^:]*$/.test(text) && !text.includes('%'));
      assert.equal(networkPrefix(text), text);
      assert.deepEqual(nestedPrefixes(text), [text, text, text]);
    }),
    { numRuns: 5_000 },
  );
});
