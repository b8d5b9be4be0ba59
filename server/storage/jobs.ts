/** Jobs of all stores, in the words of the directory. */
import type { ClaimedJob, JobKind, Lease } from './records.ts';

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
