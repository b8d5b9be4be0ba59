/** Declares the parts from outside that work on feeds needs. */
// Tests: test/api/feeds.test.ts.
import type { Clock } from '../clock.ts';
import type { RunEnvironment } from '../ingest/leased-run.ts';
import type { RemoteWait } from '../jobs/remote-wait.ts';
import type { Outbound, OutboundPolicy } from '../outbound/outbound.ts';
import type { Sealer } from '../secrets/seal.ts';

/** Everything that looking at addresses and storing credentials needs. */
export interface FeedEnvironment {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly outbound: Outbound;
  readonly policy: OutboundPolicy;
  readonly sealer: Sealer;
}

/** The parts of the process that a run needs. */
export interface FeedRunEnvironment extends RunEnvironment, FeedEnvironment {
  /** The wait for the feed's server, until its document is read: while others wait, a slow fetch leaves its slot. */
  readonly wait: RemoteWait;
}
