/**
 * Ends bodies that stand still or take too long as a whole, with 408, so that connections and memory are not held for callers who do
 * not send. One timer looks at all bodies under way, every half second. A body needs 4 KiB a second over 10 s, and a minute in all (a
 * streamed one two hours). It never reads or changes a body.
 */
// Tests: ./body-arrival.live.test.ts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';
import { answerClientError, timedOut } from '../client-errors.ts';

/** Looks after the bodies of one HTTP thread. */
export interface ArrivalWatch {
  /** Watches the body of a request, if it has one, until it is there. It may take `longestMs` in all. */
  begin(request: IncomingMessage, response: ServerResponse, longestMs: number): void;
}

/** Milliseconds between two looks at bodies. Chosen: Node looks at headers as often. */
const lookMs = 500;

/** Bytes that must arrive in each window. */
const leastBytes = (limits.bodyLeastBytesPerSecond * limits.bodyWindowMs) / 1_000;

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly endMs: number;
  /** The beginning of the present window, and the bytes that the socket had received by then. */
  windowMs: number;
  windowBytes: number;
}

/** Creates a watch on arriving bodies, empty at first; its timer runs only while something is watched. */
export function createArrivalWatch({ monotonicMs }: Pick<Clock, 'monotonicMs'>): ArrivalWatch {
  const underWay = new Set<Arrival>();
  let timer: NodeJS.Timeout | null = null;

  function look(): void {
    const nowMs = monotonicMs();
    for (const arrival of underWay) {
      if (arrival.request.complete) underWay.delete(arrival);
      else if (nowMs >= arrival.endMs || isSlow(arrival, nowMs)) end(arrival);
    }
    if (underWay.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  function end(arrival: Arrival): void {
    underWay.delete(arrival);
    const { socket } = arrival.request;
    if (arrival.response.headersSent) socket.destroy();
    else answerClientError({ code: timedOut }, socket);
    // A client that stopped sending may have stopped reading, too.
    if (socket.writableEnded) socket.destroySoon();
  }

  return {
    begin(request, response, longestMs) {
      if (!hasBody(request)) return;
      const windowMs = monotonicMs();
      const windowBytes = request.socket.bytesRead;
      const arrival = { request, response, endMs: windowMs + longestMs, windowMs, windowBytes };
      underWay.add(arrival);
      request.once('close', () => underWay.delete(arrival));
      timer ??= setInterval(look, lookMs).unref();
    },
  };
}

/** Whether a window is over in which too little arrived; begins the next one if enough did. */
function isSlow(arrival: Arrival, nowMs: number): boolean {
  if (nowMs - arrival.windowMs < limits.bodyWindowMs) return false;
  const { request, windowBytes } = arrival;
  const { bytesRead } = request.socket;
  // Where something waits to be read, it is the service that is slow.
  if (bytesRead - windowBytes < leastBytes && request.readableLength === 0) return true;
  arrival.windowMs = nowMs;
  arrival.windowBytes = bytesRead;
  return false;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
