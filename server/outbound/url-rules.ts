/**
 * Checks how an address is written: at registration, before each call and after each redirect. The addresses behind its name are
 * checked when connecting (connect-guarded.ts). A fault comes back as a sentence that does not repeat the address. It looks up no
 * name. An address has at most 2,048 characters and names port 443 or one from 1,024 up, unless private addresses are allowed.
 */
// Tests: ./url-rules.test.ts.
import { isIP } from 'node:net';
import { limits } from '../../contract/limits.ts';
import type { OutboundPolicy } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';

/** The address, or a sentence that says what is wrong with it and what would be right. */
export type UrlCheck =
  | { readonly ok: true; readonly url: URL }
  | {
      readonly ok: false;
      readonly message: string;
      /** True for a valid address that may not be called; false if the text is not an address. */
      readonly isForbidden: boolean;
    };

/** The lowest port that an address may name, apart from 443: lower ones belong to services that do not speak HTTP. */
const freePortMin = 1_024;

/** Checks an address that a stranger named. The message does not repeat the address, which may contain secrets. */
export function checkOutboundUrl(
  text: string,
  policy: OutboundPolicy,
  maxLength: number = limits.urlMaxLength,
): UrlCheck {
  const schemes = policy.allowPrivate ? 'https:// or http://' : 'https://';
  if (text.length > maxLength) {
    return malformed(`The address is longer than ${maxLength} characters; shorten it.`);
  }
  // Before parsing, since the parser drops line breaks and reads backslashes as slashes.
  const stray = describeStray(text);
  if (stray !== null) return malformed(stray);
  // Before parsing, since the parser accepts an address without slashes.
  const absolute = policy.allowPrivate ? /^https?:\/\/[^/]/i : /^https:\/\/[^/]/i;
  if (!absolute.test(text) || !URL.canParse(text)) {
    const message = `The address must be complete and begin with ${schemes}.`;
    return /^(?!https?:)[a-z][a-z0-9+.-]*:|^http:/i.test(text) ? refused(message) : malformed(message);
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@')) {
    return refused('The address holds a user or password; give them as auth_secret with auth_type "basic".');
  }
  return policy.allowPrivate ? { ok: true, url } : checkPublic(url);
}

function checkPublic(url: URL): UrlCheck {
  if (url.port !== '' && Number(url.port) < freePortMin) {
    return refused(`The address may name port 443 or one from ${freePortMin} up.`);
  }
  const host = hostOf(url);
  if (isIP(host) === 0 ? isInsideName(host) : !isPublicAddress(host)) {
    return refused('The address is not a public one; name a server that can be reached from the internet.');
  }
  return { ok: true, url };
}

/** The host as sockets expect it: an IPv6 address without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Names that never mean a server of the internet (RFC 6761, RFC 6762, RFC 8375, RFC 9476, ICANN's `internal`). */
function isInsideName(host: string): boolean {
  const labels = host.replace(/\.$/, '').split('.');
  const insideEnds = [
    'localhost',
    'local',
    'internal',
    'localdomain',
    'lan',
    'intranet',
    'home',
    'corp',
    'alt',
  ];
  return labels.length < 2 || insideEnds.includes(labels.at(-1) ?? '') || host.endsWith('home.arpa');
}

/** Describes the first character that an address may not contain, which people often cannot see; null if there is none. */
function describeStray(text: string): string | null {
  const found = /[\p{Cc}\p{Cf}\p{Z}\\]/u.exec(text);
  if (found === null && text.isWellFormed()) return null;
  const name = strayNames.get(found?.[0] ?? '') ?? 'an invisible character';
  const place = found === null ? '' : ` (character ${found.index + 1})`;
  return `The address holds ${name}${place}; remove it, or write it percent-encoded.`;
}

const strayNames: ReadonlyMap<string, string> = new Map([
  [' ', 'a space'],
  ['\u00A0', 'a no-break space'],
  ['\\', 'a backslash'],
  ['\n', 'a line break'],
  ['\r', 'a line break'],
  ['\t', 'a tab'],
]);

/** The part between the slashes and the path, as written. */
function authorityOf(text: string): string {
  return /^[^/]*\/\/([^/?#]*)/.exec(text)?.[1] ?? '';
}

/**
 * An address in a form that may be shown to the person who gave it: without the values of query and fragment, and reduced
 * to its scheme if it may contain a user or password.
 */
export function presentGiven(text: string): string {
  if (text.includes('@')) return `${/^[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0] ?? ''}…`;
  const end = text.search(/[?#]/);
  return end === -1 ? text : `${text.slice(0, end + 1)}…`;
}

/** The address in a form that may be shown and logged: without user and without the values of its query. */
export function presentUrl(url: URL): string {
  const names = [...new Set(url.searchParams.keys())].map((name) => `${encodeURIComponent(name)}=…`);
  return `${url.origin}${url.pathname}${names.length === 0 ? '' : `?${names.join('&')}`}`;
}

function refused(message: string): UrlCheck {
  return { ok: false, message, isForbidden: true };
}

function malformed(message: string): UrlCheck {
  return { ok: false, message, isForbidden: false };
}
