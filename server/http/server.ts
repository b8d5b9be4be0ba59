/** The socket side of the application: the server with its time-outs, and what it refuses before it is a request. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { endUntakenAnswers } from './answer-taking.ts';
import { answerClientError, noHost, severalHosts } from './client-errors.ts';
import type { ConnectionAdmission } from './connection-admission.ts';
import { isTooFarAhead } from './requests-ahead.ts';

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
    if (isTooFarAhead(request, response)) return;
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
