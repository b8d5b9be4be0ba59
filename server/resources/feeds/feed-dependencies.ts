/**
 * Declares the parts from outside that changes and previews of feeds need. Types only. A store has at most 4 probes and previews under
 * way, and a process 4 previews; a further one is `unavailable`.
 */
// Tests: test/api/feeds.test.ts.
import type { FeedEnvironment } from '../../feeds/feed-environment.ts';
import type { RunEnvironment } from '../../ingest/leased-run.ts';
import type { RemoteSlot } from '../../jobs/remote-wait.ts';

/** Bounds how many addresses of feeds are read at a time. Both reject with `unavailable` if a store has too many under way. */
export interface FeedProbes {
  /** Does a task that reads no more than the beginning of a document. */
  probe<Result>(storeId: string, task: () => Promise<Result>): Promise<Result>;
  /**
   * Does a task that reads a whole document. It does not begin once `cancelled` is aborted. The task notes by `wait` when it
   * waits for the server; it ends once `leaving` is aborted, and is then begun once more.
   */
  preview<Result>(
    storeId: string,
    task: (place: RemoteSlot) => Promise<Result>,
    cancelled: AbortSignal,
  ): Promise<Result>;
}

/** The parts from outside that changes and previews of feeds need. */
export interface FeedDependencies
  extends FeedEnvironment,
    Pick<RunEnvironment, 'inTurn' | 'stopping' | 'enrich'> {
  readonly probes: FeedProbes;
}
