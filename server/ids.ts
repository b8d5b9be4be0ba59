/** The only place that makes random values: identifiers, keys, salts. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';

/** A UUID whose text sorts by creation time (RFC 9562, version 7), so that new rows land side by side. */
export function newId(): string {
  return randomUUIDv7();
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` letters and digits, each equally likely (bytes past the last multiple of 62 are drawn again). */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

/** A fixed-length base62 number, most significant digit first. */
export function toBase62(value: number, length: number): string {
  let text = '';
  let rest = value;
  for (let index = 0; index < length; index += 1) {
    text = base62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** A secret of `bytes` random bytes, in base64. */
export function randomSecret(bytes: number): string {
  return randomBytes(bytes).toString('base64');
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a path parameter can be an id at all; what cannot is simply unknown. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
