/**
 * Answers every failure in the one error shape (Contract §3), with its headers. Nothing of a defect's cause leaves here: the caller
 * gets the request id, the log gets the error. Refusals are logged at most once a minute for each kind, of which 1,000 are remembered.
 * Unknown errors become `internal` (500).
 */
// Tests: ./errors.test.ts.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ErrorBody } from '../../contract/errors.ts';
import { linesType } from '../../contract/operation.ts';
import { type ErrorCode, errorStatus } from '../../contract/words/errors.ts';
import { quote } from '../catalog/problem.ts';
import { AppError } from '../errors.ts';
import type { Services } from './services.ts';

/** A refusal of one kind is logged at most once a minute; the last 1,000 kinds are remembered. Chosen. */
const [refusalLoggedMs, refusalsMax] = [60_000, 1_000];

/**
 * Sends an error. Defects are logged here, once, refusals with a cause once a minute by code and store, and rows that cannot
 * be read are noted; what a caller did wrong is not.
 */
export function createErrorHandler({
  log,
  clock,
  noteDamage,
}: Pick<Services, 'log' | 'clock' | 'noteDamage'>) {
  const logged = new LRUCache<string, true>({
    ...{ max: refusalsMax, ttl: refusalLoggedMs, ttlResolution: 0 },
    perf: { now: () => clock.monotonicMs() },
  });
  return (error: FastifyError | AppError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const known = error instanceof AppError ? error : translate(error, request);
    // The client went away in mid-body: there is no one left to answer, and the fault is not ours.
    if (request.raw.destroyed && 'code' in error && error.code === 'ECONNRESET') return;
    if (known.code === 'internal')
      log.error({ err: error, request_id: request.id }, 'a request failed by a defect');
    const storeId = request.grant?.storeId ?? request.member?.storeId ?? known.row?.storeId;
    if (known.row !== null && storeId !== undefined) noteDamage(storeId, [known.row]);
    // A cause is a failure outside this thread; without one the service is starting, stopping or busy.
    const kind = `${known.code} ${storeId ?? ''}`;
    if (known.status === 503 && known.cause !== undefined && !logged.has(kind)) {
      logged.set(kind, true);
      log.warn({ err: error, request_id: request.id }, 'requests are put off, this one first');
    }
    sendError(known, request, reply);
  };
}

export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  reply.code(error.status).type('application/json; charset=utf-8').send(errorBody(error, request.id));
}

/** The body of an error, also for those that are answered below the framework. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { message, code, errors } = error;
  return { message, code, ...(errors === undefined ? {} : { errors: [...errors] }), request_id: requestId };
}

/** Errors of Fastify and of its parsers as ours; anything else is a defect. */
function translate(error: FastifyError | Error, request: FastifyRequest): AppError {
  const code = 'code' in error ? error.code : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(request.routeOptions.bodyLimit);
  const known = frameworkErrors[code];
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongMediaType(request);
  if (known !== undefined) return new AppError(known.code, known.message, { cause: error });
  if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR') {
    return new AppError('malformed_request', 'The body is not valid gzip.', { cause: error });
  }
  // Everything else that the framework blames on the request.
  if ('statusCode' in error && error.statusCode !== undefined && error.statusCode < 500) {
    return new AppError(codeOfStatus(error.statusCode), 'The request is not valid.', { cause: error });
  }
  return new AppError('internal', 'Something went wrong on our side. It was logged under this request id.', {
    cause: error,
  });
}

/** The refusal of a body of another type than JSON. Clients such as curl send forms unless they are asked for JSON. */
function wrongMediaType({ headers, routeOptions }: FastifyRequest): AppError {
  const sent = headers['content-type'];
  const got = sent === undefined ? 'got none' : `got ${quote(sent)}`;
  const lines = routeOptions.config.body?.takesLines ? ` or ${linesType}` : '';
  return new AppError(
    'unsupported_media_type',
    `The body takes Content-Type: application/json${lines}, ${got}.`,
  );
}

/** The refusal of a body over a limit, packed or not. */
export function bodyTooLarge(maxBytes: number): AppError {
  const kibibytes = maxBytes / 1024;
  const most = kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
  return new AppError('payload_too_large', `The body is larger than ${most}; send less at once.`);
}

const frameworkErrors: Readonly<Record<string, { readonly code: ErrorCode; readonly message: string }>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'malformed_request',
    message: 'The body is shorter or longer than its Content-Length says.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'malformed_json', message: 'The body is empty; it takes JSON.' },
  FST_ERR_BAD_URL: { code: 'malformed_request', message: 'The address is not validly percent-encoded.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', message: 'The id in the path is longer than any.' },
};

/** The catalogue code of an HTTP status that a parser below the framework decided on. */
export function codeOfStatus(status: number): ErrorCode {
  if (status === 400) return 'malformed_request';
  const codes = Object.keys(errorStatus) as ErrorCode[];
  return codes.find((code) => errorStatus[code] === status) ?? 'malformed_request';
}
