/**
 * Goal: a turn of a job has a length, so that no store waits for the end of another's long work, and long work ends all the
 * same. Method: a real worker on both databases, jobs made of steps, and a clock that only the steps move.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate as yieldToTimers } from 'node:timers/promises';
import fc from 'fast-check';
import { limits } from '../../contract/limits.ts';
import { newId } from '../../server/ids.ts';
import { type JobHandler, startJobWorker } from '../../server/jobs/job-worker.ts';
import type { JobKind } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { caseCount } from '../support/case-count.ts';
import { createDrivenClock } from '../support/driven-clock.ts';
import { onBothEngines } from '../support/engines.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

type FcValue<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

let lastNumber = 1_000;

async function insertJob(storage: Storage, storeId: string, kind: JobKind = 'import'): Promise<void> {
  lastNumber += 1;
  const id = uuidOf(lastNumber);
  await storage.write(storeId, (writer) => writer.jobs.insert({ id, kind, storeId, subject: id, runAt: 0 }));
}

/** Stores in the order in which claims that know nothing else take them. */
async function withStores(storage: Storage, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => uuidOf(index + 1));
  for (const id of ids) await storage.directory.createStore({ ...storeRow(), id, name: id }, []);
  return ids;
}

interface StepWorld {
  readonly storage: Storage;
  readonly slots: number;
  readonly stepMs: number;
  /** How many steps a job of the store has. */
  readonly stepsOf: (storeId: string) => number;
  /** Jobs that are inserted, before and meanwhile. */
  readonly jobCount: number;
  /** Called after each step with the stores of all so far. */
  readonly stepped: (steps: readonly string[]) => Promise<void>;
}

/** The directory of a worker; `settled` resolves when the claims under way have their answers. */
function watchClaims({ directory }: Storage): {
  directory: Storage['directory'];
  settled: () => Promise<unknown>;
} {
  const claims = new Set<Promise<unknown>>();
  return {
    directory: {
      ...directory,
      claimJob(...request) {
        const claim = directory.claimJob(...request);
        claims.add(claim);
        return claim.finally(() => claims.delete(claim));
      },
    },
    settled: () => Promise.allSettled(claims),
  };
}

/** Works until all jobs are done; gives the stores of the steps in their order, and those of the jobs as they were begun. */
async function workBySteps(world: StepWorld): Promise<{ steps: string[]; begun: string[] }> {
  const { storage, stepMs, stepsOf, jobCount, stepped } = world;
  const clock = createDrivenClock();
  const steps: string[] = [];
  const begun: string[] = [];
  const failures: unknown[] = [];
  const { directory, settled } = watchClaims(storage);
  let endedCount = 0;
  const work: JobHandler = async ({ id, storeId }, _lease, _stopping, pause) => {
    begun.push(storeId);
    for (let step = 0; step < stepsOf(storeId); step += 1) {
      await pause(true);
      // Steps take no time of their own: without this, a slow database would be many steps late.
      await settled();
      clock.advanceMs(stepMs);
      steps.push(storeId);
      await stepped(steps);
    }
    await storage.write(storeId, (writer) => writer.jobs.delete(id));
    endedCount += 1;
  };
  const worker = startJobWorker({
    directory,
    handlers: { import: work },
    clock,
    newId,
    concurrency: world.slots,
    pollMs: 5,
    failed: (error) => failures.push(error),
  });
  await waitUntil('the end of all jobs', () => endedCount === jobCount, 30_000).finally(() => worker.stop());
  assert.deepEqual(failures, []);
  return { steps, begun };
}

const arrivals = fc.record({
  greedy: fc.integer({ min: 1, max: 5 }),
  slots: fc.integer({ min: 1, max: 3 }),
  stepMs: fc.integer({ min: 1_500, max: 12_000 }),
  arrivesAt: fc.integer({ min: 1, max: 30 }),
});

onBothEngines('a newcomer waits for two turns of each long job', async ({ engine, storage }) => {
  const stores = await withStores(storage, 6);
  const newcomer = stores.at(-1) ?? '';
  const stepsEach = 200;
  const arrive = async ({ greedy, slots, stepMs, arrivesAt }: FcValue<typeof arrivals>) => {
    const greedyStores = stores.slice(0, greedy);
    for (const storeId of greedyStores) await insertJob(storage, storeId);
    const { steps, begun } = await workBySteps({
      storage,
      slots,
      stepMs,
      jobCount: greedy + 1,
      stepsOf: (storeId) => (storeId === newcomer ? 1 : stepsEach),
      async stepped({ length }) {
        if (length === arrivesAt) await insertJob(storage, newcomer);
      },
    });
    assert.deepEqual(begun.toSorted(), [...greedyStores, newcomer], 'each job is begun once');
    const stepsPerTurn = Math.ceil(limits.jobTurnMs / stepMs);
    const waited = steps.indexOf(newcomer) - arrivesAt;
    assert.ok(waited <= (2 * greedy + slots) * stepsPerTurn, `waited for ${waited} steps`);
  };
  await fc.assert(fc.asyncProperty(arrivals, arrive), { numRuns: caseCount(engine === 'sqlite' ? 12 : 6) });
});

onBothEngines('a long job ends while short ones keep coming', async ({ storage }) => {
  const [long = '', short = ''] = await withStores(storage, 2);
  const shortJobs = 20;
  for (const storeId of [long, ...Array.from({ length: shortJobs }, () => short)]) {
    await insertJob(storage, storeId);
  }
  const { steps } = await workBySteps({
    storage,
    slots: 1,
    stepMs: limits.jobTurnMs,
    jobCount: shortJobs + 1,
    stepsOf: (storeId) => (storeId === long ? 10 : 1),
    stepped: async () => {},
  });
  // Turn by turn: the tenth step of the long job is the nineteenth of all, or one later.
  assert.ok(steps.lastIndexOf(long) <= 20, steps.indexOf(long).toString());
});

onBothEngines('a lone job continues turn after turn', async ({ storage }) => {
  const [alone = ''] = await withStores(storage, 1);
  await insertJob(storage, alone);
  const { steps, begun } = await workBySteps({
    storage,
    slots: 2,
    stepMs: limits.jobTurnMs,
    jobCount: 1,
    stepsOf: () => 50,
    stepped: async () => {},
  });
  assert.deepEqual([steps.length, begun.length], [50, 1]);
});

onBothEngines('jobs between two turns leave off when the worker stops', async ({ storage }) => {
  const stores = await withStores(storage, 4);
  for (const storeId of stores) await insertJob(storage, storeId);
  const clock = createDrivenClock();
  const begun = new Set<string>();
  let underWay = 0;
  const work: JobHandler = async ({ storeId }, _lease, stopping, pause) => {
    begun.add(storeId);
    underWay += 1;
    while (!stopping.aborted) {
      clock.advanceMs(limits.jobTurnMs);
      await yieldToTimers();
      await pause(true);
    }
    underWay -= 1;
  };
  const worker = startJobWorker({
    directory: storage.directory,
    handlers: { import: work },
    clock,
    newId,
    concurrency: 1,
    pollMs: 5,
    failed() {},
  });
  await waitUntil('a turn of each', () => begun.size === stores.length);
  await worker.stop();
  assert.equal(underWay, 0);
  for (const storeId of stores) {
    const job = await storage.directory.claimJob('import', { owner: 'next', leaseMs: 60_000 });
    assert.equal(job?.storeId, storeId, 'its lease was given back');
  }
});

for (const [kind, slots] of [
  ['feed', limits.feedsAtOnce],
  ['webhook_delivery', limits.deliveriesAtOnce],
] as const) {
  onBothEngines(`two stores never hold all slots of ${kind} jobs`, async ({ storage }) => {
    const [first = '', second = '', newcomer = ''] = await withStores(storage, 3);
    const begun: string[] = [];
    const work: JobHandler = async ({ storeId }, _lease, stopping) => {
      begun.push(storeId);
      // As a server that never ends its answer.
      if (!stopping.aborted) await once(stopping, 'abort');
    };
    const worker = startJobWorker({
      directory: storage.directory,
      handlers: { [kind]: work },
      clock: createDrivenClock(),
      newId,
      concurrency: slots,
      pollMs: 5,
      failed() {},
    });
    try {
      for (const storeId of [first, second]) {
        for (let job = 0; job < slots; job += 1) await insertJob(storage, storeId, kind);
      }
      const share = kind === 'feed' ? limits.feedsAtOncePerStore : limits.deliveriesAtOncePerStore;
      await waitUntil('all that two stores may hold', () => begun.length >= Math.min(2 * share, slots));
      await insertJob(storage, newcomer, kind);
      await waitUntil('the newcomer', () => begun.includes(newcomer));
    } finally {
      await worker.stop();
    }
  });
}

/**
 * Whether a store whose first call took `slowCallMs` leaves the quick slot of two to the other store. Its later calls hang;
 * `firstEnds`: the first one does not.
 */
async function callSlowStore(storage: Storage, firstEnds: boolean): Promise<void> {
  const [slow = '', quick = ''] = await withStores(storage, 2);
  const clock = createDrivenClock();
  const { directory, settled } = watchClaims(storage);
  const begun: string[] = [];
  const failures: unknown[] = [];
  const first = Promise.withResolvers<void>();
  const work: JobHandler = async ({ id, storeId }, _lease, stopping, _pause, wait) => {
    begun.push(storeId);
    const stopped = () => once(stopping, 'abort').then(() => {});
    if (storeId === slow)
      await wait.during(() => Promise.race([stopped(), ...(begun.length === 1 ? [first.promise] : [])]));
    if (!stopping.aborted) await storage.write(storeId, (writer) => writer.jobs.delete(id));
  };
  const worker = startJobWorker({
    directory,
    handlers: { webhook_delivery: work },
    clock,
    newId,
    concurrency: 2,
    quickSlots: 1,
    pollMs: 5,
    failed: (error) => failures.push(error),
  });
  const hung = firstEnds ? 2 : 1;
  try {
    await insertJob(storage, slow, 'webhook_delivery');
    await waitUntil('the first call', () => begun.length === 1);
    clock.advanceMs(limits.slowCallMs);
    // A claim that began before this moment knows no slow store yet, and would take what is inserted now.
    await settled();
    if (firstEnds) first.resolve();
    for (let call = 0; call < 5; call += 1) await insertJob(storage, slow, 'webhook_delivery');
    await waitUntil('a call that hangs', () => begun.length >= hung);
    for (let call = 0; call < 3; call += 1) {
      await insertJob(storage, quick, 'webhook_delivery');
      await waitUntil('a call of the other store', () => begun.length > hung + call);
    }
  } finally {
    await worker.stop();
  }
  assert.deepEqual(begun, [...Array.from({ length: hung }, () => slow), quick, quick, quick]);
  assert.deepEqual(failures, []);
}

onBothEngines('a call under way makes its store slow', ({ storage }) => callSlowStore(storage, false));

onBothEngines('a call that has ended makes its store slow', ({ storage }) => callSlowStore(storage, true));
