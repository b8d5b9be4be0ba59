/**
 * Tables and interfaces of jobs: work of all stores that is due or under way, held by leases. Jobs are claimed before the store is
 * known. Times are microseconds and leases milliseconds, both by the database's clock, never by a worker's. An unknown job changes
 * nothing. A lease lasts 5 s (`limits.leaseMs`) and is renewed each second by its worker. Damaged rows are named when they are read.
 */
// Tests: test/storage/jobs.test.ts.
import { integer, optional, text, time } from '../column.ts';
import { type RecordOf, table } from '../table.ts';

/**
 * Kinds of jobs: import a file, try a file without writing, delete an old file, read a feed (`slow_feed` after it had to
 * leave its slot), send a message to an endpoint, write phrases of a store, remove blocked phrases. Jobs of feeds have the
 * feed's id, jobs of `enrichment` the store's.
 */
export const jobKinds = [
  'import',
  'trial_import',
  'file_expiry',
  'feed',
  'slow_feed',
  'webhook_delivery',
  'enrichment',
  'phrase_sweep',
] as const;

export type JobKind = (typeof jobKinds)[number];

/** Work of all stores that is due or under way. */
export const jobs = table('jobs', {
  key: ['id'],
  columns: {
    id: text(),
    kind: text<JobKind>(),
    store_id: text(),
    /** The id of the import, file, feed or endpoint that the work is about. */
    subject: text(),
    /** The job is not claimed before this time. 0: at once, in the order of ids. */
    run_at: time(),
    attempts: integer(),
    lease_owner: optional(text()),
    lease_until: optional(time()),
    /** 1 once a claim found the job due; 0 again with every new time. */
    listed: integer(),
  },
});

/** The columns of {@link Job}. */
export const jobRecord = jobs.pick('id', 'kind', 'store_id', 'subject', 'run_at');

/** Work that is due. One worker at a time holds it, by a lease that it must keep renewing. */
export type Job = RecordOf<typeof jobRecord>;

/** A job with how often it was begun, this time included. */
export interface ClaimedJob extends Job {
  readonly attempts: number;
}

/** A worker's hold on a job, and how long it lasts from now on. */
export interface Lease {
  readonly jobId: string;
  /** Names one worker and one claim; a claim that was lost is never renewed. */
  readonly owner: string;
  readonly leaseMs: number;
}

/** The order in which stores are served. Only claims write it, one at a time. */
export const jobTurns = table('job_turns', {
  key: ['kind', 'store_id'],
  columns: {
    kind: text<JobKind>(),
    store_id: text(),
    /** 1: claims look at this store. It is 1 whenever the store has a listed job that is due. */
    waiting: integer(),
    /** The number of the last claim of this kind that served the store; 0 before the first. */
    last_turn: integer(),
  },
});

/** Jobs are claimed before the store is known; each call is a transaction of its own. */
export interface JobDirectory {
  /**
   * Takes a job that is due, or returns null: among the stores with a due job, the one whose last claim of this kind is
   * longest ago comes first. A store's imports run in the order of their arrival; how many of its other jobs are held at once
   * is bounded by `limits`. Writes nothing if there is nothing to take. Jobs in `held` are passed over, even if their leases
   * ran out, and so are jobs of the stores in `stores`.
   */
  claimJob(
    kind: JobKind,
    lease: Omit<Lease, 'jobId'>,
    except?: { readonly held?: readonly string[]; readonly stores?: readonly string[] },
  ): Promise<ClaimedJob | null>;
  /** Keeps the job for longer. False when the lease was lost. */
  renewLease(lease: Lease): Promise<boolean>;
  /**
   * Makes jobs of a kind due within `aheadMs` and lets leases end within `leaseMs` from now: after the clock was set back,
   * both would be too late.
   */
  pullBackJobs(kind: JobKind, bounds: { readonly aheadMs: number; readonly leaseMs: number }): Promise<void>;
  /** Gives every job back. Only a process that works on this database alone may call it. */
  releaseAllLeases(): Promise<void>;
  /**
   * Gives the job back, for any worker to claim when it is due, after the delay if one is given. A `forgiven` return does not
   * count as an attempt: the job was not at fault. The job may change its kind.
   */
  releaseLease(
    lease: Omit<Lease, 'leaseMs'>,
    forgiven: boolean,
    changes?: { readonly delayMs?: number | undefined; readonly kind?: JobKind | undefined },
  ): Promise<void>;
}

/** Writes of jobs in the transaction of a store. */
export interface JobWriter {
  insert(job: Job): Promise<void>;
  /** Creates the job, or makes the one of the same id due at that time; its lease stays. */
  schedule(job: Job): Promise<void>;
  /** Renews as the queue's `renewLease` does, within the transaction: what is written counts only while the lease is held. */
  renewLease(lease: Lease): Promise<boolean>;
  /** The job got further: it may be begun as often as at first. */
  noteProgress(jobId: string): Promise<void>;
  delete(jobId: string): Promise<void>;
  /** Puts the job off, and gives it back. */
  postpone(jobId: string, runAt: number): Promise<void>;
  /** Postpones as `postpone` does, by `delayMs` from now on the database's clock. */
  delay(jobId: string, delayMs: number): Promise<void>;
}
