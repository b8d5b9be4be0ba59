/**
 * Bounds requests that a caller sends before earlier answers (pipelining), which would all begin at once. Beyond
 * `limits.requestsAheadMax` the connection is dropped without an answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../contract/limits.ts';
import { dropConnection } from './parser-stop.ts';

/** Requests of a connection that wait for those before them; none for connections of which none ever waited. */
const waiting = new WeakMap<Socket, number>();

/** Whether the caller sent too many requests ahead; its connection is dropped then. Costs a comparison where none was. */
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
