/**
 * Request bodies as bytes. The HTTP thread never parses a product body: it collects as much as the route takes,
 * decompressed on the way, and hands the bytes to the pipeline thread. What all requests hold together is bounded
 * (held-memory.ts) from when it arrives until the work with it is done (body-hold.ts), so that no client can fill the memory.
 */
import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { limits } from '../../contract/limits.ts';
import { AppError, unavailable } from '../errors.ts';
import { parseJsonObject } from '../ingest/json-body.ts';
import type { Bounds } from '../threads/numbers.ts';
import { createBodyHold, holdingBody } from './body-hold.ts';
import { bodyTooLarge } from './errors.ts';
import { bodyPools, createHeldMemory, holderOf } from './held-memory.ts';
import { dropBody } from './parser-stop.ts';

const jsonTypes = ['application/json', 'application/merge-patch+json'];

/** Makes the app read JSON bodies as bytes and accept gzip, counted after decompression. */
export function acceptBodies(app: FastifyInstance, bounds: Bounds): void {
  const memory = createHeldMemory(bounds, bodyPools);
  app.decorateRequest('bodyHold', null);
  app.addHook('onRoute', (route) => {
    route.handler = holdingBody(route.handler);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(jsonTypes, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('preParsing', (request, reply, payload, done) => {
    // A body that no parser will read is left alone: nobody would hear of what is wrong with it.
    if (!hasParser(request)) return done(null, payload);
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (!['', 'identity', 'gzip', 'x-gzip'].includes(encoding)) {
      return done(new AppError('unsupported_media_type', 'The body takes Content-Encoding: gzip, or none.'));
    }
    const { bodyLimit } = request.routeOptions;
    let ownBytes = 0;
    const hold = createBodyHold(memory.hold(holderOf(request)), reply);
    request.bodyHold = hold;
    const refuse = (fault: AppError): AppError => {
      reply.header('connection', 'close');
      dropBody(request.raw.socket);
      return fault;
    };
    const take = (bytes: number): AppError | null => {
      ownBytes += bytes;
      if (ownBytes > bodyLimit) return refuse(bodyTooLarge(bodyLimit));
      if (hold.take(Math.max(bytes, limits.bodyPieceHeldBytes))) return null;
      return refuse(unavailable('Too many bodies are under way. Send fewer at a time and try again.', 1));
    };
    const arrive = (count: number, bytes: number) =>
      areTooSmall(count, bytes) ? refuse(piecesTooSmall()) : null;
    done(null, meter(payload, encoding.endsWith('gzip'), { arrive, take }));
  });
}

/** Whether pieces of a body cost more than what they bring. */
function areTooSmall(count: number, bytes: number): boolean {
  const { bodySmallPieces: least } = limits;
  return count >= least.count && bytes < count * least.leastBytes;
}

function piecesTooSmall(): AppError {
  const { count, leastBytes } = limits.bodySmallPieces;
  return new AppError(
    'malformed_request',
    `The body came in more than ${count} pieces of less than ${leastBytes} bytes. Send it in larger ones, or with a Content-Length.`,
  );
}

/** Whether the body is collected here: what is streamed is not. */
function hasParser({ method, headers, routeOptions, server }: FastifyRequest): boolean {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (method === 'GET' || method === 'HEAD' || routeOptions.config.body?.isStreamed === true) return false;
  return type !== '' && server.hasContentTypeParser(type);
}

/** Each may refuse the body. */
interface BodyWatch {
  /** So many pieces and bytes came over the wire until now. */
  readonly arrive: (count: number, bytes: number) => AppError | null;
  /** A piece of the body as it will be kept. */
  readonly take: (bytes: number) => AppError | null;
}

/**
 * The body as it will be kept, decompressed where it was packed. The stream counts what came over the wire, which is what
 * Content-Length speaks of.
 */
function meter(payload: RequestPayload, packed: boolean, { arrive, take }: BodyWatch): RequestPayload {
  const metered = Object.assign(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        done(take(chunk.byteLength), chunk);
      },
    }),
    { receivedEncodedLength: 0 },
  );
  // Once the request is answered nobody listens any more, and what still arrives may fail.
  metered.on('error', () => {});
  let count = 0;
  payload.on('data', (chunk: Buffer) => {
    count += 1;
    metered.receivedEncodedLength += chunk.byteLength;
    const fault = arrive(count, metered.receivedEncodedLength);
    if (fault !== null) metered.destroy(fault);
  });
  payload.on('error', (error) => metered.destroy(error));
  if (!packed) return payload.pipe(metered);
  const gunzip = createGunzip();
  gunzip.on('error', (error) => metered.destroy(error));
  return payload.pipe(gunzip).pipe(metered);
}

/** The body as one object. Throws `malformed_json` or `validation_failed`. */
export function jsonObjectOf(request: FastifyRequest): ReturnType<typeof parseJsonObject> {
  return parseJsonObject(bodyBytes(request));
}

/** The body of a request that must have one; an absent body is empty, and empty is not JSON. */
export function bodyBytes(request: FastifyRequest): Uint8Array {
  return request.body instanceof Uint8Array ? request.body : new Uint8Array(0);
}
