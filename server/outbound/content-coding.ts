/**
 * Decompresses a body (RFC 9110 §8.4) chunk by chunk. Throws `truncated` for compressed data that ends early, and `encoding` for
 * damaged data or an unknown coding. It bounds no size: document-body.ts does. It never guesses a coding; a zstd window has at most 8
 * MiB.
 */
// Tests: ./content-coding.test.ts.
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { ByteCursor } from './byte-cursor.ts';
import { OutboundError } from './outbound.ts';

/** The codings that requests accept. */
export const acceptedCodings = 'gzip, deflate, br, zstd';

export type ContentCoding = 'identity' | 'gzip' | 'deflate' | 'br' | 'zstd';

const codings = new Map<string, ContentCoding>([
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
]);

/** The coding that `Content-Encoding` names; several on top of each other are refused. */
export function parseContentCoding(header: string | null): ContentCoding {
  const coding = codings.get((header ?? '').trim().toLowerCase());
  if (coding !== undefined) return coding;
  const message = `The server sends a Content-Encoding that is not read; let it use one of ${acceptedCodings}, or none.`;
  throw new OutboundError('encoding', message);
}

/** The decompressed bytes. */
export function decodeContent(
  source: AsyncIterable<Uint8Array>,
  coding: ContentCoding,
): AsyncIterable<Uint8Array> {
  switch (coding) {
    case 'identity':
      return source;
    case 'gzip':
      return decompress(source, createGunzip());
    case 'deflate':
      return inflate(source);
    case 'br':
      return decompress(source, createBrotliDecompress({ rejectGarbageAfterEnd: true }));
    case 'zstd':
      // Windows over 8 MiB are not for HTTP (RFC 9659 §3); a frame may ask for gigabytes.
      return decompress(
        source,
        createZstdDecompress({
          rejectGarbageAfterEnd: true,
          params: { [constants.ZSTD_d_windowLogMax]: 23 },
        }),
      );
  }
}

/** Reads deflate with the zlib wrapper that RFC 9110 §8.4.1.2 requires, and without it, as some servers send it. */
async function* inflate(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new ByteCursor(source);
  const head = await input.peek(2);
  const hasWrapper = head.length === 2 && ((head[0] ?? 0) & 15) === 8 && head.readUInt16BE() % 31 === 0;
  const options = { rejectGarbageAfterEnd: true };
  yield* decompress(input.rest(), hasWrapper ? createInflate(options) : createInflateRaw(options));
}

/**
 * The output of the decompressor. Ends only if the compressed data was complete; errors of the source are thrown
 * unchanged.
 */
export async function* decompress(
  source: AsyncIterable<Uint8Array>,
  decompressor: Transform,
): AsyncGenerator<Uint8Array> {
  // The decompressor reports the same error.
  pipeline(source, decompressor).catch(() => {});
  try {
    yield* decompressor as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw toDecodingError(error);
  }
}

function toDecodingError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') {
    const message = 'The compressed data end before their end; nothing of the document counts.';
    return new OutboundError('truncated', message, { cause: error });
  }
  if (!/^(?:Z_|ERR_|ZSTD_)/.test(code)) return error;
  const message =
    'The compressed data are damaged, or not compressed in the way that the server says; let it send the file as it is.';
  return new OutboundError('encoding', message, { cause: error });
}
