/**
 * Jobs and their leases: claimed with one statement, so that two workers never hold the same job. Leases are told by the
 * database's own clock, whoever set the time of a job.
 */
import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import { limits } from '../../contract/limits.ts';
import type { Database, Transaction } from './database.ts';
import type { ClaimedJob, Job, JobKind, Lease } from './records.ts';
import type { JobsTable, Schema } from './schema.ts';
import { type Directory, jobsNews, type StoreWriter } from './storage.ts';

/** Held until the transaction ends: "claim" in ASCII, cut to a 32-bit number. */
const claimTurn = sql<string>`pg_advisory_xact_lock(${sql.lit(0x636c6169)})`;

/** Takes the job that is due longest; see Directory.claimJob. */
async function claimJob(
  database: Database,
  kinds: readonly JobKind[],
  lease: Omit<Lease, 'jobId'>,
): Promise<ClaimedJob | null> {
  const { builder, engine, now } = database;
  const due = builder
    .selectFrom('jobs')
    .select('jobs.id')
    .where('jobs.kind', 'in', kinds)
    .where('jobs.run_at', '<=', now)
    .where((expression) =>
      expression.or([expression('jobs.lease_until', 'is', null), expression('jobs.lease_until', '<=', now)]),
    )
    .where((expression) =>
      expression.or([
        expression('jobs.kind', '!=', 'import'),
        expression.not(expression.exists(earlierImport(expression))),
      ]),
    )
    .where((expression) =>
      expression.or([
        expression('jobs.kind', '!=', 'webhook_delivery'),
        expression.and([
          expression('jobs.subject', 'not in', full(database, 'webhook_delivery', 'subject', 1)),
          expression(
            'jobs.store_id',
            'not in',
            full(database, 'webhook_delivery', 'store_id', limits.deliveriesAtOncePerStore),
          ),
        ]),
      ]),
    )
    .where((expression) =>
      expression.or([
        expression('jobs.kind', '!=', 'feed'),
        expression('jobs.store_id', 'not in', full(database, 'feed', 'store_id', limits.feedsAtOncePerStore)),
      ]),
    )
    .orderBy('jobs.run_at')
    .orderBy('jobs.id')
    .limit(1);
  // SQLite has one writer; on PostgreSQL a job that its worker is just renewing or ending is passed over.
  const claimable = engine === 'postgres' ? due.forUpdate().skipLocked() : due;
  const claim = builder
    .updateTable('jobs')
    .set((expression) => ({
      lease_owner: lease.owner,
      lease_until: timeAhead(database, lease.leaseMs),
      attempts: expression('attempts', '+', 1),
    }))
    .where('id', '=', claimable)
    .returningAll();
  const take = async (transaction: Transaction) => {
    // What others hold is counted: two who count at the same time would both find room for one.
    if (engine === 'postgres') await transaction.query(builder.selectNoFrom(claimTurn.as('turn')));
    return await transaction.query(claim);
  };
  const rows = await database.transaction(null, take, { isRepeatable: true });
  return rows[0] === undefined ? null : toClaimedJob(rows[0]);
}

/** The import of the same store that comes before, whoever holds it. */
function earlierImport(due: ExpressionBuilder<Schema, 'jobs'>): Expression<unknown> {
  return due
    .selectFrom('jobs as earlier')
    .select('earlier.id')
    .whereRef('earlier.store_id', '=', 'jobs.store_id')
    .where('earlier.kind', '=', 'import')
    .whereRef('earlier.id', '<', 'jobs.id');
}

/** Those of whom so many jobs are held already: whoever is slow, or has many, holds up only itself. */
function full({ builder, now }: Clocked, kind: JobKind, shared: 'subject' | 'store_id', most: number) {
  return builder
    .selectFrom('jobs as held')
    .select(`held.${shared}`)
    .where('held.kind', '=', kind)
    .where('held.lease_until', '>', now)
    .groupBy(`held.${shared}`)
    .having(({ fn }) => fn.countAll(), '>=', most);
}

type Clocked = Pick<Database, 'builder' | 'now'>;

/** Jobs as the directory offers them, each call a transaction of its own. */
export function jobDirectory(
  database: Database,
): Pick<Directory, 'claimJob' | 'renewLease' | 'releaseLease' | 'releaseAllLeases' | 'pullBackJobs'> {
  return {
    claimJob: (kinds, lease) => claimJob(database, kinds, lease),
    async renewLease(lease) {
      return await database.transaction(null, (transaction) => renew(database, transaction, lease), {
        isRepeatable: true,
      });
    },
    async pullBackJobs(kind, { aheadMs, leaseMs }) {
      const ofKind = database.builder.updateTable('jobs').where('kind', '=', kind);
      const [latest, leaseLatest] = [timeAhead(database, aheadMs), timeAhead(database, leaseMs)];
      await database.transaction(null, async (transaction) => {
        await transaction.run(ofKind.set({ run_at: latest }).where('run_at', '>', latest));
        await transaction.run(
          ofKind.set({ lease_until: leaseLatest }).where('lease_until', '>', leaseLatest),
        );
      });
    },
    async releaseAllLeases() {
      await database.transaction(null, async (transaction) => {
        await transaction.run(released(database));
        await transaction.run(database.builder.deleteFrom('enrichment_calls'));
      });
    },
    async releaseLease({ jobId, owner }, forgiven) {
      const release = released(database)
        .set((expression) => ({ attempts: expression('attempts', '-', forgiven ? 1 : 0) }))
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
export function jobWrites(
  database: Clocked,
  transaction: Transaction,
): Pick<
  StoreWriter,
  'insertJob' | 'scheduleJob' | 'renewLease' | 'noteProgress' | 'deleteJob' | 'postponeJob' | 'delayJob'
> {
  const { builder } = database;
  return {
    async insertJob(job) {
      await transaction.run(builder.insertInto('jobs').values(toJobRow(job)));
      transaction.announce(jobsNews);
    },
    async scheduleJob(job) {
      const insert = builder
        .insertInto('jobs')
        .values(toJobRow(job))
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ run_at: job.runAt }));
      await transaction.run(insert);
      transaction.announce(jobsNews);
    },
    renewLease: (lease) => renew(database, transaction, lease),
    async noteProgress(jobId) {
      const attempts = 1;
      await transaction.run(builder.updateTable('jobs').set({ attempts }).where('id', '=', jobId));
    },
    async deleteJob(jobId) {
      await transaction.run(builder.deleteFrom('jobs').where('id', '=', jobId));
    },
    async postponeJob(jobId, runAt) {
      const values = { run_at: runAt, lease_owner: null, lease_until: null };
      await transaction.run(builder.updateTable('jobs').set(values).where('id', '=', jobId));
    },
    async delayJob(jobId, delayMs) {
      const values = { run_at: timeAhead(database, delayMs), lease_owner: null, lease_until: null };
      await transaction.run(builder.updateTable('jobs').set(values).where('id', '=', jobId));
    },
  };
}

/** Also a lease whose time has passed is renewed, as long as nobody else has claimed the job since. */
async function renew(database: Clocked, transaction: Transaction, lease: Lease): Promise<boolean> {
  const update = database.builder
    .updateTable('jobs')
    .set({ lease_until: timeAhead(database, lease.leaseMs) })
    .where('id', '=', lease.jobId)
    .where('lease_owner', '=', lease.owner);
  return (await transaction.run(update)) === 1;
}

function timeAhead({ now }: Clocked, delayMs: number) {
  return sql<number>`${now} + ${sql.lit(delayMs * 1_000)}`;
}

function toJobRow(job: Job): JobsTable {
  return {
    id: job.id,
    kind: job.kind,
    store_id: job.storeId,
    subject: job.subject,
    run_at: job.runAt,
    attempts: 0,
    lease_owner: null,
    lease_until: null,
  };
}

function toClaimedJob(row: JobsTable): ClaimedJob {
  return {
    id: row.id,
    kind: row.kind as JobKind,
    storeId: row.store_id,
    subject: row.subject,
    runAt: row.run_at,
    attempts: row.attempts,
  };
}
