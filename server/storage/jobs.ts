/** Jobs of all stores. They are claimed before the store is known. */
import { integer, optional, text, time } from './column.ts';
import { type RecordOf, table } from './table.ts';

/**
 * Importing a file; a trial run of one; deleting an old file; a feed that is due, or that had to leave its slot, under the
 * feed's id; a message to an endpoint; a store's queue for phrases, under the store's id; removing blocked phrases.
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
    /** The id of what the work is about: an import, a file, a feed, the endpoint of a message. */
    subject: text(),
    /** Not claimed before. 0: at once, in the order of ids. */
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

/** Whose turn it is. Only claims write it, and those take turns. */
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
   * Takes a job that is due, or null: of the stores that have one the store whose last claim of this kind is longest ago.
   * A store's imports run in the order in which they came; of its other jobs so many are held at once as `limits` say.
   * Leases are compared by the database's clock. Writes nothing where there is nothing to take. Jobs that are `held` are
   * passed over, even where their leases ran out, and so are those of some stores.
   */
  claimJob(
    kind: JobKind,
    lease: Omit<Lease, 'jobId'>,
    except?: { readonly held?: readonly string[]; readonly stores?: readonly string[] },
  ): Promise<ClaimedJob | null>;
  /** Keeps the job for longer. False when the lease was lost. */
  renewLease(lease: Lease): Promise<boolean>;
  /**
   * Has jobs of a kind due no later than so long from now, and leases over within one lease: a clock that was set back
   * would have them end too late.
   */
  pullBackJobs(kind: JobKind, bounds: { readonly aheadMs: number; readonly leaseMs: number }): Promise<void>;
  /** Gives every job back. Only a process that works on this database alone may call it. */
  releaseAllLeases(): Promise<void>;
  /**
   * Gives the job back, to be claimed by anybody when it is due, after the delay where there is one; `forgiven` where it
   * was not the job's fault: then it does not count as an attempt. From then on it may be of another kind.
   */
  releaseLease(
    lease: Omit<Lease, 'leaseMs'>,
    forgiven: boolean,
    changes?: { readonly delayMs?: number | undefined; readonly kind?: JobKind | undefined },
  ): Promise<void>;
}
