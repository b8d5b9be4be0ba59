/**
 * Begins requests in turns. Hundreds of connections may bring thousands of requests in one turn of the event loop, and each costs some
 * tenths of a millisecond before it is refused, queued or passed to another thread. Once a turn has begun `limits.requestsPerTurn`,
 * the others wait: keystrokes, which do not come here, are answered in between, and callers take turns. They do so in a fixed number
 * of lines, to which a secret of the process assigns them (stochastic fairness queueing: McKenney, INFOCOM 1990): a key proves nothing
 * yet, and a caller who invents thousands fills all lines alike, instead of being new each time. Nothing is refused here. A turn
 * begins 16 requests (`limits.requestsPerTurn`); a caller who hung up is passed over.
 */
// Tests: ./request-turns.live.test.ts.
import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { limits } from '../../../contract/limits.ts';
import { createQueryTurns } from '../../autocomplete/answering/query-turns.ts';
import { randomToken } from '../../ids.ts';

/** Steps that a request costs; looking at a line in search of the next request costs one. Chosen. */
const stepsPerRequest = 1_000;

/** Lines of callers. Chosen: a store shares its line with few others, and to look through all of them costs little. */
const lineCount = 256;

/** Returns a function that gives each caller one of the 256 lines, as text. Outsiders cannot guess which. */
export function createLines(): (caller: string) => string {
  const secret = randomToken();
  return (caller) => String((hash('sha256', `${secret} ${caller}`, 'buffer')[0] ?? 0) % lineCount);
}

/** Begins requests in turns. `afterEvents` calls back once the event loop has looked for new ones. */
export function inTurns(
  listener: RequestListener,
  afterEvents?: (work: () => void) => void,
  lineOf = createLines(),
): RequestListener {
  // Unbounded: those that wait are as many as connections may send ahead.
  const turns = createQueryTurns(
    limits.requestsPerTurn * stepsPerRequest,
    afterEvents,
    Number.POSITIVE_INFINITY,
  );
  return (request, response) => {
    const caller = lineOf(callerOf(request));
    const begin = () => {
      turns.spend(caller, stepsPerRequest);
      // A caller who hung up meanwhile waits for no answer.
      if (!request.socket.destroyed) listener(request, response);
    };
    if (turns.isBusy) void turns.run(caller, begin);
    else begin();
  };
}

/** The key of a request, unchecked, or else its address. */
function callerOf({ headers, socket }: IncomingMessage): string {
  const key = headers['x-api-key'] ?? headers.authorization;
  return typeof key === 'string' ? key : (socket.remoteAddress ?? '');
}
