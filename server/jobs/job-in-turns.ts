/**
 * A job that a worker holds: it works for one turn at a time, and keeps its lease and its state between two turns. It renews no lease
 * and releases none: the worker does. A turn lasts 10 s (`limits.jobTurnMs`). An error of the job's work rejects its turn, and the job
 * is over here.
 */
// Tests: test/storage/jobs.test.ts.
import type { Clock } from '../clock.ts';
import type { ClaimedJob, JobKind } from '../storage/records.ts';
import { RemoteWait } from './remote-wait.ts';

/**
 * Called between two steps of a job. Resolves at once during its turn; after that, once those that wait had theirs.
 * `isResumable`: from now on a later claim of the job goes on where it left off, so that it may be asked to stop.
 */
export type Pause = (isResumable?: boolean) => Promise<void>;

/** The rule by which a turn ends. */
export interface TurnRule {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly turnMs: number;
  /** Aborted when the worker stops: then no job waits for a turn, and jobs leave off. */
  readonly stopping: AbortSignal;
}

/** A job in turns. */
export class JobInTurns {
  readonly job: ClaimedJob;
  /** The job notes here that it waits for the server of a stranger. */
  readonly wait: RemoteWait;
  readonly #rule: TurnRule;
  readonly #begin: (job: JobInTurns) => Promise<void>;
  readonly #leaving = new AbortController();
  #nextKind: JobKind | undefined;
  #isResumable = false;
  #resumableTurns = 0;
  #work: Promise<'over'> | null = null;
  #endsAtMs = 0;
  #goesOn = Promise.withResolvers<void>();
  #rests = Promise.withResolvers<'rests'>();

  constructor(job: ClaimedJob, rule: TurnRule, begin: (job: JobInTurns) => Promise<void>) {
    this.job = job;
    this.wait = new RemoteWait(rule.clock);
    this.#rule = rule;
    this.#begin = begin;
  }

  /** Gives the job one turn. `over`: its work ended, or this rejects with its error; `rests`: it wants another turn. */
  async turn(): Promise<'over' | 'rests'> {
    const { clock, turnMs } = this.#rule;
    if (this.#isResumable) this.#resumableTurns += 1;
    this.#endsAtMs = clock.monotonicMs() + turnMs;
    this.#rests = Promise.withResolvers();
    this.#goesOn.resolve();
    this.#work ??= this.#begin(this).then(() => 'over');
    return await Promise.race([this.#work, this.#rests.promise]);
  }

  /** Turns since the job became resumable. */
  get resumableTurns(): number {
    return this.#resumableTurns;
  }

  /** Aborted when the job has to leave off. */
  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  /** The kind of the job after it has left off, if that changes. */
  get nextKind(): JobKind | undefined {
    return this.#nextKind;
  }

  /** Makes the job end in this turn or its next, to be resumed later, maybe as a job of another kind. */
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
