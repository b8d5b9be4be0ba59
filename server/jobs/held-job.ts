/** A job that a worker holds: it works for a turn at a time, and keeps its lease and what it knows between two turns. */
import type { Clock } from '../clock.ts';
import type { ClaimedJob } from '../storage/records.ts';

/** Called between two steps of a job. Resolves at once during its turn; after that, once those that wait had theirs. */
export type Pause = () => Promise<void>;

/** When a turn is over. */
export interface TurnRule {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly turnMs: number;
  /** Once it is aborted nobody waits for a turn: jobs leave off. */
  readonly stopping: AbortSignal;
}

/** See the head of the file. */
export class HeldJob {
  readonly job: ClaimedJob;
  readonly #rule: TurnRule;
  readonly #begin: (pause: Pause) => Promise<void>;
  #work: Promise<'over'> | null = null;
  #endsAtMs = 0;
  #goesOn = Promise.withResolvers<void>();
  #rests = Promise.withResolvers<'rests'>();

  constructor(job: ClaimedJob, rule: TurnRule, begin: (pause: Pause) => Promise<void>) {
    this.job = job;
    this.#rule = rule;
    this.#begin = begin;
  }

  /** One turn. A job that is over rejects where its work did; one that rests wants another turn. */
  async turn(): Promise<'over' | 'rests'> {
    const { clock, turnMs } = this.#rule;
    this.#endsAtMs = clock.monotonicMs() + turnMs;
    this.#rests = Promise.withResolvers();
    this.#goesOn.resolve();
    this.#work ??= this.#begin(() => this.#pause()).then(() => 'over');
    return await Promise.race([this.#work, this.#rests.promise]);
  }

  async #pause(): Promise<void> {
    const { clock, stopping } = this.#rule;
    if (stopping.aborted || clock.monotonicMs() < this.#endsAtMs) return;
    this.#goesOn = Promise.withResolvers();
    this.#rests.resolve('rests');
    await this.#goesOn.promise;
  }
}
