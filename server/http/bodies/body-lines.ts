/**
 * Bodies of JSON lines (`application/x-ndjson`; Contract §10), of any length up to that of a file. They have a route of their own at
 * the same address, chosen by their content type, since other bodies are held in memory and these are stored as they arrive. No line
 * is read here. Gzip is unpacked on the way and counted after that; one that unpacks to over 200 times its size, beyond 16 MiB, is
 * `payload_too_large`, a broken one `malformed_request`, an empty body `malformed_json`.
 */
// Tests: test/api/product-lines.test.ts.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { linesType } from '../../../contract/operation.ts';
import { isInflated } from '../../../contract/outbound-limits.ts';
import { AppError } from '../../errors.ts';
import { fileTooLarge } from '../../ingest/files/receive-file.ts';
import type { StoredLines } from '../../operations/operation-call.ts';
import type { PipelineClient } from '../../threads/pipeline-thread/pipeline-client.ts';
import { storeStream } from './store-stream.ts';

/** As for documents of feeds. */
const inflation = {
  inflationMax: limits.documentInflationMax,
  inflationFreeBytes: limits.documentInflationFreeBytes,
};

/** The constraint by which a route takes lines. */
export const takesLines = { bodyKind: 'lines' } as const;

/** The router's choice between the routes of one address. */
const bodyKindConstraint = {
  name: 'bodyKind',
  storage() {
    const routes = new Map<unknown, never>();
    return {
      get: (kind: unknown) => routes.get(kind) ?? null,
      set: (kind: unknown, route: never) => void routes.set(kind, route),
    };
  },
  deriveConstraint: ({ headers }: Pick<IncomingMessage, 'headers'>) =>
    typeOf(headers['content-type']) === linesType ? takesLines.bodyKind : '',
  mustMatchWhenDerived: false,
};

function typeOf(header: string | undefined): string | undefined {
  return header?.split(';', 1)[0]?.trim().toLowerCase();
}

/** Makes the routes of this scope get such a body as a stream; to be called once for an app. */
export function acceptLines(scope: FastifyInstance): void {
  scope.addConstraintStrategy(bodyKindConstraint);
  scope.addContentTypeParser(linesType, (_request, payload, done) => done(null, payload));
}

/** Stores the body as a file, which is complete once its import is asked for. */
export async function storeLines(
  pipeline: PipelineClient,
  request: FastifyRequest,
  {
    storeId,
    isHashed,
    hungUp,
  }: { readonly storeId: string; readonly isHashed: boolean; readonly hungUp: AbortSignal },
): Promise<StoredLines> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limits.fileMaxBytes) throw fileTooLarge();
  const hash = isHashed ? createHash('sha256') : null;
  let length = 0;
  async function* pieces() {
    for await (const piece of unpacked(request)) {
      length += piece.byteLength;
      hash?.update(piece);
      yield piece;
    }
    if (length === 0) throw new AppError('malformed_json', 'The body is empty; send one product a line.');
  }
  const file = { storeId, name: 'api.ndjson', bytes: announced, hungUp };
  const { id: fileId } = await storeStream(pipeline, file, pieces());
  return { fileId, hash: hash?.digest('hex') ?? '' };
}

async function* unpacked({ headers, body }: FastifyRequest): AsyncGenerator<Uint8Array> {
  const payload = body as IncomingMessage;
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) {
    throw new AppError('unsupported_media_type', 'The body takes Content-Encoding: gzip, or none.');
  }
  if (encoding === 'identity') yield* payload;
  else {
    const counts = { received: 0, decoded: 0 };
    payload.on('data', (piece: Buffer) => {
      counts.received += piece.byteLength;
    });
    const gunzip = createGunzip();
    payload.on('error', (error) => gunzip.destroy(error));
    for await (const piece of payload.pipe(gunzip)) {
      counts.decoded += piece.byteLength;
      if (isInflated(counts, inflation)) throw inflated();
      yield piece;
    }
  }
}

function inflated(): AppError {
  const message = `The body unpacks to over ${inflation.inflationMax} times its size, as no list of products does; send it without gzip.`;
  return new AppError('payload_too_large', message);
}
