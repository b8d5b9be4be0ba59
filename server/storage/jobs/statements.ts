/**
 * Reads and writes jobs and their leases; claiming is in claims.ts. Times and leases are compared by the database's own clock,
 * whichever clock a job's time was set by. A lease that was lost is never renewed: `renewLease` then returns false. Delays are
 * milliseconds, times microseconds. A job that is gone or held by another worker is left alone without an error.
 */
// Tests: test/storage/jobs.test.ts.
import type { Database, Transaction } from '../database.ts';
import { jobsAnnouncement } from '../storage.ts';
import { timeFromNow } from '../time-from-now.ts';
import { createJobClaims } from './claims.ts';
import { type Job, type JobDirectory, type JobWriter, jobRecord, type Lease } from './tables.ts';

type Clocked = Pick<Database, 'builder' | 'now'>;

/** Creates access to the jobs of all stores: claim, renew and release leases, by the clock of the database. */
export function jobDirectory(database: Database): JobDirectory {
  return {
    claimJob: createJobClaims(database).claim,
    async renewLease(lease) {
      return await database.transaction(null, (transaction) => renew(database, transaction, lease), {
        isRepeatable: true,
      });
    },
    async pullBackJobs(kind, { aheadMs, leaseMs }) {
      const ofKind = database.builder.updateTable('jobs').where('kind', '=', kind);
      const [latest, leaseLatest] = [timeFromNow(database, aheadMs), timeFromNow(database, leaseMs)];
      await database.transaction(null, async (transaction) => {
        await transaction.run(ofKind.set({ run_at: latest }).where('run_at', '>', latest));
        await transaction.run(
          ofKind.set({ lease_until: leaseLatest }).where('lease_until', '>', leaseLatest),
        );
        // Claims look for jobs that are not listed, and at stores that wait.
        const waiting = database.builder
          .selectFrom('job_turns')
          .select('store_id')
          .where('kind', '=', kind)
          .where('waiting', '=', 1);
        await transaction.run(
          ofKind.set({ listed: 0 }).where('listed', '=', 1).where('store_id', 'not in', waiting),
        );
      });
    },
    async releaseAllLeases() {
      await database.transaction(null, async (transaction) => {
        await transaction.run(released(database));
        await transaction.run(database.builder.deleteFrom('enrichment_calls'));
      });
    },
    async releaseLease({ jobId, owner }, forgiven, { delayMs, kind } = {}) {
      const release = released(database)
        .set((expression) => ({ attempts: expression('attempts', '-', forgiven ? 1 : 0) }))
        .$if(delayMs !== undefined, (update) => update.set({ run_at: timeFromNow(database, delayMs ?? 0) }))
        // Claims of that kind have not listed it.
        .$if(kind !== undefined, (update) =>
          update.set({ ...(kind === undefined ? {} : { kind }), listed: 0 }),
        )
        .where('id', '=', jobId)
        .where('lease_owner', '=', owner);
      await database.transaction(null, (transaction) => transaction.run(release), { isRepeatable: true });
    },
  };
}

function released({ builder }: Clocked) {
  return builder.updateTable('jobs').set({ lease_owner: null, lease_until: null });
}

/** Jobs as the transaction of a store writes them. */
export function jobWrites(database: Clocked, transaction: Transaction): JobWriter {
  const { builder } = database;
  return {
    async insert(job) {
      await transaction.run(builder.insertInto('jobs').values(toJobRow(job)));
      transaction.announce(jobsAnnouncement);
    },
    async schedule(job) {
      const insert = builder
        .insertInto('jobs')
        .values(toJobRow(job))
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ run_at: job.runAt }));
      await transaction.run(insert);
      transaction.announce(jobsAnnouncement);
    },
    renewLease: (lease) => renew(database, transaction, lease),
    async noteProgress(jobId) {
      const attempts = 1;
      await transaction.run(builder.updateTable('jobs').set({ attempts }).where('id', '=', jobId));
    },
    async delete(jobId) {
      await transaction.run(builder.deleteFrom('jobs').where('id', '=', jobId));
    },
    async postpone(jobId, runAt) {
      await transaction.run(released(database).set({ run_at: runAt }).where('id', '=', jobId));
    },
    async delay(jobId, delayMs) {
      const run_at = timeFromNow(database, delayMs);
      await transaction.run(released(database).set({ run_at }).where('id', '=', jobId));
    },
  };
}

/** Renews an expired lease too, unless another worker has claimed the job since. */
async function renew(database: Clocked, transaction: Transaction, lease: Lease): Promise<boolean> {
  const update = database.builder
    .updateTable('jobs')
    .set({ lease_until: timeFromNow(database, lease.leaseMs) })
    .where('id', '=', lease.jobId)
    .where('lease_owner', '=', lease.owner);
  return (await transaction.run(update)) === 1;
}

function toJobRow(job: Job) {
  return { ...jobRecord.encode(job), attempts: 0, lease_owner: null, lease_until: null, listed: 0 };
}
