/**
 * Notes every answered request: its duration in the metrics, and a line in the log on the level `debug`. It notes no address, query or
 * key. Durations are milliseconds. It never throws: a failing log does not fail a request.
 */
// Tests: server/http/keystroke/keystroke.live.test.ts.
import type { Services } from './services.ts';

/** Writes down one answered request of a kind. */
export type RequestNote = (requestId: string, milliseconds: number) => void;

/** Gives the note for requests of one method, route (as registered, not the address) and status. */
export type RequestNotes = (method: string, route: string, status: number) => RequestNote;

/** Notes go to the metrics and to the log. */
export function createRequestNotes({ metrics, log }: Pick<Services, 'metrics' | 'log'>): RequestNotes {
  return (method, route, status) => {
    const series = metrics.requests(method, route, status);
    return (requestId, milliseconds) => {
      series.observe(milliseconds / 1_000);
      if (log.isLevelEnabled('debug')) {
        log.debug({ method, route, status, request_id: requestId }, 'answered');
      }
    };
  };
}
