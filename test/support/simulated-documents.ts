/**
 * Makes documents of feeds as a simulation serves them: small, of 12 products at most, whole or broken off. No network is used; times
 * are milliseconds that count as 1. A broken document rejects with `truncated`, as a real one does.
 */
import { createHash } from 'node:crypto';
import type { Random } from '../../bench/random.ts';
import { type DocumentAnswer, type DocumentRequest, OutboundError } from '../../server/outbound/outbound.ts';
import { feedProduct } from './feeds.ts';

/** A document as it was at some time. */
export interface Version {
  readonly body: string;
  readonly sha256: string;
  readonly ids: ReadonlySet<string>;
}

const productIds = Array.from({ length: 12 }, (_, number) => `p${number}`);

export function newVersion(random: Random): Version {
  const ids = productIds.filter(() => random() < 0.6);
  if (ids.length === 0) ids.push('p0');
  const products = ids.map((id) => feedProduct(id, { price: Math.floor(random() * 3) }));
  const body = JSON.stringify(products);
  return { body, sha256: createHash('sha256').update(body).digest('hex'), ids: new Set(ids) };
}

/** The answer to a request; `between` is waited for in the middle of the document, where it may also break off. */
export function answerDocument(
  request: DocumentRequest,
  { body, sha256 }: Version,
  { isCut, between }: { readonly isCut: boolean; readonly between: () => Promise<void> },
): DocumentAnswer {
  const etag = `"${sha256.slice(0, 8)}"`;
  const facts = {
    url: request.url,
    status: 200,
    redirects: [],
    contentType: 'application/json',
    contentEncoding: null,
    etag,
    lastModified: null,
    remoteAddress: null,
    connectMs: 1,
    firstByteMs: 1,
  };
  if (request.validators?.etag === etag) {
    return { kind: 'not-modified', facts: { ...facts, status: 304, durationMs: 1 } };
  }
  async function* pieces() {
    const half = Math.floor(body.length / 2);
    yield Buffer.from(body.slice(0, half));
    await between();
    if (isCut) throw new OutboundError('truncated', 'The document broke off in the middle.');
    yield Buffer.from(body.slice(half));
  }
  const [bytesReceived, bytesDecoded] = [body.length, body.length];
  const end = { archive: null, framed: true, bytesReceived, bytesDecoded, sha256, durationMs: 1 };
  return { kind: 'document', facts, header: () => null, body: pieces(), end: () => ({ ...facts, ...end }) };
}
