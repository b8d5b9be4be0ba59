/**
 * HalfSipHash-2-4 with 64 bits of output (Aumasson and Bernstein, SipHash, INDOCRYPT 2012, and its reference code): a hash that cannot
 * be computed without its key, quick enough for each keystroke. Pure. Any text is accepted; keys are 64 random bits that must never be
 * logged. It is no signature: 64 bits are for tables, not for proofs.
 */
// Tests: ./keyed-hash.test.ts.

/** 64 bits as two signed 32-bit integers: a key or a hash. */
export interface Bits64 {
  low: number;
  high: number;
}

/** Separates texts that are hashed together; not a character of Unicode. */
const separator = 0xffff;

/** Hashes one text, or two as a pair (not as their concatenation), into `result`. Allocates nothing. */
export function keyedHash(key: Readonly<Bits64>, first: string, second: string | null, result: Bits64): void {
  const firstLength = first.length;
  const length = second === null ? firstLength : firstLength + 1 + second.length;
  let v0 = key.low;
  let v1 = key.high ^ 0xee;
  let v2 = key.low ^ 0x6c796765;
  let v3 = key.high ^ 0x74656462;
  /** Two UTF-16 units are one word. */
  let word = 0;
  // A last round for the remaining bytes and the length.
  const ends = length | 1;
  for (let at = 0; at <= ends; at += 1) {
    if (at < length) {
      let unit = separator;
      if (at < firstLength) unit = first.charCodeAt(at);
      else if (second !== null && at > firstLength) unit = second.charCodeAt(at - firstLength - 1);
      word |= unit << ((at & 1) << 4);
    }
    if ((at & 1) === 0) continue;
    // The length in bytes, as the reference code has it.
    if (at === ends) word |= (2 * length) << 24;
    v3 ^= word;
    for (let round = 0; round < 2; round += 1) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    v0 ^= word;
    word = 0;
  }
  v2 ^= 0xee;
  for (let round = 0; round < 8; round += 1) {
    if (round === 4) {
      result.low = v1 ^ v3;
      v1 ^= 0xdd;
    }
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
  }
  result.high = v1 ^ v3;
}
