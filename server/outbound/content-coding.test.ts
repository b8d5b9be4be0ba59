import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { type ContentCoding, decodeContent, parseContentCoding } from './content-coding.ts';
import { OutboundError } from './outbound.ts';

const encoders: readonly (readonly [ContentCoding, (bytes: Uint8Array) => Uint8Array])[] = [
  ['identity', (bytes) => bytes],
  ['gzip', gzipSync],
  // Members behind each other are one file (RFC 1952 §2.2).
  ['gzip', (bytes) => Buffer.concat([gzipSync(bytes.subarray(0, 7)), gzipSync(bytes.subarray(7))])],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
];

async function* piecesOf(bytes: Uint8Array, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

test('encoded bytes decode in any pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...encoders),
      fc.uint8Array({ maxLength: 500 }),
      lengths,
      async (encoder, plain, cuts) => {
        const [coding, encode] = encoder;
        const decoded = await Array.fromAsync(decodeContent(piecesOf(encode(plain), cuts), coding));
        assert.ok(Buffer.concat(decoded).equals(plain), coding);
      },
    ),
    { numRuns: 200 },
  );
});

test('compressed bytes that end early or late are an error', async () => {
  const plain = Buffer.from('external_id,title,price\n'.repeat(50));
  const compressing = encoders.slice(1).filter((_, index) => index !== 1);
  const change = fc.oneof(
    fc.nat(30).map((bytes) => (encoded: Uint8Array) => encoded.subarray(0, encoded.length - bytes - 1)),
    fc.uint8Array({ minLength: 1, maxLength: 9 }).map(
      (tail) => (encoded: Uint8Array) =>
        // Zeros behind gzip are padding.
        Buffer.concat([encoded, Uint8Array.of(1), tail]),
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...compressing),
      change,
      lengths,
      async ([coding, encode], alter, cuts) => {
        const altered = alter(encode(plain));
        const outcome = await Array.fromAsync(decodeContent(piecesOf(altered, cuts), coding)).catch(
          (error: unknown) => error,
        );
        assert.ok(outcome instanceof OutboundError, `${coding}: ${String(outcome).slice(0, 99)}`);
        assert.match(outcome.code, /^(?:truncated|encoding)$/);
      },
    ),
    { numRuns: 200 },
  );
});

test('a zstd frame with a large window is refused', async () => {
  // RFC 8878 §3.1.1: magic number, descriptor, window, one last raw block of one byte.
  const frameOf = (windowLog: number) =>
    Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3, 9, 0, 0, 0x61);
  const decode = (frame: Uint8Array) => Array.fromAsync(decodeContent(piecesOf(frame, [64]), 'zstd'));
  assert.equal(Buffer.concat(await decode(frameOf(23))).toString(), 'a');
  await assert.rejects(decode(frameOf(24)), { code: 'encoding' });
});

test('errors of the source come out as they are', async () => {
  const broken = new Error('the source broke');
  async function* breaking(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    yield bytes;
    throw broken;
  }
  for (const [coding, encode] of encoders) {
    const half = encode(Buffer.from('a')).subarray(0, 1);
    await assert.rejects(Array.fromAsync(decodeContent(breaking(half), coding)), broken, coding);
  }
});

test('only one known content coding is read', () => {
  for (const header of [null, '', ' identity ']) assert.equal(parseContentCoding(header), 'identity');
  assert.equal(parseContentCoding('X-GZip'), 'gzip');
  assert.equal(parseContentCoding(' BR'), 'br');
  for (const header of ['compress', 'gzip, br', 'gzip,', 'aes128gcm', 'utf-8']) {
    assert.throws(() => parseContentCoding(header), OutboundError, header);
  }
});
