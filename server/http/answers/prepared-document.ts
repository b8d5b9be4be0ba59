/**
 * Sends documents that do not change: made once, kept in memory with their compressed forms, and known by a tag. A failed attempt is
 * made again by the next request. It never sends a part: a document that cannot be made rejects, and its caller answers with the
 * error. Sizes are bytes; browsers ask again by the tag.
 */
// Tests: ./prepared-document.test.ts.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '../bodies/content-encoding.ts';

/** A document in every form that is sent. */
export interface PreparedDocument {
  /** Names the content. */
  readonly hash: string;
  readonly bytes: Buffer;
  /** Compressed forms by the names of `Content-Encoding`, smallest first. */
  readonly encoded: ReadonlyMap<string, Buffer>;
}

const compress = promisify(gzip);

/** Makes a document on its first request, so that a start does not wait for it. A failed attempt is not kept. */
export function prepareOnce(make: () => string | Promise<Buffer>): () => Promise<PreparedDocument> {
  let prepared: Promise<PreparedDocument> | null = null;
  return () => {
    prepared ??= prepare(make).catch((error: unknown) => {
      prepared = null;
      throw error;
    });
    return prepared;
  };
}

async function prepare(make: () => string | Promise<Buffer>): Promise<PreparedDocument> {
  const bytes = Buffer.from(await make());
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { hash, bytes, encoded: new Map([['gzip', await compress(bytes)]]) };
}

/** Sends the form that the caller takes, or 304 where the caller has it. `headers` name type and lifetime. */
export function sendPrepared(
  { hash, bytes, encoded }: PreparedDocument,
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], [...encoded.keys()]);
  const etag = encoding === null ? `"${hash}"` : `"${hash}-${encoding}"`;
  reply.headers({ ...headers, vary: 'Accept-Encoding', etag });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.send((encoding === null ? undefined : encoded.get(encoding)) ?? bytes);
}

/** Whether the caller holds this form already. Caches on the way may have made the tag a weak one. */
function isKnown(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
