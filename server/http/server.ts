/**
 * The socket side of the application: the server with its time-outs, and the checks before a request is one. Faulty headers are
 * answered 400 in the one shape of errors, and the connection ends. It does not listen itself. Limits: 10 s for headers, 16 KiB of
 * them, 72 s between requests, 10 s for a TLS handshake; beyond each the connection ends, with an answer where one can still be read.
 */
// Tests: ./server.test.ts.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../settings/config.ts';
import type { ConnectionAdmission } from './admission/connection-admission.ts';
import { isTooFarAhead } from './admission/requests-ahead.ts';
import { endUntakenAnswers } from './answers/answer-taking.ts';
import { boundPieces } from './bodies/body-pieces.ts';
import {
  noHost,
  noteRequest,
  otherCoding,
  refuseRequest,
  severalHosts,
  unknownExpectation,
} from './client-errors.ts';
import { type FastPath, inFrontOf } from './keystroke/keystroke.ts';
import { answerBeforeParser } from './keystroke/keystroke-socket.ts';

/** The parts that a server answers with. */
interface Answering {
  readonly fastPath: FastPath;
  readonly listener: RequestListener;
}

/** A server, not yet listening; with a certificate in the configuration it speaks HTTPS. */
export function createHttpServer(
  { tls }: Pick<Config, 'tls'>,
  clock: Pick<Clock, 'monotonicMs' | 'nowMicros'>,
  admission: ConnectionAdmission,
  { fastPath, listener }: Answering,
): Server {
  const timing = {
    // Slow headers end here (Node checks every half second); a keystroke's socket stays open. Node knows one limit for
    // all bodies, that of uploads; body-arrival.ts has the others.
    headersTimeout: limits.headerTimeoutMs,
    requestTimeout: limits.uploadTimeoutMs,
    connectionsCheckingInterval: 500,
    keepAliveTimeout: limits.keepAliveMs,
    handshakeTimeout: limits.handshakeTimeoutMs,
    // Node would refuse it without an error body.
    requireHostHeader: false,
  };
  const answer = inFrontOf(fastPath, listener);
  const checked: RequestListener = (request, response) => {
    if (isTooFarAhead(request, response)) return;
    const { fault, isChunked, isUpgrade } = lookAtHeaders(request);
    if (fault !== null) return refuseRequest({ code: fault }, request.socket, response);
    noteRequest(request, response);
    // Node's parser takes the bytes behind it for another protocol and drops them, so the answer must say so.
    if (isUpgrade) response.shouldKeepAlive = false;
    if (isChunked) boundPieces(request, response);
    answer(request, response);
  };
  const server =
    tls === null ? createServer(timing, checked) : createTlsServer({ ...tls, ...timing }, checked);
  const readyEvent = tls === null ? 'connection' : 'secureConnection';
  if (tls === null) answerBeforeParser(server, clock, fastPath);
  endUntakenAnswers(server, readyEvent, clock);
  admission.guard(server, readyEvent);
  // Node would answer by itself, before anything is counted.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    refuseRequest({ code: unknownExpectation }, request.socket, response);
  });
  // An answer would wait for a handshake that does not end.
  server.prependListener('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());
  return server;
}

/**
 * Reads what the headers say about the connection, as they arrived, which spares keystrokes the object of all headers.
 *
 * RFC 9112 §3.2: a request of HTTP/1.1 has one `Host`. Two are refused, since a proxy may have looked at the other one.
 * §6.1 and §6.3: a body in another coding than chunks has no known end, and a body of HTTP/1.0 has none that all agree
 * on.
 */
function lookAtHeaders({ httpVersion, rawHeaders }: IncomingMessage) {
  let hostCount = 0;
  let codings: string | null = null;
  let isUpgrade = false;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place];
    if (name?.length === 4 && name.toLowerCase() === 'host') hostCount += 1;
    if (name?.length === 7 && name.toLowerCase() === 'upgrade') isUpgrade = true;
    if (name?.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      codings = `${codings === null ? '' : `${codings},`}${rawHeaders[place + 1]}`;
    }
  }
  const isChunked = codings !== null;
  const isOther = isChunked && (codings?.trim().toLowerCase() !== 'chunked' || httpVersion !== '1.1');
  const lacksHost = hostCount === 0 && httpVersion === '1.1';
  const fault = hostCount > 1 ? severalHosts : lacksHost ? noHost : isOther ? otherCoding : null;
  return { fault, isChunked, isUpgrade };
}
