/**
 * Claims jobs from the database and does them, some at a time, for as long as the process lives. A job is done when its
 * handler has deleted it; one whose handler rejects, or whose process dies, is claimed again, by any process.
 *
 * A job that had its turn rests at its next pause, with its lease, while jobs that wait in the database have their turns, one
 * after the other. So long work of some stores keeps no other store waiting for its end, and no part of it is done twice. When
 * `limits.jobsHeldMax` jobs are held, the one that had the most turns leaves off for one that waits in the database, and is
 * resumed later. While all slots are taken, the job that has waited longest for the server of a stranger leaves off for one
 * that waits (remote-wait.ts), and begins again later in a slot apart.
 *
 * It never runs a job without its lease (5 s, renewed each second). A failed job keeps its slot for a pause; an error of a claim is
 * reported, and the worker looks again. At most 32 jobs of a kind are held.
 */
// Tests: test/storage/job-worker.test.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { ClaimedJob, JobKind, Lease } from '../storage/records.ts';
import type { Directory } from '../storage/storage.ts';
import { JobInTurns, type Pause } from './job-in-turns.ts';
import { keepLease } from './kept-lease.ts';
import { findLeaving, type RemoteWait } from './remote-wait.ts';
import { pauseInStep } from './repeat.ts';
import { SlowStores } from './slow-stores.ts';

/**
 * Does one job. Its worker renews the lease meanwhile. The handler must end soon after the signal is aborted: the process
 * stops, another worker has the job, or another job needs its place.
 */
export type JobHandler = (
  job: ClaimedJob,
  lease: Lease,
  stopping: AbortSignal,
  pause: Pause,
  wait: RemoteWait,
) => Promise<void>;

/** The settings of a worker. */
export interface JobWorkerSettings {
  readonly directory: Pick<Directory, 'claimJob' | 'renewLease' | 'releaseLease'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** The handlers; only jobs of their kinds are taken. */
  readonly handlers: Readonly<Partial<Record<JobKind, JobHandler>>>;
  /** Creates the owner of each claim. */
  readonly newId: () => string;
  /** Jobs of each kind at work at the same time. */
  readonly concurrency: number;
  /**
   * The slots for jobs that ask servers of strangers: the kind of jobs that had to leave a slot, and how many of them
   * run at a time beside the others. The same handlers do them, and they never leave their slots.
   */
  readonly slow?: { readonly kind: JobKind; readonly concurrency: number };
  /** Slots reserved for stores whose servers answered quickly of late. */
  readonly quickSlots?: number;
  /** Milliseconds that an idle worker waits before it looks for jobs of other processes again. */
  readonly pollMs: number;
  /** Receives the error of a job that could not be done now, or, with null, of a claim. */
  readonly failed: (error: unknown, job: ClaimedJob | null) => void;
}

/** A running worker. */
export interface JobWorker {
  /** Looks for a new job at once. */
  wake(): void;
  /** Resolves when the jobs under way have left off; others may take them. */
  stop(): Promise<void>;
}

/** Begins to look for jobs. */
export function startJobWorker(settings: JobWorkerSettings): JobWorker {
  const stopping = new AbortController();
  const { concurrency, slow } = settings;
  const works = (Object.entries(settings.handlers) as [JobKind, JobHandler][]).flatMap(([kind, handler]) => [
    { kind, handler, concurrency, slowKind: slow?.kind },
    ...(slow === undefined ? [] : [{ ...slow, handler, slowKind: undefined }]),
  ]);
  const kinds = works.map((work) => new KindWorker(settings, work, stopping.signal));
  const over = Promise.all(kinds.map((worker) => worker.run()));
  return {
    wake() {
      for (const worker of kinds) worker.wake();
    },
    async stop() {
      stopping.abort();
      await over;
    },
  };
}

/** The way in which the jobs of one kind are done. */
interface KindWork {
  readonly kind: JobKind;
  readonly handler: JobHandler;
  readonly concurrency: number;
  /** Undefined: no job of this kind leaves its slot for a slow server. */
  readonly slowKind: JobKind | undefined;
}

/** The jobs of one kind. One loop looks for what is next whenever a slot is free. */
class KindWorker {
  readonly #settings: JobWorkerSettings;
  readonly #work: KindWork;
  readonly #stopping: AbortSignal;
  /** Turns under way. */
  readonly #turns = new Map<JobInTurns, Promise<void>>();
  /** Jobs that had a turn and want another, the longest waiting first. */
  readonly #resting: JobInTurns[] = [];
  /** Jobs that were claimed and not yet given back: even if a lease runs out, no second turn begins beside the first. */
  readonly #heldIds = new Set<string>();
  /** Whether the last turn was given to a job that had just been claimed. */
  #wasClaimed = false;
  readonly #slowStores: SlowStores;
  #alarm = new AbortController();

  constructor(settings: JobWorkerSettings, work: KindWork, stopping: AbortSignal) {
    this.#settings = settings;
    this.#slowStores = new SlowStores(settings.clock);
    this.#work = work;
    this.#stopping = stopping;
  }

  wake(): void {
    this.#alarm.abort();
    this.#alarm = new AbortController();
  }

  async run(): Promise<void> {
    const { concurrency, slowKind } = this.#work;
    while (!this.#stopping.aborted) {
      // Prepared before the look, so that a job that arrives meanwhile ends the rest.
      const rest = this.#prepareRest();
      const isFull = this.#turns.size >= concurrency;
      const mayLeave = isFull && slowKind !== undefined;
      const slowest = mayLeave ? findLeaving(this.#turns.keys(), limits.feedPlaceMs) : null;
      const next = isFull && slowest === null ? null : await this.#next(slowest);
      // A turn that ends frees a slot, and may leave a job that rests.
      if (next === null) await Promise.race([rest(), ...this.#turns.values()]);
      else this.#giveTurn(next);
      // Unless its answer arrived meanwhile: then that counts.
      if (next !== null && slowest?.wait.waitedMs != null) slowest.leaveOff(slowKind);
    }
    await this.#turnsOver();
    // They see that the process stops, and leave off.
    for (const job of this.#resting.splice(0)) this.#giveTurn(job);
    await this.#turnsOver();
  }

  async #turnsOver(): Promise<void> {
    await Promise.all(this.#turns.values());
  }

  /** Chooses jobs of the database and resting ones alternately. `slowest` leaves for a claimed one. */
  async #next(slowest: JobInTurns | null): Promise<JobInTurns | null> {
    const isFull = this.#heldCount >= limits.jobsHeldMax && slowest === null;
    const leaver = isFull ? this.#findLeaver() : null;
    const isTurnOfHeld = (isFull && leaver === null) || this.#wasClaimed;
    const held = isTurnOfHeld ? this.#resting.shift() : undefined;
    const claimed = held === undefined && (!isFull || leaver !== null) ? await this.#claim() : null;
    this.#wasClaimed = claimed !== null;
    if (claimed !== null && leaver !== null) this.#dismiss(leaver);
    return held ?? claimed ?? this.#resting.shift() ?? null;
  }

  /** The resting job with the most turns, if it had enough to be worth the cost of resuming it. */
  #findLeaver(): JobInTurns | null {
    const [most] = this.#resting.toSorted((one, other) => other.resumableTurns - one.resumableTurns);
    return most !== undefined && most.resumableTurns >= limits.jobTurnsMin ? most : null;
  }

  /** Ends a resting job, outside the turns under way: it only leaves off. */
  #dismiss(job: JobInTurns): void {
    this.#resting.splice(this.#resting.indexOf(job), 1);
    job.leaveOff();
    this.#giveTurn(job);
  }

  get #heldCount(): number {
    return this.#turns.size + this.#resting.length;
  }

  /** Slow stores, while they hold all slots that are not for quick ones. */
  #storesPassedOver(): readonly string[] {
    const { quickSlots = 0 } = this.#settings;
    const held = [...this.#turns.keys()];
    // Calls that are under way count too: a store is slow as soon as one of them is.
    for (const { job, wait } of held) this.#slowStores.note(job.storeId, wait.waitedMs ?? 0);
    const slow = held.filter(({ job }) => this.#slowStores.has(job.storeId));
    return quickSlots > 0 && slow.length >= this.#work.concurrency - quickSlots ? this.#slowStores.all() : [];
  }

  async #claim(): Promise<JobInTurns | null> {
    const { directory, clock, newId, failed } = this.#settings;
    const owner = newId();
    const { leaseMs, jobTurnMs } = limits;
    try {
      const except = { held: [...this.#heldIds], stores: this.#storesPassedOver() };
      const job = await directory.claimJob(this.#work.kind, { owner, leaseMs }, except);
      if (job === null) return null;
      this.#heldIds.add(job.id);
      const rule = { clock, turnMs: jobTurnMs, stopping: this.#stopping };
      const lease = { jobId: job.id, owner, leaseMs };
      return new JobInTurns(job, rule, (held) => this.#do(held, lease));
    } catch (error) {
      failed(error, null);
      return null;
    }
  }

  async #do(held: JobInTurns, lease: Lease): Promise<void> {
    const { directory } = this.#settings;
    const { job, pause, leaving, wait } = held;
    const kept = keepLease(directory, lease);
    let forgiven = true;
    try {
      const signal = AbortSignal.any([this.#stopping, kept.lost, leaving]);
      await this.#work.handler(job, lease, signal, pause, wait);
    } catch (error) {
      // A database that is away is not the job's fault, and neither is a process that stops.
      forgiven = error instanceof AppError;
      throw error;
    } finally {
      kept.letGo();
      // Before the store may have its next job.
      this.#slowStores.note(job.storeId, wait.longestMs);
      const changes = { kind: held.nextKind };
      await directory.releaseLease(lease, forgiven, changes).finally(() => this.#heldIds.delete(job.id));
    }
  }

  #giveTurn(job: JobInTurns): void {
    this.#turns.set(
      job,
      this.#turnOf(job).finally(() => this.#turns.delete(job)),
    );
  }

  /** Runs one turn. A job that fails keeps its slot for a pause: the next job may fail for the same reason. */
  async #turnOf(held: JobInTurns): Promise<void> {
    const rest = this.#prepareRest();
    try {
      if ((await held.turn()) === 'rests') this.#resting.push(held);
    } catch (error) {
      this.#settings.failed(error, held.job);
      await rest();
    }
  }

  #prepareRest(): () => Promise<void> {
    const signal = AbortSignal.any([this.#stopping, this.#alarm.signal]);
    const { clock, pollMs } = this.#settings;
    return () => sleep(pauseInStep(pollMs, clock.monotonicMs()), undefined, { signal }).catch(() => {});
  }
}
