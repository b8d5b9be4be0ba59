/**
 * Repeats work for as long as a process or thread lives: one run after the other, never two at once, with a pause between them. A
 * failure is reported once and the work goes on, since what fails (a database that is away) comes back; it is reported again only
 * after a run succeeded in between. Pauses are milliseconds. It never gives up by itself; only `stop` ends it.
 */
// Tests: ./repeat.test.ts.
import { createSystemClock } from '../clock.ts';

/** The clock of all repetitions of this thread, so that their pauses end together. */
const clock = createSystemClock();

/** Callbacks about failures and successes. */
export interface RepetitionListener {
  /** Receives the first failure of a streak, and each that differs from the one before. May throw to end the repetition with an unhandled rejection. */
  readonly failed: (error: unknown) => void;
  /** The first success after failures. */
  readonly recovered?: () => void;
}

/** Work that repeats until it is stopped. */
export interface Repetition {
  /** Ends the pause: the next run starts as soon as the one under way is over. */
  wake(): void;
  /** Resolves when the run under way is over; none starts after it. */
  stop(): Promise<void>;
}

/**
 * Returns how long a pause of about `pauseMs` lasts from `nowMs` on, in ms: up to the next multiple of it, so that
 * pauses of one length in one thread end together. Waking a thread costs more than most of what it looks for. A pause is
 * never less than half of `pauseMs`, so that long work leaves time for others.
 */
export function pauseInStep(pauseMs: number, nowMs: number): number {
  const leftMs = pauseMs - (nowMs % pauseMs);
  return leftMs < pauseMs / 2 ? leftMs + pauseMs : leftMs;
}

/** Starts with a run at once, then pauses after each, for {@link pauseInStep}. */
export function repeat(work: () => Promise<void>, pauseMs: number, listener: RepetitionListener): Repetition {
  let isStopping = false;
  let isWoken = false;
  let endPause = () => {};
  let failure: string | null = null;
  // A plain timer: dozens of these loops run for as long as a process does, and signals cost more than most of their work.
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseInStep(pauseMs, clock.monotonicMs()));
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const over = (async () => {
    while (!isStopping) {
      // Reset before the work, so that a wake-up during the work is not lost.
      isWoken = false;
      try {
        await work();
        if (failure !== null) listener.recovered?.();
        failure = null;
      } catch (error) {
        // Another failure is news, also in the middle of a streak.
        if (failure !== String(error)) listener.failed(error);
        failure = String(error);
      }
      if (!isStopping && !isWoken) await pause();
    }
  })();
  return {
    wake() {
      isWoken = true;
      endPause();
    },
    async stop() {
      isStopping = true;
      endPause();
      await over;
    },
  };
}
