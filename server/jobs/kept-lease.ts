/**
 * Renews the lease of a job for as long as a worker holds it. It renews each second (`limits.heartbeatMs`) a lease of 5 s, writes
 * nothing else, and never takes a lost lease back: it only aborts the signal. A renewal that fails is tried again with the next beat.
 */
// Tests: test/storage/job-leases.test.ts.
import { limits } from '../../contract/limits.ts';
import type { Lease } from '../storage/records.ts';
import type { Directory } from '../storage/storage.ts';

/** A lease that is renewed until it is let go. */
export interface KeptLease {
  /** Aborted once another worker has the job, or the job is gone. */
  readonly lost: AbortSignal;
  letGo(): void;
}

/**
 * Renews the lease outside the turns of writes: however many stores write, and however long one round of them takes, it
 * does not run out. A renewal that fails is tried again; where the database is away, what the job writes fails too.
 */
export function keepLease(directory: Pick<Directory, 'renewLease'>, lease: Lease): KeptLease {
  const lost = new AbortController();
  let isRenewing = false;
  const renew = async () => {
    if (!(await directory.renewLease(lease))) lost.abort();
  };
  const beat = setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    void renew()
      .catch(() => {})
      .finally(() => {
        isRenewing = false;
      });
  }, limits.heartbeatMs);
  return { lost: lost.signal, letGo: () => clearInterval(beat) };
}
