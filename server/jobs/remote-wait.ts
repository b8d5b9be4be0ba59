/**
 * Bounds how long work that waits for a stranger's server keeps a place that others need. While others wait, slow work leaves its
 * place once it had its time there: a server decides how long it takes, but not how long others wait for it. Work that left begins
 * again in one of a few places apart, which it keeps until its end: there stores take turns, so that slow work ends however much of it
 * there is. Times are milliseconds. It aborts no call itself: its holder does, and an error of the work is passed on.
 */
// Tests: ./remote-wait.test.ts.
import type { Clock } from '../clock.ts';

/** The wait of one piece of work in its place. */
export class RemoteWait {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** The beginning of the present wait, or null. */
  #sinceMs: number | null = null;
  #longestMs = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Does work that waits for the server. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#sinceMs = this.#clock.monotonicMs();
    try {
      return await work();
    } finally {
      this.#longestMs = Math.max(this.#longestMs, this.waitedMs ?? 0);
      this.#sinceMs = null;
    }
  }

  /** The longest wait that is over. */
  get longestMs(): number {
    return this.#longestMs;
  }

  /** The present wait so far; null if it does not wait. */
  get waitedMs(): number | null {
    return this.#sinceMs === null ? null : this.#clock.monotonicMs() - this.#sinceMs;
  }
}

/** A place; `leaving` is aborted once its holder must give it up. */
export interface RemoteSlot {
  readonly wait: RemoteWait;
  readonly leaving: AbortSignal;
}

/** Finds the holder that must leave its place for others: the one that has waited longest, for at least `placeMs`. Null if there is none. */
export function findLeaving<Held extends RemoteSlot>(held: Iterable<Held>, placeMs: number): Held | null {
  const all = [...held];
  // Only one leaves at a time: until it has left, its place is not free.
  if (all.some(({ leaving }) => leaving.aborted)) return null;
  const waitedMs = ({ wait }: Held) => wait.waitedMs ?? 0;
  const [longest] = all.toSorted((one, other) => waitedMs(other) - waitedMs(one));
  return longest !== undefined && waitedMs(longest) >= placeMs ? longest : null;
}
