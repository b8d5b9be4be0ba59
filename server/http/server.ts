/** The socket side of the application: the server with its time-outs, and what Node's parser refuses before it. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { limits } from '../../contract/limits.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import { codeOfStatus, errorBody } from './errors.ts';

/** A server, not yet listening; with a certificate in the configuration it speaks HTTPS. */
export function createHttpServer({ tls }: Pick<Config, 'tls'>, listener: RequestListener): Server {
  const timing = {
    // Slow headers end here (Node checks every half second); a keystroke's socket stays open. Node knows one limit for
    // all bodies, that of uploads; `boundArrival` is for the others.
    headersTimeout: limits.headerTimeoutMs,
    requestTimeout: limits.uploadTimeoutMs,
    connectionsCheckingInterval: 500,
    keepAliveTimeout: 72_000,
    // Node would refuse it without a word.
    requireHostHeader: false,
  };
  const checked: RequestListener = (request, response) => {
    if (lacksHost(request)) answerClientError({ code: noHost }, request.socket);
    else listener(request, response);
  };
  return tls === null ? createServer(timing, checked) : createTlsServer({ ...tls, ...timing }, checked);
}

/** RFC 9112 §3.2: without it a request of HTTP/1.1 is answered 400. */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1';
}

const noHost = 'NO_HOST';

/** Ends the request with 408 where its body, if it has one, has not arrived in time. */
export function boundArrival(request: IncomingMessage): void {
  const { headers, socket } = request;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return;
  const late = setTimeout(() => {
    if (!request.complete) answerClientError(Object.assign(new Error(), { code: timedOut }), socket);
  }, limits.requestTimeoutMs);
  late.unref();
  request.once('close', () => clearTimeout(late));
}

const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT';

/** What Node's parser refused before there was a request: broken HTTP, oversized headers, time-outs. */
export function answerClientError(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
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
}

const clientErrors: Readonly<Record<string, readonly [number, string, string]>> = {
  [timedOut]: [408, 'Request Timeout', 'The request took too long to arrive.'],
  [noHost]: [400, 'Bad Request', 'A request of HTTP/1.1 needs a Host header.'],
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'The address and headers together take at most 16 KiB.',
  ],
};
