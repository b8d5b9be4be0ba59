import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeat } from './repeat.ts';

/** Work that fails on the given runs, counted from 1, and a promise for the end of its n-th run. */
function countedWork(failingRuns: readonly number[]) {
  let runs = 0;
  const waiting = new Map<number, () => void>();
  return {
    work: async () => {
      runs += 1;
      waiting.get(runs)?.();
      if (failingRuns.includes(runs)) throw new Error(`run ${runs}`);
    },
    reaches: (run: number) => new Promise<void>((resolve) => waiting.set(run, resolve)),
    count: () => runs,
  };
}

test('work goes on after a failure that is told once a streak', async () => {
  const { work, reaches } = countedWork([2, 3, 5]);
  const told: string[] = [];
  const sixth = reaches(6);
  const repetition = repeat(work, 1, {
    failed: (error) => told.push(String(error)),
    recovered: () => told.push('recovered'),
  });
  await sixth;
  await repetition.stop();
  assert.deepEqual(told, ['Error: run 2', 'recovered', 'Error: run 5', 'recovered']);
});

test('stopping waits for the run under way and starts no other', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const repetition = repeat(
    () => {
      runs += 1;
      return promise;
    },
    1,
    { failed: (error) => assert.fail(String(error)) },
  );
  let stopped = false;
  const stopping = repetition.stop().then(() => {
    stopped = true;
  });
  await Promise.resolve();
  assert.equal(stopped, false);
  resolve();
  await stopping;
  assert.equal(runs, 1);
});
