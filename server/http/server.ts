/** The socket side of the application: the server with its time-outs, and what Node's parser refuses before it. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import { endUntakenAnswers } from './answer-taking.ts';
import type { ConnectionAdmission } from './connection-admission.ts';
import { codeOfStatus, errorBody } from './errors.ts';

/** A server, not yet listening; with a certificate in the configuration it speaks HTTPS. */
export function createHttpServer(
  { tls }: Pick<Config, 'tls'>,
  clock: Pick<Clock, 'monotonicMs'>,
  admission: ConnectionAdmission,
  listener: RequestListener,
): Server {
  const timing = {
    // Slow headers end here (Node checks every half second); a keystroke's socket stays open. Node knows one limit for
    // all bodies, that of uploads; body-arrival.ts has the others.
    headersTimeout: limits.headerTimeoutMs,
    requestTimeout: limits.uploadTimeoutMs,
    connectionsCheckingInterval: 500,
    keepAliveTimeout: limits.keepAliveMs,
    handshakeTimeout: limits.handshakeTimeoutMs,
    // Node would refuse it without a word.
    requireHostHeader: false,
  };
  const checked: RequestListener = (request, response) => {
    const code = hostFault(request);
    if (code === null) listener(request, response);
    else answerClientError({ code }, request.socket);
  };
  const server =
    tls === null ? createServer(timing, checked) : createTlsServer({ ...tls, ...timing }, checked);
  const readyEvent = tls === null ? 'connection' : 'secureConnection';
  endUntakenAnswers(server, readyEvent, clock);
  admission.guard(server, readyEvent);
  // An answer would wait for a handshake that does not end.
  server.prependListener('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());
  return server;
}

/**
 * RFC 9112 §3.2: a request of HTTP/1.1 has one `Host`. Two are refused, since a proxy may have looked at the other
 * one. Reads the headers as they arrived, which spares keystrokes the object of all headers.
 */
function hostFault({ httpVersion, rawHeaders }: IncomingMessage): string | null {
  let count = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  if (count > 1) return severalHosts;
  return count === 0 && httpVersion === '1.1' ? noHost : null;
}

const noHost = 'NO_HOST';
const severalHosts = 'SEVERAL_HOSTS';

/** The code of a request whose headers or body did not arrive in time. */
export const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT';

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
  [severalHosts]: [400, 'Bad Request', 'A request takes one Host header, this one has several.'],
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'The address and headers together take at most 16 KiB.',
  ],
};
