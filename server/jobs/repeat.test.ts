import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseInStep, repeat } from './repeat.ts';

/** Work that fails on the given runs, counted from 1, with the given message, and a promise for the end of its n-th run. */
function countedWork(failures: ReadonlyMap<number, string>) {
  let runs = 0;
  const waiting = new Map<number, () => void>();
  return {
    work: async () => {
      runs += 1;
      waiting.get(runs)?.();
      const failure = failures.get(runs);
      if (failure !== undefined) throw new Error(failure);
    },
    reaches: (run: number) => new Promise<void>((resolve) => waiting.set(run, resolve)),
    count: () => runs,
  };
}

test('work continues after a failure reported once per streak', async () => {
  const { work, reaches } = countedWork(
    new Map([
      [2, 'down'],
      [3, 'down'],
      [5, 'down'],
      [6, 'other'],
    ]),
  );
  const reported: string[] = [];
  const eighth = reaches(8);
  const repetition = repeat(work, 1, {
    failed: (error) => reported.push(String(error)),
    recovered: () => reported.push('recovered'),
  });
  await eighth;
  await repetition.stop();
  assert.deepEqual(reported, ['Error: down', 'recovered', 'Error: down', 'Error: other', 'recovered']);
});

test('stopping waits for the running job and starts no other', async () => {
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

test('work woken while it runs repeats without its pause', async () => {
  const { work, reaches } = countedWork(new Map());
  let repetition: ReturnType<typeof repeat> | null = null;
  const third = reaches(3);
  const first = reaches(1);
  repetition = repeat(
    async () => {
      await work();
      await first;
    },
    60_000,
    { failed: () => {} },
  );
  // The first run is under way.
  repetition.wake();
  await reaches(2);
  repetition.wake();
  await third;
  await repetition.stop();
});

test('pauses of one length end together in a thread', () => {
  // Whenever each began, in ms.
  const ends = [1_000, 1_003.4, 1_249, 1_250].map((nowMs) => nowMs + pauseInStep(500, nowMs));
  assert.deepEqual(ends, [1_500, 1_500, 1_500, 1_500]);
});

test('a pause is half its length at the least', () => {
  const lengths = Array.from({ length: 1_000 }, (_, nowMs) => pauseInStep(500, nowMs + 0.5));
  assert.ok(Math.min(...lengths) >= 250 && Math.max(...lengths) <= 750);
});
