/**
 * Answers requests that are refused below the framework, in the one shape of errors (Contract §3), at most 100 connections in a turn
 * of the event loop. A request gets one answer, answers go in the order of requests, and nothing follows one that ends its connection
 * (RFC 9112 §9.3.2, §9.6). It never answers a request that a route has answered. A caller has 2 s to read its refusal; then the
 * connection is closed. Unknown faults are 400.
 */
// Tests: ./client-errors.live.test.ts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import { codeOfStatus, errorBody } from './errors.ts';
import { stopParsing } from './keystroke/parser-stop.ts';

/** The code of a request of HTTP/1.1 without a host. */
export const noHost = 'NO_HOST';
/** The code of a request of HTTP/1.1 with several hosts. */
export const severalHosts = 'SEVERAL_HOSTS';

/** The code of a request whose body is sent in another way than in chunks or with a length. */
export const otherCoding = 'OTHER_CODING';

/** The code of a request whose body comes in too small pieces. */
export const smallPieces = 'SMALL_PIECES';

/** The code of a request with an unknown `Expect`. */
export const unknownExpectation = 'UNKNOWN_EXPECTATION';

/** The code of a request whose headers or body did not arrive in time. */
export const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Connections that end in one turn of the event loop, at most. Chosen: a few milliseconds. Further ones end without an answer. */
const endsPerTurn = 100;
let endedThisTurn = 0;

/** Milliseconds that a caller has to read its answer and hang up; then the connection is closed. Chosen. */
const lingerMs = 2_000;
const waiting: Socket[] = [];

/** The newest request of each connection, and its answer. */
const newest = new WeakMap<
  Socket,
  { readonly request: IncomingMessage; readonly response: ServerResponse }
>();

/** Connections on which a request was refused; they end with that answer. */
const refused = new WeakSet<Socket>();

/**
 * Remembers a request that is not refused; must be called for each. A later fault of its connection is answered in place
 * of it.
 */
export function noteRequest(request: IncomingMessage, response: ServerResponse): void {
  newest.set(request.socket, { request, response });
}

/**
 * Answers a request that Node refused: broken HTTP, oversized headers, time-outs. If the fault lies in the body of a
 * request that is answered already, or behind one whose answer has not begun, the connection ends with that answer;
 * otherwise the refusal is the last answer of the connection.
 */
export function answerClientError(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) {
    socket.destroy();
    return;
  }
  const last = newest.get(socket);
  if (last?.request.complete === false) {
    refuseRequest(error, socket, last.response);
    return;
  }
  if (isRefused(socket)) return;
  const behind = last?.response;
  if (behind === undefined || behind.writableFinished) answerInTurn(error, socket);
  else if (behind.headersSent) behind.once('finish', () => answerInTurn(error, socket));
  // A caller whose body is longer than it said would take the refusal for the answer to its next request.
  else behind.shouldKeepAlive = false;
}

/** Refuses a request, once those before it are answered, and ends the connection. An answer that has begun is the only one. */
export function refuseRequest(
  error: { readonly code?: string },
  socket: Socket,
  response: ServerResponse,
): void {
  if (isRefused(socket)) return;
  const refuse = () => {
    if (!response.headersSent) answerInTurn(error, socket);
    else if (response.writableFinished) endSoon(socket);
    else response.once('finish', () => endSoon(socket));
  };
  // It gets the socket once it is its turn.
  if (response.socket === null && !response.writableFinished) response.once('socket', refuse);
  else refuse();
}

/**
 * Notes that a request is refused; returns whether one was refused before. Nothing more of the connection is begun from
 * now on.
 */
function isRefused(socket: Socket): boolean {
  if (refused.has(socket)) return true;
  refused.add(socket);
  stopParsing(socket);
  return false;
}

/** Thousands of connections may come to this at once; what a turn of the event loop has no place for is closed without an answer. */
function answerInTurn(error: { readonly code?: string }, socket: Socket): void {
  // The answer before it said that it is the last.
  if (!socket.writable) return;
  if (endedThisTurn === endsPerTurn) waiting.push(socket);
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
  socket.write(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  endSoon(socket);
}

function endSoon(socket: Socket): void {
  socket.end();
  // Closed at once, what the caller still sends would destroy the answer on its way; never closed, it would hold a connection.
  socket.resume();
  const closing = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(closing));
}

const clientErrors: Readonly<Record<string, readonly [number, string, string]>> = {
  [timedOut]: [408, 'Request Timeout', 'The request took too long to arrive.'],
  [noHost]: [400, 'Bad Request', 'A request of HTTP/1.1 needs a Host header.'],
  [severalHosts]: [400, 'Bad Request', 'A request takes one Host header, this one has several.'],
  [otherCoding]: [
    400,
    'Bad Request',
    'The header Transfer-Encoding takes "chunked" alone, once, with HTTP/1.1.',
  ],
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
