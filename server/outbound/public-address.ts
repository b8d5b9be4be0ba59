/** Which network addresses are public: those that anyone may call, and that are nobody's inside. */
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Of the registry's unicast space (RFC 4291, IANA), all that is handed out to networks. */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');

/** Public by number, but the inside of a cloud: Azure's own services answer their machines here. */
const cloudInside = new Set(['168.63.129.16']);

/**
 * Whether an address as sockets and resolvers write it is public. An IPv4 address inside an IPv6 one counts as what
 * it is; what cannot be read is not public.
 */
export function isPublicAddress(text: string): boolean {
  // A zone (%eth0) belongs to one machine's own links.
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  const plain = address.toString();
  return address.kind() === 'ipv4' ? !cloudInside.has(plain) : globalIpv6.check(plain, 'ipv6');
}
