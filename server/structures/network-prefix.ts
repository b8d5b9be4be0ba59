/**
 * Finds the network that an address belongs to. Limits and damping count by network, because one household or server has a whole /64
 * of IPv6 addresses and can use a new one for each request. Pure, and quick enough for each keystroke. Text that is no address counts
 * as a network of its own. It looks up nothing and never throws.
 */
// Tests: ./network-prefix.test.ts.

/** The IPv6 address read last, as 16-bit groups. Reused, so that reading allocates nothing. */
const groups = new Uint16Array(8);

/** Answers of `readAddress` other than an IPv4 address, which is a number from 0 on. */
const ipv6 = -1;
const noAddress = -2;

const [dot, zero, colon, openBracket] = [0x2e, 0x30, 0x3a, 0x5b];

/**
 * The network that limits count by: an IPv4 address itself (/32), the /64 of an IPv6 address. An IPv6 address that
 * carries an IPv4 one (mapped, RFC 4291; NAT64, RFC 6052; 6to4, RFC 3056) counts as the IPv4 address, since its /64
 * holds either the whole IPv4 internet or one of the 65,536 that a single IPv4 address owns. Zone ids, and ports that
 * some proxies append, are left out. Text that is no address is a network of its own.
 */
export function networkPrefix(address: string): string {
  if (readIpv4(address, 0, address.length) >= 0) return address;
  const read = readAddress(address);
  if (read === noAddress) return address;
  return read === ipv6 ? ipv6Text(4) : ipv4Text(read, 32);
}

/**
 * The nested networks of an address, narrowest first: `networkPrefix`, then IPv4 /24 and /16, IPv6 /48 and /32. All
 * three are the text itself where it is no address.
 */
export function nestedPrefixes(address: string): readonly [narrow: string, middle: string, wide: string] {
  const read = readAddress(address);
  if (read === noAddress) return [address, address, address];
  if (read === ipv6) return [ipv6Text(4), ipv6Text(3), ipv6Text(2)];
  return [ipv4Text(read, 32), ipv4Text(read, 24), ipv4Text(read, 16)];
}

/** An IPv4 address, carried or plain, as a number; else one of the two constants, with `groups` filled for IPv6. */
function readAddress(text: string): number {
  if (text.charCodeAt(0) === openBracket) {
    const end = text.indexOf(']');
    return end === -1 ? noAddress : readIpv6Address(text, 1, end);
  }
  const firstColon = text.indexOf(':');
  if (firstColon === -1) return readIpv4(text, 0, text.length);
  // With one colon only it stands in front of a port.
  if (text.lastIndexOf(':') === firstColon) return readIpv4(text, 0, firstColon);
  return readIpv6Address(text, 0, text.length);
}

function readIpv6Address(text: string, from: number, to: number): number {
  const zone = text.indexOf('%', from);
  if (!readGroups(text, from, zone === -1 ? to : Math.min(zone, to))) return noAddress;
  return carriedIpv4();
}

/** The IPv4 address that `groups` carry, or `ipv6`. */
function carriedIpv4(): number {
  const [first = 0, second = 0, third = 0, , , sixth = 0, seventh = 0, eighth = 0] = groups;
  if (first === 0x2002) return joined(second, third);
  const isMapped = first === 0 && second === 0 && sixth === 0xffff;
  const isTranslated = first === 0x64 && second === 0xff9b && sixth === 0;
  const hasZeros = third === 0 && groups[3] === 0 && groups[4] === 0;
  return (isMapped || isTranslated) && hasZeros ? joined(seventh, eighth) : ipv6;
}

function joined(high: number, low: number): number {
  return high * 0x1_0000 + low;
}

/** Reads four decimal octets without leading zeros; `noAddress` for anything else. */
function readIpv4(text: string, from: number, to: number): number {
  let value = 0;
  let octetCount = 0;
  let octet = -1;
  for (let at = from; at <= to; at++) {
    const code = at === to ? dot : text.charCodeAt(at);
    if (code === dot) {
      if (octet === -1 || octetCount === 4) return noAddress;
      value = value * 256 + octet;
      octetCount++;
      octet = -1;
    } else {
      const digit = code - zero;
      if (digit < 0 || digit > 9 || octet === 0) return noAddress;
      octet = octet === -1 ? digit : octet * 10 + digit;
      if (octet > 255) return noAddress;
    }
  }
  return octetCount === 4 ? value : noAddress;
}

/** Reads an IPv6 address into `groups`; false where it is none. */
function readGroups(text: string, from: number, to: number): boolean {
  let count = 0;
  /** The number of groups in front of `::`. */
  let gap = -1;
  let at = from;
  if (text.charCodeAt(at) === colon && text.charCodeAt(at + 1) === colon) {
    gap = 0;
    at += 2;
  }
  while (at < to) {
    const start = at;
    let value = 0;
    for (let digit = hexDigit(text, at, to); digit !== -1; digit = hexDigit(text, at, to)) {
      value = value * 16 + digit;
      at++;
    }
    if (at < to && text.charCodeAt(at) === dot) {
      const carried = readIpv4(text, start, to);
      if (carried < 0 || count > 6) return false;
      groups[count++] = carried / 0x1_0000;
      groups[count++] = carried % 0x1_0000;
      break;
    }
    if (at === start || at > start + 4 || count === 8) return false;
    groups[count++] = value;
    if (at === to) break;
    if (text.charCodeAt(at++) !== colon || at === to) return false;
    if (text.charCodeAt(at) === colon) {
      if (gap !== -1) return false;
      gap = count;
      at++;
    }
  }
  if (gap === -1 || count === 8) return gap === -1 && count === 8;
  groups.copyWithin(8 - count + gap, gap, count);
  groups.fill(0, gap, 8 - count + gap);
  return true;
}

/** The value of the hexadecimal digit at a place in front of `to`, or -1. */
function hexDigit(text: string, at: number, to: number): number {
  if (at >= to) return -1;
  const code = text.charCodeAt(at);
  if (code >= zero && code <= 0x39) return code - zero;
  const letter = (code | 0x20) - 0x61;
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

function ipv4Text(value: number, bits: 32 | 24 | 16): string {
  const [a, b, c, d] = [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  if (bits === 32) return `${a}.${b}.${c}.${d}`;
  return bits === 24 ? `${a}.${b}.${c}.0/24` : `${a}.${b}.0.0/16`;
}

function ipv6Text(groupCount: number): string {
  let text = '';
  for (let index = 0; index < groupCount; index++) text += `${(groups[index] ?? 0).toString(16)}:`;
  return `${text}:/${groupCount * 16}`;
}
