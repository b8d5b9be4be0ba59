/**
 * Codes of six digits that change every 30 seconds (TOTP, RFC 6238, with HMAC-SHA-1, the one that every authenticator app knows). Pure:
 * the caller passes the time in microseconds. A code of the step before or after counts too, since clocks differ. It remembers no
 * code: that a code is used once is the caller's matter. Texts of other forms match nothing; nothing throws.
 */
// Tests: ./one-time-code.test.ts.
import { createHmac, timingSafeEqual } from 'node:crypto';

const stepMicros = 30 * 1_000_000;
const digits = 6;
/** Steps before and after the present one whose codes count (RFC 6238 §5.2). */
const stepsAround = 1;
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The number of 30-second steps since 1970. */
export function stepAt(micros: number): number {
  return Math.floor(micros / stepMicros);
}

/** The code of a step (RFC 4226 §5.3). */
export function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step whose code it is, near the present one; null for a wrong code. Every step near is compared, in equal time. */
export function stepOfCode(secret: Uint8Array, code: string, micros: number): number | null {
  const typed = Buffer.from(code);
  if (typed.length !== digits) return null;
  const now = stepAt(micros);
  let found: number | null = null;
  for (let step = now - stepsAround; step <= now + stepsAround; step += 1) {
    if (timingSafeEqual(typed, Buffer.from(codeOfStep(secret, step)))) found = step;
  }
  return found;
}

/** Bytes as base32 without padding (RFC 4648 §6), as authenticator apps take secrets. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += base32[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + base32[(held << (5 - bits)) & 31];
}

/** The address that an authenticator app reads from a QR code. */
export function addressOfSecret(secret: Uint8Array, email: string): string {
  const label = `Foretype:${email}`;
  return `otpauth://totp/${encodeURIComponent(label)}?secret=${toBase32(secret)}&issuer=Foretype`;
}
