/**
 * Request bodies as bytes. The HTTP thread never parses a product body: it collects as much as the route takes, decompressed on the
 * way, and passes the bytes to the pipeline thread. The memory that all requests hold together is bounded (held-memory.ts) from when it arrives
 * until the work with it is done (body-hold.ts), so that no client can fill the memory. Stores hold what they announce at once: a body
 * that finds no room is refused before it is read. A route without a declaration takes 64 KiB, and none more than 32 MiB: beyond it
 * 413. No room is 503 with Retry-After, another content type 415, a broken gzip 400.
 */
// Tests: ./body-hold.live.test.ts.
import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { AppError, unavailable } from '../../errors.ts';
import { bodyTooLarge } from '../errors.ts';
import { createBodyHold, holdingBody } from './body-hold.ts';
import { bodyPools, createHeldMemory, type Holder, holderOf } from './held-memory.ts';

const jsonTypes = ['application/json', 'application/merge-patch+json'];

/** Makes the app read JSON bodies as bytes, which `memory` bounds, and accept gzip, counted after decompression. */
export function acceptBodies(app: FastifyInstance, memory = createHeldMemory(bodyPools)): void {
  app.decorateRequest('bodyHold', null);
  app.addHook('onRoute', (route) => {
    route.handler = holdingBody(route.handler);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(jsonTypes, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('preParsing', (request, reply, payload, done) => {
    // A body that no parser will read is left alone: its faults could not be reported.
    if (!hasParser(request)) return done(null, payload);
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (!['', 'identity', 'gzip', 'x-gzip'].includes(encoding)) {
      return done(new AppError('unsupported_media_type', 'The body takes Content-Encoding: gzip, or none.'));
    }
    const { bodyLimit } = request.routeOptions;
    const isPacked = encoding.endsWith('gzip');
    const holder = holderOf(request);
    const hold = createBodyHold(memory.hold(holder), reply);
    request.bodyHold = hold;
    const refuse = (fault: AppError): AppError => {
      reply.header('connection', 'close');
      return fault;
    };
    const noRoom = () =>
      refuse(unavailable('Too many bodies are under way. Send fewer at a time and try again.', 1));
    let ownBytes = 0;
    let reservedBytes = isPacked ? 0 : announcedBytes(request, holder);
    if (!hold.take(reservedBytes)) return done(noRoom());
    const take = (bytes: number): AppError | null => {
      ownBytes += bytes;
      if (ownBytes > bodyLimit) return refuse(bodyTooLarge(bodyLimit));
      const heldBytes = Math.max(bytes, limits.bodyPieceHeldBytes);
      const reserved = Math.min(heldBytes, reservedBytes);
      reservedBytes -= reserved;
      return hold.take(heldBytes - reserved) ? null : noRoom();
    };
    done(null, meter(payload, isPacked, take));
  });
}

/** The length of a body that its sender announced. An announcement of a stranger counts for nothing, nor one that is refused anyway. */
function announcedBytes({ headers, routeOptions }: FastifyRequest, holder: Holder): number {
  const announced = Number(headers['content-length'] ?? 0);
  return 'account' in holder && announced <= routeOptions.bodyLimit ? announced : 0;
}

/** Whether the body is collected here: a streamed one is not. */
function hasParser({ method, headers, routeOptions, server }: FastifyRequest): boolean {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (method === 'GET' || method === 'HEAD' || routeOptions.config.body?.isStreamed === true) return false;
  return type !== '' && server.hasContentTypeParser(type);
}

/**
 * The body as it will be kept, decompressed where it was packed. `take` is called with every piece and may refuse it. The
 * stream counts what came over the wire, which is what Content-Length speaks of.
 */
function meter(
  payload: RequestPayload,
  packed: boolean,
  take: (bytes: number) => AppError | null,
): RequestPayload {
  const metered = Object.assign(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        done(take(chunk.byteLength), chunk);
      },
    }),
    { receivedEncodedLength: 0 },
  );
  // Once the request is answered no listener is left, and what still arrives may fail.
  metered.on('error', () => {});
  payload.on('data', (chunk: Buffer) => {
    metered.receivedEncodedLength += chunk.byteLength;
  });
  payload.on('error', (error) => metered.destroy(error));
  if (!packed) return payload.pipe(metered);
  const gunzip = createGunzip();
  gunzip.on('error', (error) => metered.destroy(error));
  return payload.pipe(gunzip).pipe(metered);
}

/** The body of a request that must have one; an absent body is empty, and empty is not JSON. */
export function bodyBytes(request: FastifyRequest): Uint8Array {
  return request.body instanceof Uint8Array ? request.body : new Uint8Array(0);
}
