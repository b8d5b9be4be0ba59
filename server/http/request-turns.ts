/**
 * Turns of requests: hundreds of connections may bring thousands of them in one turn of the event loop, each of which costs some
 * tenths of a millisecond before it is refused, queued or handed to another thread. Once a turn has begun as many as it may, the
 * others wait: keystrokes, which do not come here, are answered in between, and callers take turns, the one that began fewest first.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import { limits } from '../../contract/limits.ts';
import { createQueryTurns } from '../autocomplete/query-turns.ts';

/** Many, since whoever is looked at in search of the next one counts as a step too. Chosen. */
const stepsPerRequest = 1_000;

/** Begins requests in turns. `afterEvents` calls back once the event loop has looked for new ones. */
export function inTurns(
  listener: RequestListener,
  afterEvents?: (work: () => void) => void,
): RequestListener {
  // Unbounded: those that wait are as many as connections may send ahead.
  const turns = createQueryTurns(
    limits.requestsPerTurn * stepsPerRequest,
    afterEvents,
    Number.POSITIVE_INFINITY,
  );
  return (request, response) => {
    const caller = callerOf(request);
    const begin = () => {
      turns.spend(caller, stepsPerRequest);
      // Who hung up meanwhile waits for no answer.
      if (!request.socket.destroyed) listener(request, response);
    };
    if (turns.isBusy) void turns.run(caller, begin);
    else begin();
  };
}

/** As the request says: who invents keys waits no less than in one line, and others no longer. */
function callerOf({ headers, socket }: IncomingMessage): string {
  const key = headers['x-api-key'] ?? headers.authorization;
  return typeof key === 'string' ? key : (socket.remoteAddress ?? '');
}
