/**
 * Decides which network addresses are public, that is, not part of anyone's internal network. Text that is not an address is not
 * public. It looks up no names. It never throws: an address in doubt is not public. Networks are given by their first bits, as IANA's
 * registries list them.
 */
// Tests: ./public-address.test.ts.
import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not public: IANA's registry of special-purpose addresses, multicast and class E. */
const specialIpv4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // A public number that is internal to a cloud: Azure's platform services answer virtual machines here.
  ['168.63.129.16', 32],
]);

/** The part of the unicast space that is assigned to networks (RFC 4291): the only IPv6 addresses that can be public. */
const globalIpv6 = blockList('ipv6', [['2000::', 3]]);

/** The special-purpose networks in it (IANA): protocols, documentation, 6to4 (which carries IPv4), AS112. */
const specialIpv6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]);

/** IPv4 addresses mapped into IPv6 (RFC 4291 §2.5.5.2). Node's block lists also find their IPv4 networks by them. */
const mappedIpv4 = blockList('ipv6', [['::ffff:0:0', 96]]);

/** Whether an address, as sockets and resolvers write it, is public. An IPv4 address mapped into IPv6 counts as IPv4. */
export function isPublicAddress(text: string): boolean {
  // A zone (%eth0) is local to one machine.
  if (text.includes('%')) return false;
  const version = isIP(text);
  if (version === 4) return !specialIpv4.check(text, 'ipv4');
  if (version !== 6) return false;
  if (mappedIpv4.check(text, 'ipv6')) return !specialIpv4.check(text, 'ipv6');
  return globalIpv6.check(text, 'ipv6') && !specialIpv6.check(text, 'ipv6');
}

function blockList(family: 'ipv4' | 'ipv6', networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, family);
  return list;
}
