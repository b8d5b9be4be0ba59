/**
 * Request bodies as bytes. The HTTP thread never parses a product body: it collects at most 32 MiB, decompressed on
 * the way, and hands the bytes to the pipeline thread.
 */
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
    const encoding = request.headers['content-encoding']?.trim().toLowerCase();
    if (encoding === undefined || encoding === '' || encoding === 'identity') {
      done(null, payload);
    } else if (encoding === 'gzip' || encoding === 'x-gzip') {
      const gunzip = createGunzip();
      payload.on('error', (error) => gunzip.destroy(error));
      done(null, payload.pipe(gunzip));
    } else {
      done(new AppError('unsupported_media_type', 'The body takes Content-Encoding: gzip, or none.'));
    }
  });
}

/** The body of a request that must have one; an absent body is empty, and empty is not JSON. */
export function bodyBytes(request: FastifyRequest): Uint8Array {
  return request.body instanceof Uint8Array ? request.body : new Uint8Array(0);
}
