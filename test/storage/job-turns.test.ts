/**
 * Goal: no store waits for more than one turn of each other store, for every kind of job, and a claim costs the same however
 * many wait. Method: generated histories of claims by several workers on both databases, against a plain model; query plans;
 * and rows counted by PostgreSQL itself.
 */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { Client } from 'pg';
import { claimStatements, planning } from '../../server/storage/jobs/claims.ts';
import type { StorageTarget } from '../../server/storage/open-storage.ts';
import { openPostgresDatabase } from '../../server/storage/postgres/open-postgres-database.ts';
import { type JobKind, jobKinds } from '../../server/storage/records.ts';
import { openSqliteDatabase } from '../../server/storage/sqlite/open-sqlite-database.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { caseCount } from '../support/case-count.ts';
import { runSql } from '../support/damage.ts';
import { onBothEngines, onPostgres, onSqlite } from '../support/engines.ts';
import { rowsRead, stepsOf } from '../support/rows-read.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';

const leaseMs = 60_000;

let lastNumber = 0;

/** Jobs of one store, each about something else, or all for one webhook. */
async function insertJobs(storage: Storage, kind: JobKind, storeId: string, count: number, subject?: string) {
  await storage.write(storeId, async (writer) => {
    for (let index = 0; index < count; index += 1) {
      lastNumber += 1;
      const id = uuidOf(lastNumber);
      await writer.jobs.insert({ id, kind, storeId, subject: subject ?? id, runAt: 0 });
    }
  });
}

async function withStores(storage: Storage, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => uuidOf(index + 1));
  for (const id of ids) await storage.directory.createStore({ ...storeRow(), id, name: id }, []);
  return ids;
}

/** How a worker ends the job that it holds. */
type End = 'done' | 'failed' | 'put off';

const histories = fc.record({
  kind: fc.constantFrom(...jobKinds),
  greedy: fc.integer({ min: 1, max: 4 }),
  jobsEach: fc.integer({ min: 3, max: 6 }),
  claimsBefore: fc.integer({ min: 0, max: 6 }),
  slots: fc.integer({ min: 1, max: 3 }),
  ends: fc.array(fc.constantFrom<End>('done', 'failed', 'put off'), { minLength: 1, maxLength: 8 }),
});

onBothEngines(
  'a newcomer waits for one turn of each greedy store',
  async ({ engine, storage, openAnother }) => {
    const workers = [storage, await openAnother()];
    // An order by id would serve the newcomer last.
    const stores = await withStores(storage, 5);
    const newcomer = stores.at(-1) ?? '';
    const run = async ({
      kind,
      greedy,
      jobsEach,
      claimsBefore,
      slots,
      ends,
    }: typeof histories extends fc.Arbitrary<infer History> ? History : never) => {
      const held: { readonly id: string; readonly storeId: string; readonly owner: string }[] = [];
      let claimCount = 0;
      /** One slot: what is held longest ends, then the next job is claimed; returns its store. */
      const turn = async (): Promise<string | null> => {
        const ended = held.length < slots ? undefined : held.shift();
        if (ended !== undefined) {
          const how = ends[claimCount % ends.length];
          const lease = { jobId: ended.id, owner: ended.owner };
          if (how === 'done') await storage.write(ended.storeId, (writer) => writer.jobs.delete(ended.id));
          else if (how === 'put off')
            await storage.write(ended.storeId, (writer) => writer.jobs.delay(ended.id, 3_600_000));
          else await storage.directory.releaseLease(lease, true);
        }
        claimCount += 1;
        const owner = `worker ${claimCount}`;
        const worker = workers[claimCount % workers.length] ?? storage;
        const job = await worker.directory.claimJob(kind, { owner, leaseMs });
        if (job !== null) held.push({ id: job.id, storeId: job.storeId, owner });
        return job?.storeId ?? null;
      };
      const greedyStores = stores.slice(0, greedy);
      for (const storeId of greedyStores) await insertJobs(storage, kind, storeId, jobsEach);
      for (let count = 0; count < claimsBefore; count += 1) await turn();
      await insertJobs(storage, kind, newcomer, 1);
      const served: string[] = [];
      for (let count = 0; count <= greedy + slots; count += 1) {
        const storeId = await turn();
        if (storeId === newcomer) break;
        if (storeId !== null) served.push(storeId);
        assert.ok(count < greedy + slots, `never: ${served.join(', ')}`);
      }
      assert.ok(served.length <= greedy, `${served.length} turns of others`);
      assert.equal(new Set(served).size, served.length, 'no store has two turns meanwhile');
      for (const storeId of [newcomer, ...greedyStores]) await emptyJobs(storage, kind, storeId, held);
    };
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        lastNumber = Math.max(lastNumber, 100);
        await run(history);
      }),
      { numRuns: caseCount(engine === 'sqlite' ? 15 : 8) },
    );
  },
);

/** Takes all jobs away, as their ends would. */
async function emptyJobs(
  storage: Storage,
  kind: JobKind,
  storeId: string,
  held: readonly { readonly id: string }[],
): Promise<void> {
  for (const { id } of held) await storage.write(storeId, (writer) => writer.jobs.delete(id));
  await storage.directory.pullBackJobs(kind, { aheadMs: 0, leaseMs: 0 });
  await storage.directory.releaseAllLeases();
  for (;;) {
    const job = await storage.directory.claimJob(kind, { owner: 'end', leaseMs: 1 });
    if (job === null) return;
    await storage.write(job.storeId, (writer) => writer.jobs.delete(job.id));
  }
}

onBothEngines('stores with hundreds of messages leave slots to a third', async ({ storage }) => {
  const [first = '', second = '', third = ''] = await withStores(storage, 3);
  lastNumber = 100;
  for (const storeId of [first, second]) await insertJobs(storage, 'webhook_delivery', storeId, 100);
  const claim = async () =>
    (await storage.directory.claimJob('webhook_delivery', { owner: 'me', leaseMs }))?.storeId ?? null;
  assert.deepEqual([await claim(), await claim()], [first, second]);
  await insertJobs(storage, 'webhook_delivery', third, 5);
  assert.deepEqual([await claim(), await claim(), await claim()], [third, first, second]);
  const rest = [await claim(), await claim(), await claim(), await claim(), await claim(), await claim()];
  // Four of each are held at most, and then no claim gets another.
  assert.deepEqual(rest, [third, first, second, third, first, second]);
  assert.deepEqual([await claim(), await claim()], [third, null]);
});

onBothEngines('a slow webhook’s messages do not hold up others', async ({ storage }) => {
  const [storeId = ''] = await withStores(storage, 1);
  lastNumber = 100;
  await insertJobs(storage, 'webhook_delivery', storeId, 50, 'slow');
  await insertJobs(storage, 'webhook_delivery', storeId, 2, 'quick');
  const claim = async () =>
    (await storage.directory.claimJob('webhook_delivery', { owner: 'me', leaseMs }))?.subject ?? null;
  assert.deepEqual([await claim(), await claim(), await claim()], ['slow', 'quick', null]);
});

onBothEngines('a job that got a new time is found again', async ({ storage }) => {
  const [storeId = ''] = await withStores(storage, 1);
  lastNumber = 100;
  await insertJobs(storage, 'feed', storeId, 1);
  const claim = () => storage.directory.claimJob('feed', { owner: 'me', leaseMs });
  const id = (await claim())?.id ?? '';
  await storage.write(storeId, (writer) => writer.jobs.postpone(id, 4_000_000_000_000_000));
  // Twice: the first takes the store off the list.
  assert.deepEqual([await claim(), await claim()], [null, null]);
  await storage.write(storeId, (writer) => writer.jobs.postpone(id, 0));
  assert.equal((await claim())?.id, id);
});

/** As after a clock stepped back: the job is listed, and its time ahead. The trigger would take it off the list. */
async function listAhead(target: StorageTarget, storeId: string): Promise<void> {
  await runSql(target, storeId, 'update jobs set run_at = 4000000000000000');
  await runSql(target, storeId, 'update jobs set listed = 1');
}

/** As time makes it, which the trigger does not see. */
async function makeDue(target: StorageTarget, storeId: string): Promise<void> {
  const isLocal = target.engine === 'sqlite';
  const off = isLocal ? 'drop trigger jobs_rescheduled' : 'alter table jobs disable trigger jobs_rescheduled';
  await runSql(target, storeId, off);
  await runSql(target, storeId, 'update jobs set run_at = 0');
}

onBothEngines('a listed job is found after the clock stepped back', async ({ storage, target }) => {
  const [storeId = ''] = await withStores(storage, 1);
  lastNumber = 100;
  await insertJobs(storage, 'feed', storeId, 1);
  const claim = () => storage.directory.claimJob('feed', { owner: 'me', leaseMs });
  const id = (await claim())?.id;
  await storage.directory.releaseAllLeases();
  await listAhead(target, storeId);
  assert.deepEqual([await claim(), await claim()], [null, null]);
  await makeDue(target, storeId);
  assert.equal((await claim())?.id, id);
});

onBothEngines('a job lost from the list is brought back', async ({ storage, target }) => {
  const [storeId = ''] = await withStores(storage, 1);
  lastNumber = 100;
  await insertJobs(storage, 'feed', storeId, 1);
  const claim = () => storage.directory.claimJob('feed', { owner: 'me', leaseMs });
  const id = (await claim())?.id;
  await storage.directory.releaseAllLeases();
  await runSql(target, storeId, 'update job_turns set waiting = 0');
  assert.equal(await claim(), null);
  await storage.directory.pullBackJobs('feed', { aheadMs: leaseMs, leaseMs });
  assert.equal((await claim())?.id, id);
});

onBothEngines('an idle claim does not wait for writers', async ({ storage, target }) => {
  const [storeId = ''] = await withStores(storage, 1);
  lastNumber = 100;
  for (const kind of jobKinds) await insertJobs(storage, kind, storeId, 1);
  const claimAll = async () => {
    for (const kind of jobKinds) await storage.directory.claimJob(kind, { owner: 'me', leaseMs });
  };
  // What is held, and what is done, leave nothing to write behind the first look.
  await claimAll();
  await claimAll();
  await whileWritingIsShut(target, claimAll);
});

/** Holds what every transaction of a claim needs: one that begins fails after the wait for a lock. */
async function whileWritingIsShut(target: StorageTarget, work: () => Promise<void>): Promise<void> {
  if (target.engine === 'sqlite') {
    const database = new DatabaseSync(target.file);
    database.exec('begin immediate');
    await work().finally(() => database.close());
    return;
  }
  const client = new Client({ connectionString: target.url });
  await client.connect();
  await client.query(`select pg_advisory_lock(${0x636c6169})`);
  await work().finally(() => client.end());
}

async function queryPostgres(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const text = (expression: string) => `to_char(${expression}, 'FM000000')`;

/** Writes jobs of 10,000 stores, a tenth due in the far future; every fifth job is of the last store. */
function manyJobs(kind: JobKind, from: number, to: number): string {
  const series = `generate_series(${from}, ${to}) as s(n)`;
  const id = `'${kind}' || ${text('n')}`;
  const store = `case when n % 5 = 0 then ${text('9999')} else ${text('n % 10000')} end`;
  const time = 'case when n % 10 = 3 then 9000000000000000 else 0 end';
  const columns = 'id, kind, store_id, subject, run_at, attempts, listed';
  return `insert into jobs (${columns}) select ${id}, '${kind}', ${store}, ${text('n % 7')}, ${time}, 0, 1 from ${series}`;
}

function manyTurns(kind: JobKind): string {
  const series = 'generate_series(0, 9999) as s(n)';
  return `insert into job_turns (kind, store_id, waiting, last_turn) select '${kind}', ${text('n')}, 1, n from ${series}`;
}

for (const [when, analyzed, half] of [
  ['never counted', [], []],
  ['counted before they came', ['import'], []],
  ['counted as they came', [], jobKinds],
  ['counted', jobKinds, []],
] as const) {
  onPostgres(`a claim reads few rows of 100,000 jobs ${when}`, async ({ storage, target }) => {
    if (target.engine !== 'postgres') return;
    const database = openPostgresDatabase(target);
    const counts = { import: 20_000, feed: 20_000, webhook_delivery: 100_000 } as const;
    try {
      // Statistics are those of the title, and none that come in the midst of the test.
      await queryPostgres(target.url, 'alter table jobs set (autovacuum_enabled = false)');
      await queryPostgres(target.url, 'alter table job_turns set (autovacuum_enabled = false)');
      for (const kind of ['import', 'feed', 'webhook_delivery'] as const) {
        // Statistics decide about plans, and autovacuum takes them whenever it comes.
        await queryPostgres(target.url, manyJobs(kind, 1, counts[kind] / 2));
        if (half.some((one) => one === kind)) await queryPostgres(target.url, 'analyze jobs, job_turns');
        await queryPostgres(target.url, manyJobs(kind, 1 + counts[kind] / 2, counts[kind]));
        await queryPostgres(target.url, manyTurns(kind));
        if (analyzed.some((one) => one === kind)) await queryPostgres(target.url, 'analyze jobs, job_turns');
        // Some are held, and the store with most jobs is next.
        for (let count = 0; count < 5; count += 1) {
          await storage.directory.claimJob(kind, { owner: 'me', leaseMs });
        }
        await queryPostgres(target.url, `update job_turns set last_turn = 0 where store_id = '009999'`);
        const statements = claimStatements(database, kind);
        for (const name of ['isWork', 'next', 'list'] as const) {
          const { rows, plan } = await database.transaction(
            null,
            (transaction) => rowsRead(transaction.query, statements[name]),
            planning,
          );
          assert.ok(rows <= 250, `${name} of ${kind} reads ${rows} rows by ${plan}`);
        }
      }
    } finally {
      await database.close();
    }
  });
}

onSqlite('every step of a claim is a search by index', async ({ target }) => {
  if (target.engine !== 'sqlite') return;
  const database = openSqliteDatabase(target);
  try {
    for (const kind of jobKinds) {
      for (const statement of Object.values(claimStatements(database, kind))) {
        const steps = stepsOf(target.file, statement);
        const searches = steps.filter((detail) => /^SEARCH /.test(detail));
        assert.ok(searches.length > 0);
        for (const detail of searches)
          assert.match(detail, /\((id=\?|kind=\? AND (run_at|waiting|store_id).*)\)$/);
        // The lines of a store and a single row are no tables.
        for (const detail of steps.filter((step) => /^SCAN /.test(step))) {
          assert.match(detail, /^SCAN (lines|CONSTANT ROW)/);
        }
      }
    }
  } finally {
    await database.close();
  }
});
