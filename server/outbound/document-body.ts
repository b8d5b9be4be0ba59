/**
 * The body of a document on its way to the reader: received, decoded, unpacked, counted and hashed. It ends normally only if its end
 * is proven and it stayed within its limits; the caller gets an error in every other case. It stores nothing. Limits: 2 GiB received
 * and decoded each, and beyond 16 MiB at most 200 times the bytes received (`too_large`); an unproven end is `truncated`.
 */
// Tests: ./fetch-document.live.test.ts.
import { createHash } from 'node:crypto';
import { createGunzip } from 'node:zlib';
import { isInflated } from '../../contract/outbound-limits.ts';
import { ByteCursor } from './byte-cursor.ts';
import { type ContentCoding, decodeContent, decompress } from './content-coding.ts';
import type { Call } from './exchange.ts';
import { OutboundError, type OutboundLimits } from './outbound.ts';
import { unzipOnlyFile } from './zip-file.ts';

/** A body and how to read it. */
export interface BodySource {
  readonly received: AsyncIterable<Uint8Array>;
  readonly coding: ContentCoding;
  /** Whether length or chunks prove the end of the received bytes. */
  readonly isFramed: boolean;
  readonly endShownByDocument: boolean;
  readonly limits: OutboundLimits;
  readonly call: Call;
  /** Updated as bytes arrive. */
  readonly counts: { received: number; decoded: number };
}

/** Facts about a document that was read to its end. */
export interface ReadDocument {
  readonly archive: UnwrappedFile['archive'];
  readonly framed: boolean;
  readonly bytesReceived: number;
  readonly bytesDecoded: number;
  readonly sha256: string;
}

/** The document's bytes; `onEnd` is called once its end is proven. */
export async function* readDocument(
  source: BodySource,
  onEnd: (document: ReadDocument) => void,
): AsyncGenerator<Uint8Array> {
  const { coding, limits, call, counts } = source;
  const hash = createHash('sha256');
  const { archive, bytes } = await unwrapFile(decodeContent(countReceived(source), coding));
  // Compressed data has its own end mark or checksum.
  const framed = source.isFramed || coding !== 'identity' || archive !== null;
  if (!framed && !source.endShownByDocument) throw endUnknown();
  for await (const chunk of bytes) {
    call.check();
    counts.decoded += chunk.length;
    if (counts.decoded > limits.documentMaxBytes) throw tooLarge(limits.documentMaxBytes);
    checkInflation(counts, limits);
    hash.update(chunk);
    yield chunk;
  }
  call.check();
  onEnd({
    archive,
    framed,
    bytesReceived: counts.received,
    bytesDecoded: counts.decoded,
    sha256: hash.digest('hex'),
  });
}

async function* countReceived({
  received,
  counts,
  limits: { documentMaxBytes },
}: BodySource): AsyncGenerator<Uint8Array> {
  for await (const chunk of received) {
    counts.received += chunk.length;
    if (counts.received > documentMaxBytes) throw tooLarge(documentMaxBytes);
    yield chunk;
  }
}

function checkInflation(counts: { received: number; decoded: number }, limits: OutboundLimits): void {
  if (!isInflated(counts, limits)) return;
  const message = `The document is over ${limits.inflationMax} times as large as what was sent of it, as no list of products is; let the server send it uncompressed.`;
  throw new OutboundError('too_large', message);
}

/** Creates the error for a document that is too large, by its announced or its received bytes. */
export function tooLarge(maxBytes: number): OutboundError {
  const message = `The document is larger than ${describeBytes(maxBytes)}; split it into several feeds.`;
  return new OutboundError('too_large', message);
}

function describeBytes(bytes: number): string {
  const gibibytes = bytes / 1024 ** 3;
  return gibibytes >= 1 ? `${gibibytes} GiB` : `${bytes} bytes`;
}

function endUnknown(): OutboundError {
  const message =
    'The server does not say how long the document is, so it may be incomplete; let it send Content-Length, chunks or a compressed file.';
  return new OutboundError('truncated', message);
}

/** A document taken out of its archive. */
interface UnwrappedFile {
  readonly archive: 'gzip' | 'zip' | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Recognises `.gz` and `.zip` files by their first bytes and unpacks one layer. */
async function unwrapFile(source: AsyncIterable<Uint8Array>): Promise<UnwrappedFile> {
  const input = new ByteCursor(source);
  const magic = (await input.peek(4)).toString('latin1');
  if (magic.startsWith('\x1F\x8B\x08')) {
    return { archive: 'gzip', bytes: decompress(input.rest(), createGunzip()) };
  }
  // The second one starts an archive without files.
  if (magic === 'PK\x03\x04' || magic === 'PK\x05\x06') {
    return { archive: 'zip', bytes: unzipOnlyFile(input) };
  }
  return { archive: null, bytes: input.rest() };
}
