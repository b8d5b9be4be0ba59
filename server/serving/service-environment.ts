/**
 * The outside of a service: clock, log, and what to do when it cannot go on. Tests replace all of it; nothing here is read from the
 * environment. It declares only; the drain time is milliseconds, clocks give microseconds. Nothing here fails.
 */
// Tests: test/scenarios/server-process.test.ts, test/scenarios/graceful-stop.test.ts.
import type { Clock } from '../clock.ts';
import type { Log } from '../process/log.ts';

/** Everything that a service is given instead of reaching for it. */
export interface ServiceEnvironment {
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds that a stop waits for callers to go elsewhere, before it refuses new requests. */
  readonly drainMs: number;
  /** The file with which the thread that answers warms up before the service is ready (autocomplete/warm-up.ts); null for none. */
  readonly warmUpFile: URL | null;
  /** Called when the service cannot go on; the process should end, its supervisor starts it again. */
  readonly onFatal: (error: Error) => void;
}
