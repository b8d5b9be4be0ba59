import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createMarkingUtf8Reader } from './utf8-text.ts';

/** Byte by byte, a character where one begins. */
function naive(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((size) => {
      if (at + size > bytes.length) return false;
      try {
        return [...decoder.decode(bytes.subarray(at, at + size))].length === 1;
      } catch {
        return false;
      }
    });
    text +=
      length === undefined
        ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0))
        : decoder.decode(bytes.subarray(at, at + length));
    at += length ?? 1;
  }
  return text;
}

test('invalid UTF-8 bytes stay visible wherever a stream is cut', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text.toWellFormed())),
    fc.uint8Array({ maxLength: 6 }),
    fc
      .constantFrom(
        [0xe2, 0x82],
        [0xf0, 0x90, 0x80],
        [0xed, 0xa0, 0x80],
        [0xc0, 0x80],
        [0xf4, 0x90, 0x80, 0x80],
        [0xef, 0xbb, 0xbf],
      )
      .map((bytes) => Uint8Array.from(bytes)),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat(40)), (pieces, cuts) => {
      const bytes = Buffer.concat(pieces);
      const reader = createMarkingUtf8Reader();
      let text = '';
      let from = 0;
      for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
        text += reader.read(bytes.subarray(from, Math.max(from, cut)));
        from = Math.max(from, cut);
      }
      assert.equal(text + reader.end(), naive(bytes));
    }),
    { numRuns: 500 },
  );
});
