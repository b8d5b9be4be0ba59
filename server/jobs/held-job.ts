/** A job that a worker holds: it works for a turn at a time, and keeps its lease and what it knows between two turns. */
import type { Clock } from '../clock.ts';
import type { ClaimedJob, JobKind } from '../storage/records.ts';
import { StrangerWait } from './stranger-wait.ts';

/**
 * Called between two steps of a job. Resolves at once during its turn; after that, once those that wait had theirs.
 * `isResumable`: from now on a later claim of the job goes on where it left off, so that it may be asked to stop.
 */
export type Pause = (isResumable?: boolean) => Promise<void>;

/** When a turn is over. */
export interface TurnRule {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly turnMs: number;
  /** Once it is aborted no job waits for a turn: jobs leave off. */
  readonly stopping: AbortSignal;
}

/** See the head of the file. */
export class HeldJob {
  readonly job: ClaimedJob;
  /** For its job to note that it waits for the server of a stranger. */
  readonly wait: StrangerWait;
  readonly #rule: TurnRule;
  readonly #begin: (job: HeldJob) => Promise<void>;
  readonly #leaving = new AbortController();
  #nextKind: JobKind | undefined;
  #isResumable = false;
  #resumableTurns = 0;
  #work: Promise<'over'> | null = null;
  #endsAtMs = 0;
  #goesOn = Promise.withResolvers<void>();
  #rests = Promise.withResolvers<'rests'>();

  constructor(job: ClaimedJob, rule: TurnRule, begin: (job: HeldJob) => Promise<void>) {
    this.job = job;
    this.wait = new StrangerWait(rule.clock);
    this.#rule = rule;
    this.#begin = begin;
  }

  /** One turn. A job that is over rejects where its work did; one that rests wants another turn. */
  async turn(): Promise<'over' | 'rests'> {
    const { clock, turnMs } = this.#rule;
    if (this.#isResumable) this.#resumableTurns += 1;
    this.#endsAtMs = clock.monotonicMs() + turnMs;
    this.#rests = Promise.withResolvers();
    this.#goesOn.resolve();
    this.#work ??= this.#begin(this).then(() => 'over');
    return await Promise.race([this.#work, this.#rests.promise]);
  }

  /** Turns since it can be resumed. */
  get resumableTurns(): number {
    return this.#resumableTurns;
  }

  /** Aborted when the job has to leave off. */
  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  /** The kind of job that it is once it has left off, if another one. */
  get nextKind(): JobKind | undefined {
    return this.#nextKind;
  }

  /** Has it end in this turn or its next, for somebody to resume it later, maybe as a job of another kind. */
  leaveOff(nextKind?: JobKind): void {
    this.#nextKind = nextKind;
    this.#leaving.abort();
  }

  readonly pause: Pause = async (isResumable = this.#isResumable) => {
    const { clock, stopping } = this.#rule;
    this.#isResumable = isResumable;
    if (stopping.aborted || clock.monotonicMs() < this.#endsAtMs) return;
    this.#goesOn = Promise.withResolvers();
    this.#rests.resolve('rests');
    await this.#goesOn.promise;
  };
}
