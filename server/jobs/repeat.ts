/**
 * Work that is done again and again for as long as a process or thread lives: one run after the other, never two at
 * once, with a pause between them. A failure is told once and the work goes on, since what fails (a database that is
 * away) comes back; it is told again only after a run went well in between.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** Who is told how it goes. */
export interface RepetitionListener {
  /** The first failure of a streak. May throw to end the repetition: then the process hears of it. */
  readonly failed: (error: unknown) => void;
  /** The first success after failures. */
  readonly recovered?: () => void;
}

/** Work that repeats until it is stopped. */
export interface Repetition {
  /** Resolves when the run under way is over; none starts after it. */
  stop(): Promise<void>;
}

/** Starts with a run at once, then pauses `pauseMs` after each. */
export function repeat(work: () => Promise<void>, pauseMs: number, listener: RepetitionListener): Repetition {
  const stopping = new AbortController();
  const { signal } = stopping;
  let failing = false;
  const over = (async () => {
    while (!signal.aborted) {
      try {
        await work();
        if (failing) listener.recovered?.();
        failing = false;
      } catch (error) {
        if (!failing) listener.failed(error);
        failing = true;
      }
      await pause(pauseMs, undefined, { signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await over;
    },
  };
}
