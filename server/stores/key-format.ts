/**
 * The form of an API key (Contract §2): `ft_sk_`, `ft_pk_` or `ft_mk_`, 32 random base62 characters, and a checksum of 6, so that
 * secret scanners recognise a key and a typo is refused without a database read. The form follows GitHub's tokens (github.blog, 2021-04-05).
 * It knows nothing of stored keys. Any text may be asked: a wrong one is false, never an error. A hint shows 3 characters at each end,
 * never more.
 */
// Tests: ./key-format.test.ts.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from '../ids.ts';
import type { KeyKind } from '../storage/records.ts';

const prefixes = {
  secret: 'ft_sk_',
  storefront: 'ft_pk_',
  manage: 'ft_mk_',
} as const satisfies Record<KeyKind, string>;
const keyPattern = /^ft_(sk|pk|mk)_[0-9A-Za-z]{38}$/;
const checksumLength = 6;

/** A new random key. */
export function generateKey(kind: KeyKind): string {
  const body = `${prefixes[kind]}${randomBase62(32)}`;
  return `${body}${checksum(body)}`;
}

/** Whether the text can be a key at all: right form and right checksum. */
export function isWellFormedKey(text: string): boolean {
  if (!keyPattern.test(text)) return false;
  const body = text.slice(0, -checksumLength);
  return checksum(body) === text.slice(-checksumLength);
}

/** SHA-256 in hex: all that is stored of a key that is no storefront key, and by which every key is looked up. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** `ft_sk_Ab3…9xZ`: enough for people to tell keys apart, too little to guess one. */
export function keyHint(key: string): string {
  return `${key.slice(0, 9)}…${key.slice(-3)}`;
}

function checksum(body: string): string {
  return toBase62(crc32(body), checksumLength);
}
