/**
 * The network that an address is in: what one household or office shares, and what whoever wants to seem many has many
 * addresses of. Pure.
 */

/** The first 24 bits of an IPv4 address, the first 48 of an IPv6 address; other texts are a network of their own. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(mapped)) return mapped.slice(0, mapped.lastIndexOf('.'));
  if (!mapped.includes(':')) return mapped;
  const [front = '', back] = mapped.split('%', 1).join('').split('::');
  const groups = front === '' ? [] : front.split(':');
  const rest = back === undefined || back === '' ? [] : back.split(':');
  const zeros = back === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest];
  return all
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
