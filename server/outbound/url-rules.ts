/**
 * Which addresses may be named at all, by how they are written: at registration, before each call and after each
 * redirect. What a name resolves to is looked at when connecting.
 */
import { isIP } from 'node:net';
import { limits } from '../../contract/limits.ts';
import type { OutboundPolicy } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';

/** The address, or a sentence about what is wrong with it and what would be right. */
export type UrlCheck =
  | { readonly ok: true; readonly url: URL }
  | {
      readonly ok: false;
      readonly message: string;
      /** Whether it is an address, but one that may not be called; else it is none as it is written. */
      readonly isForbidden: boolean;
    };

/** Below are ports of services that do not speak HTTP. */
const freePortMin = 1_024;

/** Checks an address that a stranger named. The message does not repeat it: it may hold secrets. */
export function checkOutboundUrl(
  text: string,
  policy: OutboundPolicy,
  maxLength: number = limits.urlMaxLength,
): UrlCheck {
  const schemes = policy.allowPrivate ? 'https:// or http://' : 'https://';
  if (text.length > maxLength) {
    return malformed(`The address is longer than ${maxLength} characters; shorten it.`);
  }
  // Before parsing: the parser drops line breaks and takes backslashes for slashes.
  const stray = describeStray(text);
  if (stray !== null) return malformed(stray);
  // Before parsing: the parser does without slashes at all.
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

/** The host as sockets take it: an IPv6 address without its brackets. */
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

/** What in it no address may hold, which people often do not see; null where there is nothing of the kind. */
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

/** What stands between the slashes and the path, as it was written. */
function authorityOf(text: string): string {
  return /^[^/]*\/\/([^/?#]*)/.exec(text)?.[1] ?? '';
}

/**
 * What a stranger gave as an address, as it may be shown to the same: without what its query and fragment say, and where
 * there may be a user or password in it, without all but its scheme.
 */
export function presentGiven(text: string): string {
  if (text.includes('@')) return `${/^[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0] ?? ''}…`;
  const end = text.search(/[?#]/);
  return end === -1 ? text : `${text.slice(0, end + 1)}…`;
}

/** The address as it may be shown and logged: without its user, without the values of its query. */
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
