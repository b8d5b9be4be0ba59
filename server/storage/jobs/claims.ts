/**
 * Claims jobs, fairly by store: for every kind, among the stores with a job that may be claimed, the one served least
 * recently comes first. So a newcomer waits for at most one turn of each other store, however many jobs those have.
 *
 * `job_turns` has the stores of each kind in the order of their last turns. Only claims write it, one at a time, so that nothing else
 * ever waits for its rows. Jobs that become due are found by a flag of their own (migration 0019). A claim reads a few rows of indexes
 * for each held job and none for waiting jobs. A damaged number of a turn is set to 0. It never runs a job. A claim lists at most
 * 10,000 due jobs, takes 1,000 stores off and tries 4 stores beyond the held ones; where nothing is due it writes nothing and gives
 * null.
 */
// Tests: test/storage/job-turns.test.ts.
import { type Compilable, type RawBuilder, sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { Database, Planning, RowInsert, Transaction } from '../database.ts';
import { compiled } from '../snapshots/table-shapes.ts';
import type { Directory } from '../storage.ts';
import { timeFromNow } from '../time-from-now.ts';
import { type ClaimedJob, type JobKind, jobs, type Lease } from './tables.ts';

/** Claims of one database. */
export interface JobClaims {
  readonly claim: Directory['claimJob'];
}

const claimedJob = jobs.pick('id', 'kind', 'store_id', 'subject', 'run_at', 'attempts');

/** The order of the jobs of one store. */
type LineOrder = 'by time' | 'one by one' | 'one by one for each subject';

interface KindRule {
  /** Jobs of one store that all workers together may hold at a time: fewer than there are slots, if there are several. */
  readonly heldMax: number;
  readonly order: LineOrder;
}

const kindRules: Readonly<Record<JobKind, KindRule>> = {
  // Files are imported in the order of their arrival, and a job keeps its place until it ends. Trial runs are a line of their own.
  import: { heldMax: 1, order: 'one by one' },
  trial_import: { heldMax: 1, order: 'one by one' },
  file_expiry: { heldMax: 1, order: 'by time' },
  feed: { heldMax: limits.feedsAtOncePerStore, order: 'by time' },
  slow_feed: { heldMax: 1, order: 'by time' },
  // An endpoint gets one message after the other, and a slow one holds up only itself.
  webhook_delivery: { heldMax: limits.deliveriesAtOncePerStore, order: 'one by one for each subject' },
  enrichment: { heldMax: 1, order: 'by time' },
  phrase_sweep: { heldMax: 1, order: 'by time' },
};

/** Lock of claims, held until the transaction ends: "claim" in ASCII, cut to a 32-bit number. */
const claimLock = sql<string>`pg_advisory_xact_lock(${sql.lit(0x636c6169)})`;

/** The claims of `database`; statements are compiled once. */
export function createJobClaims(database: Database): JobClaims {
  const statements = new Map<JobKind, ClaimStatements>();
  return {
    async claim(kind, lease, { held = [], stores = [] } = {}) {
      const usual = statements.get(kind) ?? claimStatements(database, kind);
      statements.set(kind, usual);
      const known = stores.length === 0 ? usual : claimStatements(database, kind, stores);
      // An idle worker reads, and writes nothing.
      if ((await database.read(null, known.isWork, planning)).length === 0) return null;
      const take = (transaction: Transaction) =>
        claimNext(database, transaction, known, { kind, lease, held });
      return await database.transaction(null, take, { isRepeatable: true, ...planning });
    },
  };
}

/** The planning of claims: statistics of jobs are always old, since a large feed or an outage brings thousands at once. */
export const planning: Planning = { inIndexOrder: true };

interface ClaimRequest {
  readonly kind: JobKind;
  readonly lease: Omit<Lease, 'jobId'>;
  readonly held: readonly string[];
}

async function claimNext(
  database: Database,
  transaction: Transaction,
  statements: ClaimStatements,
  { kind, lease, held }: ClaimRequest,
): Promise<ClaimedJob | null> {
  const { builder, engine } = database;
  // Two claims at once would both count the held jobs and both find room for one more.
  if (engine === 'postgres') await transaction.query(builder.selectNoFrom(claimLock.as('lock')));
  const listed = new Set((await transaction.query(statements.list)).map(({ store_id }) => store_id));
  if (listed.size > 0) await transaction.insertRows(waitingTurns(kind, listed));
  for (let tries = 0; tries < triesMax + held.length; tries += 1) {
    const [next] = await transaction.query(statements.next);
    if (next?.is_off) {
      await transaction.run(statements.setRight);
      continue;
    }
    await clear(database, transaction, kind, next);
    if (next === undefined) return null;
    const isHeld = held.includes(next.job_id);
    const [row] = isHeld ? [] : await transaction.query(claimById(database, next.job_id, lease));
    // Also if the job is held or being changed: otherwise its store would keep the others waiting.
    await transaction.run(takenTurn(database, kind, next.store_id));
    if (row !== undefined) return claimedJob.decode(row);
  }
  return null;
}

/**
 * Jobs that one claim lists at most: about half a second on PostgreSQL. Chosen: more become due at once only after a restored
 * backup or an outage, and then the next claims list the rest.
 */
const listedMax = 10_000;

/** Stores that one claim takes off at most: their ids are parameters of a statement. Chosen. */
const clearedMax = 1_000;

/** Stores that one claim tries beyond those with held jobs. Chosen: only few jobs are being changed at any moment. */
const triesMax = 4;

/** A number of attempts that no job reaches: a row with more is damaged and counts as new. */
const attemptsMax = 1_000_000;

/** Takes the job unless it is held. On PostgreSQL, a job that another transaction is changing is skipped, not waited for. */
function claimById(database: Database, jobId: string, lease: Omit<Lease, 'jobId'>) {
  const { builder, engine, now } = database;
  const job = builder
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', jobId)
    .where((expression) =>
      expression.or([expression('lease_until', 'is', null), expression('lease_until', '<=', now)]),
    );
  return builder
    .updateTable('jobs')
    .set({
      lease_owner: lease.owner,
      lease_until: timeFromNow(database, lease.leaseMs),
      attempts: sql<number>`case when attempts between 0 and ${sql.lit(attemptsMax)} then attempts + 1 else 1 end`,
    })
    .where('id', '=', engine === 'postgres' ? job.forUpdate().skipLocked() : job)
    .returning(['id', 'kind', 'store_id', 'subject', 'attempts'])
    .returning(sql<number>`case when run_at < 0 then 0 else run_at end`.as('run_at'));
}

interface ClaimStatements {
  /** A row where a claim has anything to do. */
  readonly isWork: Compilable<object>;
  /** Lists the jobs that became due; gives their stores. */
  readonly list: Compilable<{ readonly store_id: string }>;
  /** The store whose turn it is, and its job. */
  readonly next: Compilable<NextTurn>;
  /** Sets impossible numbers of turns to 0. */
  readonly setRight: Compilable<object>;
}

interface NextTurn {
  readonly store_id: string;
  readonly job_id: string;
  readonly last_turn: number;
  /** Whether a waiting store has an impossible number of a turn. */
  readonly is_off: boolean | number;
}

/**
 * A number of turns that is never reached: a greater one is damage, and its store would wait for ever or pass the number
 * on.
 */
const turnsMax = 1e15;

/** The statements of a kind. Stores in `passedOver` get no turn. */
export function claimStatements(
  database: Database,
  kind: JobKind,
  passedOver: readonly string[] = [],
): ClaimStatements {
  const { builder, engine } = database;
  const now = momentOf(database);
  const once = <Row>(statement: RawBuilder<Row>): Compilable<Row> => {
    const query = compiled(builder, statement).compile();
    return { compile: () => query };
  };
  const ofKind = sql.lit(kind);
  const unlisted = sql`kind = ${ofKind} and listed = 0 and run_at <= ${now}`;
  const lock = engine === 'postgres' ? sql`for update skip locked` : sql``;
  const first = sql`select id from jobs where ${unlisted} order by run_at limit ${sql.lit(listedMax)} ${lock}`;
  // PostgreSQL evaluates an array once; it would run a subquery for each job if it believed that there are none.
  const chosen = engine === 'postgres' ? sql`= any(array(${first}))` : sql`in (${first})`;
  const others = passedOver.length === 0 ? sql`` : sql`and turn.store_id not in (${sql.join(passedOver)})`;
  const turns = sql`job_turns as turn where turn.kind = ${ofKind} and turn.waiting = 1 ${others}`;
  return {
    isWork: once(sql`
      select 1 as work where exists (select 1 from jobs where ${unlisted})
        or exists (
          select 1 from ${turns} and (not ${hasDue(database)} or ${claimable(database, kind)} is not null))`),
    list: once(sql`
      update jobs set listed = 1
      where id ${chosen}
      returning store_id`),
    next: once(sql`
      select turn.store_id, turn.last_turn, ${claimable(database, kind)} as job_id, (
        turn.last_turn < 0 or (
          select newest.last_turn from job_turns as newest where newest.kind = ${ofKind} and newest.waiting = 1
          order by newest.last_turn desc, newest.store_id desc limit 1) > ${sql.lit(turnsMax)}) as is_off
      from ${turns}
        and ${claimable(database, kind)} is not null
      order by turn.last_turn, turn.store_id limit 1`),
    setRight: once(sql`
      update job_turns set last_turn = 0
      where kind = ${ofKind} and waiting = 1 and (last_turn < 0 or last_turn > ${sql.lit(turnsMax)})`),
  };
}

/** The present, evaluated once a statement: PostgreSQL uses no index for a comparison with a volatile function. */
function momentOf({ now }: Database): RawBuilder<number> {
  return sql`(select ${now})`;
}

/** Whether the store of `turn` has a job that is due, held or not. */
function hasDue(database: Database): RawBuilder<boolean> {
  const now = momentOf(database);
  return sql`coalesce((
    select due.run_at from jobs as due where due.kind = turn.kind and due.store_id = turn.store_id
    order by due.run_at limit 1) <= ${now}, false)`;
}

/** The job that the store of `turn` would get, or null. */
function claimable(database: Database, kind: JobKind): RawBuilder<string | null> {
  const now = momentOf(database);
  const { heldMax, order } = kindRules[kind];
  const ofKind = sql.lit(kind);
  const isFree = sql`job.run_at <= ${now} and (job.lease_until is null or job.lease_until <= ${now})`;
  const held = sql`
    from jobs as held
    where held.kind = ${ofKind} and held.store_id = turn.store_id and held.lease_until > ${now}`;
  const hasRoom = sql`(select count(*) ${held}) < ${sql.lit(heldMax)}`;
  const ofStore = sql`job.kind = ${ofKind} and job.store_id = turn.store_id`;
  switch (order) {
    case 'by time':
      return sql`(select job.id from jobs as job where ${ofStore} and ${isFree} and ${hasRoom}
        order by job.run_at, job.id limit 1)`;
    case 'one by one':
      return sql`(select job.id from jobs as job where ${isFree} and job.id = (
        select first.id from jobs as first where first.kind = ${ofKind} and first.store_id = turn.store_id
        order by first.id limit 1))`;
    case 'one by one for each subject':
      // Each subject is found behind the one before, by the index: of thousands of jobs a few are read. Its first job is
      // asked for as the first from it on: for an equal subject PostgreSQL prefers the index by time where most are due.
      return sql`(
        with recursive lines(subject) as (
          select (select job.subject from jobs as job where ${ofStore} order by job.subject limit 1)
          union all
          select (select job.subject from jobs as job where ${ofStore} and job.subject > lines.subject
            order by job.subject limit 1)
          from lines where lines.subject is not null)
        select job.id from lines join jobs as job on job.id = (
          select first.id from jobs as first
          where first.kind = ${ofKind} and first.store_id = turn.store_id and first.subject >= lines.subject
          order by first.subject, first.run_at, first.id limit 1)
        where ${isFree} and ${hasRoom} and lines.subject not in (select held.subject ${held})
        order by job.run_at, job.id limit 1)`;
  }
}

/**
 * Stops the waiting of stores before `next` that have no due job; without `next`, of any such store. Their listed jobs, which
 * are in the future again since the clock was set back, leave the list too: no claim would find them otherwise. A store with
 * a job that another transaction is changing waits until the next claim.
 */
async function clear(
  database: Database,
  transaction: Transaction,
  kind: JobKind,
  next: NextTurn | undefined,
): Promise<void> {
  const { builder, engine } = database;
  const before =
    next === undefined
      ? sql``
      : sql`and (turn.last_turn, turn.store_id) < (${next.last_turn}, ${next.store_id})`;
  const isOver = sql`turn.kind = ${kind} and turn.waiting = 1 ${before} and not ${hasDue(database)}`;
  const over = await transaction.query(
    compiled(
      builder,
      sql<{ store_id: string }>`
        select turn.store_id from job_turns as turn where ${isOver} limit ${sql.lit(clearedMax)}`,
    ),
  );
  if (over.length === 0) return;
  const storeIds = sql.join(over.map(({ store_id }) => store_id));
  const lock = engine === 'postgres' ? sql`for update skip locked` : sql``;
  const unlist = sql`
    update jobs set listed = 0 where id in (
      select id from jobs
      where kind = ${kind} and store_id in (${storeIds}) and listed = 1 and run_at > ${momentOf(database)} ${lock})`;
  await transaction.run(compiled(builder, unlist));
  const takeOff = sql`
    update job_turns as turn set waiting = 0
    where ${isOver} and turn.store_id in (${storeIds}) and not exists (
      select 1 from jobs as ahead
      where ahead.kind = turn.kind and ahead.store_id = turn.store_id and ahead.listed = 1)`;
  await transaction.run(compiled(builder, takeOff));
}

function waitingTurns(kind: JobKind, storeIds: ReadonlySet<string>): RowInsert {
  return {
    table: 'job_turns',
    columns: [
      ['kind', 'text'],
      ['store_id', 'text'],
      ['waiting', 'bigint'],
      ['last_turn', 'bigint'],
    ],
    rows: Array.from(storeIds, (storeId) => [kind, storeId, 1, 0]),
    key: ['kind', 'store_id'],
    replaces: ['waiting'],
  };
}

/** The turn is the newest of its kind. Both lookups read one row of the only index that has rows in this order. */
function takenTurn({ builder }: Database, kind: JobKind, storeId: string): Compilable<object> {
  const newest = (waiting: number) => sql`coalesce((
    select last_turn from job_turns
    where kind = ${kind} and waiting = ${sql.lit(waiting)} and last_turn between 0 and ${sql.lit(turnsMax)}
    order by last_turn desc, store_id desc limit 1), 0)`;
  const next = sql<number>`1 + (select max(newest.turn) from (
    select ${newest(0)} as turn union all select ${newest(1)} as turn) as newest)`;
  return builder
    .updateTable('job_turns')
    .set({ last_turn: next })
    .where('kind', '=', kind)
    .where('store_id', '=', storeId);
}
