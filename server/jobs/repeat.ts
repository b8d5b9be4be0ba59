/**
 * Work that is done again and again for as long as a process or thread lives: one run after the other, never two at
 * once, with a pause between them. A failure is told once and the work goes on, since what fails (a database that is
 * away) comes back; it is told again only after a run went well in between.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** Who is told how it goes. */
export interface RepetitionListener {
  /** The first failure of a streak, and each that differs from the one before. May throw to end the repetition: then the process hears of it. */
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

/** Starts with a run at once, then pauses `pauseMs` after each. */
export function repeat(work: () => Promise<void>, pauseMs: number, listener: RepetitionListener): Repetition {
  const stopping = new AbortController();
  const { signal } = stopping;
  let alarm = new AbortController();
  let failure: string | null = null;
  const over = (async () => {
    while (!signal.aborted) {
      // Taken before the work, so that what comes meanwhile is not slept over.
      const over = AbortSignal.any([signal, alarm.signal]);
      try {
        await work();
        if (failure !== null) listener.recovered?.();
        failure = null;
      } catch (error) {
        // Another failure is news, also in the middle of a streak.
        if (failure !== String(error)) listener.failed(error);
        failure = String(error);
      }
      await pause(pauseMs, undefined, { signal: over }).catch(() => {});
    }
  })();
  return {
    wake() {
      alarm.abort();
      alarm = new AbortController();
    },
    async stop() {
      stopping.abort();
      await over;
    },
  };
}
