/**
 * The body of a document on its way to the reader: received, decoded, unpacked, counted and hashed. It ends only where
 * the end is proven, and never grows beyond its bounds; the caller sees an error in every other case.
 */
import { createHash } from 'node:crypto';
import type { Call } from './call.ts';
import { type ContentCoding, decodeContent } from './content-coding.ts';
import type { OutboundLimits } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';
import { type UnwrappedFile, unwrapFile } from './unwrap-file.ts';

/** What is read, and how. */
export interface BodySource {
  readonly received: AsyncIterable<Uint8Array>;
  readonly coding: ContentCoding;
  /** Whether length or chunks prove the end of what is received. */
  readonly isFramed: boolean;
  readonly endShownByDocument: boolean;
  readonly limits: OutboundLimits;
  readonly call: Call;
  /** Grow as bytes come. */
  readonly counts: { received: number; decoded: number };
}

/** What is known of a document once it was read. */
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
  // Compressed data end with a mark or a checksum of their own.
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
  if (counts.decoded <= limits.inflationFreeBytes) return;
  if (counts.decoded <= counts.received * limits.inflationMax) return;
  const message = `The document is over ${limits.inflationMax} times as large as what was sent of it, as no list of products is; let the server send it uncompressed.`;
  throw new OutboundError('too_large', message);
}

/** Used for a length that was announced as well. */
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
    'The server does not say how long the document is, so nobody can tell whether it is whole; let it send Content-Length, chunks or a compressed file.';
  return new OutboundError('truncated', message);
}
