/**
 * The only place that makes random values: identifiers, keys, salts. All are cryptographically random; none is logged here. Ids are
 * 128 bits as text, times in them milliseconds (given as microseconds), numbers 53 bits. A text that is no id gives null; nothing here
 * throws, and nothing may be derived from a secret.
 */
// Tests: ./ids.test.ts.
import { randomBytes, randomUUIDv7 } from 'node:crypto';

let lastMs = 0;
let count = 0;

/**
 * A UUID whose text sorts by creation time, so that new rows land side by side. Ids of one process sort in the order
 * in which they were made: within a millisecond a counter of 12 bits takes the place of random bits, and when it is
 * full, or the clock steps back, the time runs ahead (RFC 9562, version 7, §6.2 method 1).
 */
export function newId(): string {
  const random = randomUUIDv7();
  const nowMs = Number.parseInt(random.slice(0, 8) + random.slice(9, 13), 16);
  if (nowMs > lastMs) {
    lastMs = nowMs;
    count = 0;
  } else if (count < 0xfff) {
    count += 1;
  } else {
    lastMs += 1;
    count = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}${random.slice(18)}`;
}

/** Returns the time at which {@link newId} made an id, in microseconds since the epoch; null for text that is no such id. */
export function timeOfId(id: string): number | null {
  const found = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/.exec(id);
  return found === null ? null : Number.parseInt(`${found[1]}${found[2]}`, 16) * 1_000;
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

/** Returns a whole number of 53 random bits: two of them are never the same, in any process. */
export function randomNumber(): number {
  const bytes = randomBytes(8);
  return (bytes.readUInt32LE(0) & 0x1f_ff_ff) * 2 ** 32 + bytes.readUInt32LE(4);
}

/** A secret of `bytes` random bytes, in base64. */
export function randomSecret(bytes: number): string {
  return randomBytes(bytes).toString('base64');
}

/** A token of 256 random bits that can stand in an address. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a path parameter can be an id at all; any other text is simply unknown. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
