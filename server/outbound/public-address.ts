/**
 * Decides which network addresses are public, not part of anyone's internal network. Text that is no address is not
 * public. It looks up no names.
 */
// Tests: ./public-address.test.ts.
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of the unicast space (RFC 4291, IANA) that is assigned to networks. */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');

/** A public number, but internal to a cloud: Azure's platform services answer virtual machines here. */
const cloudInside = new Set(['168.63.129.16']);

/**
 * Whether an address, as sockets and resolvers write it, is public. An IPv4 address mapped into IPv6 counts as IPv4; text
 * that is not an address is not public.
 */
export function isPublicAddress(text: string): boolean {
  // A zone (%eth0) is local to one machine.
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  const plain = address.toString();
  return address.kind() === 'ipv4' ? !cloudInside.has(plain) : globalIpv6.check(plain, 'ipv6');
}
