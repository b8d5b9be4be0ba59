/**
 * Work that waits for the server of a stranger, in a place that others may need. While others wait, what is slow leaves its
 * place once it had its time there: a server decides how long it takes, but not how long others wait for it. What left
 * begins again in one of a few places apart, which it keeps until its end: there stores take turns by themselves, so that
 * what needs long comes to its end however many others do.
 */
import type { Clock } from '../clock.ts';

/** One piece of work in its place. */
export class StrangerWait {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** Null unless it waits. */
  #sinceMs: number | null = null;
  #longestMs = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Does what waits for the server. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#sinceMs = this.#clock.monotonicMs();
    try {
      return await work();
    } finally {
      this.#longestMs = Math.max(this.#longestMs, this.waitedMs ?? 0);
      this.#sinceMs = null;
    }
  }

  /** How long its longest wait took that is over. */
  get longestMs(): number {
    return this.#longestMs;
  }

  /** How long it has waited so far; null where it does not wait. */
  get waitedMs(): number | null {
    return this.#sinceMs === null ? null : this.#clock.monotonicMs() - this.#sinceMs;
  }
}

/** A place; `leaving` is aborted once its holder must give it up. */
export interface StrangerPlace {
  readonly wait: StrangerWait;
  readonly leaving: AbortSignal;
}

/** Which of `held` is to leave its place for others, if any: the one that has waited longest, for `placeMs` at least. */
export function findLeaving<Held extends StrangerPlace>(held: Iterable<Held>, placeMs: number): Held | null {
  const all = [...held];
  // One at a time: until it has left, its place is not free.
  if (all.some(({ leaving }) => leaving.aborted)) return null;
  const waitedMs = ({ wait }: Held) => wait.waitedMs ?? 0;
  const [longest] = all.toSorted((one, other) => waitedMs(other) - waitedMs(one));
  return longest !== undefined && waitedMs(longest) >= placeMs ? longest : null;
}
