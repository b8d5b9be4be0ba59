/** Answers to what is refused before there is a request, in the one shape of errors, and how many of them at a time. */
import type { Socket } from 'node:net';
import { limits } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import { codeOfStatus, errorBody } from './errors.ts';

/** The code of a request of HTTP/1.1 without a host, and of one with several. */
export const noHost = 'NO_HOST';
/** See {@link noHost}. */
export const severalHosts = 'SEVERAL_HOSTS';

/** The code of a request whose body comes in too small pieces. */
export const smallPieces = 'SMALL_PIECES';

/** The code of a request with an `Expect` that is none. */
export const unknownExpectation = 'UNKNOWN_EXPECTATION';

/** The code of a request whose headers or body did not arrive in time. */
export const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Connections of a thread that end in one turn of its event loop, with an answer or without. Chosen: a few milliseconds. */
const endsPerTurn = 100;
let endedThisTurn = 0;

/** So long a caller may take to read its answer and hang up; then the connection is closed. Chosen. */
const lingerMs = 2_000;
const waiting: Socket[] = [];

/**
 * What was refused before there was a request: broken HTTP, oversized headers, time-outs. Thousands of connections may
 * come to this at once; what a turn of the event loop has no place for is closed in later ones, without an answer.
 */
export function answerClientError(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) socket.destroy();
  else if (endedThisTurn === endsPerTurn) waiting.push(socket);
  else {
    if (endedThisTurn === 0) setImmediate(beginTurn);
    endedThisTurn += 1;
    answer(error, socket);
  }
}

function beginTurn(): void {
  const ending = waiting.splice(0, endsPerTurn);
  for (const socket of ending) socket.destroy();
  endedThisTurn = ending.length;
  if (endedThisTurn > 0) setImmediate(beginTurn);
}

function answer(error: { readonly code?: string }, socket: Socket): void {
  const [status, reason, message] = clientErrors[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'The request is not valid HTTP.',
  ];
  const requestId = `req_${newId()}`;
  const body = JSON.stringify(errorBody(new AppError(codeOfStatus(status), message), requestId));
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Closed at once, what the caller still sends would destroy the answer on its way; never closed, it would hold a connection.
  socket.resume();
  const closing = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(closing));
}

const clientErrors: Readonly<Record<string, readonly [number, string, string]>> = {
  [timedOut]: [408, 'Request Timeout', 'The request took too long to arrive.'],
  [noHost]: [400, 'Bad Request', 'A request of HTTP/1.1 needs a Host header.'],
  [severalHosts]: [400, 'Bad Request', 'A request takes one Host header, this one has several.'],
  [smallPieces]: [
    400,
    'Bad Request',
    `The body came in more than ${limits.bodySmallPieces.count} pieces of less than ${limits.bodySmallPieces.leastBytes} bytes. Send it in larger ones, or with a Content-Length.`,
  ],
  [unknownExpectation]: [417, 'Expectation Failed', 'The header "Expect" takes 100-continue.'],
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'The address and headers together take at most 16 KiB.',
  ],
};
