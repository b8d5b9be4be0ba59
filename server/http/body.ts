/**
 * Request bodies as bytes. The HTTP thread never parses a product body: it collects at most 32 MiB, decompressed on
 * the way, and hands the bytes to the pipeline thread.
 */
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { limits } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';

const jsonTypes = ['application/json', 'application/merge-patch+json'];

/** Makes the app read JSON bodies as bytes and accept gzip, counted after decompression. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    jsonTypes,
    { parseAs: 'buffer', bodyLimit: limits.bodyMaxBytes },
    (_request, body, done) => done(null, body),
  );
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
    // A body that no parser will read is left alone: nobody would hear of what is wrong with it.
    if (encoding === '' || encoding === 'identity' || !hasParser(request)) done(null, payload);
    else if (encoding === 'gzip' || encoding === 'x-gzip') done(null, unzipped(payload));
    else done(new AppError('unsupported_media_type', 'The body takes Content-Encoding: gzip, or none.'));
  });
}

function hasParser({ method, headers }: FastifyRequest): boolean {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return method !== 'GET' && method !== 'HEAD' && jsonTypes.includes(type);
}

/** The decompressed body. It counts what came over the wire, which is what Content-Length speaks of. */
function unzipped(payload: RequestPayload): RequestPayload {
  const gunzip = Object.assign(createGunzip(), { receivedEncodedLength: 0 });
  payload.on('data', (chunk: Buffer) => {
    gunzip.receivedEncodedLength += chunk.byteLength;
  });
  payload.on('error', (error) => gunzip.destroy(error));
  return payload.pipe(gunzip);
}

/** The body of a request that must have one; an absent body is empty, and empty is not JSON. */
export function bodyBytes(request: FastifyRequest): Uint8Array {
  return request.body instanceof Uint8Array ? request.body : new Uint8Array(0);
}
