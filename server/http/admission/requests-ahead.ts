/**
 * Bounds requests that a caller sends before earlier answers (pipelining), which would all begin at once. Beyond
 * 8 requests ahead (`limits.requestsAheadMax`) the connection is dropped without an answer. It never reads a request.
 */
// Tests: ./request-turns.live.test.ts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../../contract/limits.ts';
import { dropConnection } from '../keystroke/parser-stop.ts';

/** Requests of a connection that wait for those before them; no entry for a connection that never had one. */
const waiting = new WeakMap<Socket, number>();

/**
 * Counts a request that waits for others; returns whether the caller sent too many ahead, and drops the connection then.
 * Costs one comparison if none waits.
 */
export function isTooFarAhead({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // It gets the socket at once where no other answer is under way.
  if (response.socket !== null) return false;
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > limits.requestsAheadMax) {
    dropConnection(socket);
    return true;
  }
  waiting.set(socket, count);
  response.once('socket', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return false;
}
