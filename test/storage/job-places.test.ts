/**
 * Goal: more long jobs than a process holds keep no newcomer waiting for the end of one. Method: a real worker whose jobs
 * are made of steps and are resumed where they left off, and a clock that only the steps move.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { newId } from '../../server/ids.ts';
import { type JobHandler, startJobWorker } from '../../server/jobs/job-worker.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createDrivenClock } from '../support/driven-clock.ts';
import { onAnyEngine } from '../support/engines.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

const { jobsHeldMax, jobTurnMs, jobTurnsMin } = limits;

interface Seen {
  /** Stores of the steps in their order, a step a turn. */
  readonly steps: string[];
  /** How often the job of each store was begun. */
  readonly begun: Map<string, number>;
}

/**
 * As many long jobs as a process holds, and one more that comes once all of them are held: from then on one waits. A job that leaves off is
 * resumed at its next step.
 */
async function workBesideNewcomer(
  storage: Storage,
  { stepsEach, isResumable }: { readonly stepsEach: number; readonly isResumable: boolean },
): Promise<Seen & { readonly waitedSteps: number }> {
  const stores = Array.from({ length: jobsHeldMax + 1 }, (_, index) => uuidOf(index + 1));
  const newcomer = stores.at(-1) ?? '';
  for (const id of stores) await storage.directory.createStore({ ...storeRow(), id, name: id }, []);
  const insert = (storeId: string) =>
    storage.write(storeId, (writer) =>
      writer.jobs.insert({ id: storeId, kind: 'import', storeId, subject: storeId, runAt: 0 }),
    );
  for (const storeId of stores.slice(0, -1)) await insert(storeId);
  const clock = createDrivenClock();
  const done = new Map<string, number>();
  const seen: Seen = { steps: [], begun: new Map() };
  let endedCount = 0;
  let arrivedAt = 0;
  const work: JobHandler = async ({ id, storeId }, _lease, stopping, pause) => {
    seen.begun.set(storeId, (seen.begun.get(storeId) ?? 0) + 1);
    for (let step = done.get(storeId) ?? 0; step < stepsEach; step += 1) {
      if (stopping.aborted) return;
      clock.advanceMs(jobTurnMs);
      seen.steps.push(storeId);
      done.set(storeId, step + 1);
      if (arrivedAt === 0 && seen.begun.size === jobsHeldMax) {
        arrivedAt = seen.steps.length;
        await insert(newcomer);
      }
      await pause(isResumable);
    }
    await storage.write(storeId, (writer) => writer.jobs.delete(id));
    endedCount += 1;
  };
  const worker = startJobWorker({
    directory: storage.directory,
    handlers: { import: work },
    clock,
    newId,
    concurrency: 1,
    pollMs: 5,
    failed: (error) => assert.fail(String(error)),
  });
  await waitUntil('the end of all jobs', () => endedCount === stores.length, 60_000).finally(() =>
    worker.stop(),
  );
  assert.equal(seen.steps.length, stores.length * stepsEach, 'no step is lost or done twice');
  return { ...seen, waitedSteps: seen.steps.indexOf(newcomer) - arrivedAt };
}

onAnyEngine('a newcomer does not wait for places to fall free', async ({ storage }) => {
  const stepsEach = 3 * jobTurnsMin;
  const { begun, waitedSteps } = await workBesideNewcomer(storage, { stepsEach, isResumable: true });
  assert.ok(waitedSteps <= jobsHeldMax * (jobTurnsMin + 1), `waited for ${waitedSteps} steps`);
  // One that leaves off had its turns first.
  for (const count of begun.values()) assert.ok(count <= stepsEach / jobTurnsMin + 1, `begun ${count} times`);
});

onAnyEngine('jobs that cannot be resumed keep their places', async ({ storage }) => {
  const stepsEach = jobTurnsMin + 2;
  const { begun } = await workBesideNewcomer(storage, { stepsEach, isResumable: false });
  assert.deepEqual([...new Set(begun.values())], [1]);
});
