/**
 * The milliseconds that a service which stops waits for each part; a part of `limits`. When one is over, the part is
 * ended, and its comment says what is lost.
 */
// Tests: test/api/limits.test.ts.

/** A part of limits.ts. */
export const shutdownLimits = {
  /**
   * Requests under way are waited for this long after a signal; then counters are flushed, and each thread is waited for as
   * long as its line says. All of it together stays half a second below the grace, however busy the threads are.
   */
  shutdownAnswersMs: 4_500,
  /** Before that, new requests are still answered for this time, so that callers learn to go elsewhere. */
  shutdownDrainMs: 1_500,
  /** Counters: what is not written by then is lost to the dashboard's figures. */
  shutdownFlushMs: 1_000,
  /** Writes whose callers are gone are cut off: they were not acknowledged, and their transactions roll back. */
  shutdownPipelineMs: 1_000,
  /** Indexes that are not saved by then cost time at the next start, and nothing else. */
  shutdownIndexMs: 1_250,
  /** A reader that waits for its database has nothing to finish. */
  shutdownReaderMs: 250,
  /** The whole time from the signal to the end of the process. */
  shutdownGraceMs: 10_000,
} as const;
