import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MortalMethods } from '../../../test/support/mortal-thread.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { AppError } from '../../errors.ts';
import { onDemand } from './on-demand.ts';
import { startThread } from './start-thread.ts';

const file = new URL('../../../test/support/mortal-thread.ts', import.meta.url);

const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'unavailable';

/** A thread on demand, and how often it was started and closed so far. */
function createScene(idleMs: number) {
  const counts = { started: 0, closed: 0, deaths: 0 };
  const launch = onDemand<MortalMethods>(
    (onDeath) => {
      counts.started += 1;
      return startThread<MortalMethods>(file, {}, { onDeath });
    },
    {
      idleMs,
      async close({ call }) {
        assert.equal(await call('echo', 'last'), 'last');
        counts.closed += 1;
      },
    },
  );
  const thread = launch(() => {
    counts.deaths += 1;
  }, []);
  return { counts, thread };
}

const hourMs = 3_600_000;

test('a thread on demand starts with its first call', async () => {
  const { counts, thread } = createScene(hourMs);
  assert.deepEqual([counts.started, thread.tasks()], [0, []]);
  assert.deepEqual(await Promise.all([thread.call('echo', 'a'), thread.call('echo', 'b')]), ['a', 'b']);
  assert.equal(counts.started, 1);
  await thread.terminate();
  assert.deepEqual(counts, { started: 1, closed: 1, deaths: 0 });
  await assert.rejects(thread.call('echo', 'late'), isUnavailable);
});

test('a thread on demand ends at rest and starts again', async () => {
  const { counts, thread } = createScene(1);
  for (const round of [1, 2]) {
    assert.equal(await thread.call('echo', 'a'), 'a');
    await waitUntil('the thread to end', () => counts.closed === round);
  }
  assert.deepEqual(counts, { started: 2, closed: 2, deaths: 0 });
  await thread.terminate();
});

test('a thread on demand that was never asked stays unborn', async () => {
  const { counts, thread } = createScene(1);
  await thread.terminate();
  await assert.rejects(thread.call('echo', 'late'), isUnavailable);
  assert.deepEqual(counts, { started: 0, closed: 0, deaths: 0 });
});

test('a thread on demand that dies starts no other', async () => {
  const { counts, thread } = createScene(1);
  await assert.rejects(thread.call('die', 'exit'), isUnavailable);
  await assert.rejects(thread.call('echo', 'late'), isUnavailable);
  assert.deepEqual(counts, { started: 1, closed: 0, deaths: 1 });
  await thread.terminate();
});

/** As {@link createScene}, with threads that close when the test says so, and die when it does. */
function createHeldScene() {
  const closings: PromiseWithResolvers<void>[] = [];
  const deaths: ((error: Error) => void)[] = [];
  const counts = { ended: 0, deaths: 0 };
  const launch = onDemand<MortalMethods>(
    (onDeath) => {
      deaths.push(onDeath);
      const started = startThread<MortalMethods>(file, {}, { onDeath });
      return {
        ...started,
        async terminate() {
          await started.terminate();
          counts.ended += 1;
        },
      };
    },
    {
      idleMs: 1,
      close() {
        const closing = Promise.withResolvers<void>();
        closings.push(closing);
        return closing.promise;
      },
    },
  );
  const thread = launch(() => {
    counts.deaths += 1;
  }, []);
  return { closings, deaths, counts, thread };
}

test('a thread that dies while ending leaves its successor alone', async () => {
  const { closings, deaths, counts, thread } = createHeldScene();
  await thread.call('echo', 'a');
  await waitUntil('the first to be closed', () => closings.length === 1);
  assert.equal(await thread.call('echo', 'b'), 'b');
  deaths[0]?.(new Error('it died'));
  assert.equal(await thread.call('echo', 'c'), 'c');
  assert.deepEqual([deaths.length, counts.deaths], [2, 0]);
  closings[0]?.resolve();
  await waitUntil('the second to be closed', () => closings.length === 2);
  closings[1]?.resolve();
  await thread.terminate();
  assert.equal(counts.ended, 2);
});

test('a stop waits for a thread that is ending', async () => {
  const { closings, counts, thread } = createHeldScene();
  await thread.call('echo', 'a');
  await waitUntil('it to be closed', () => closings.length === 1);
  const stopped = thread.terminate().then(() => counts.ended);
  closings[0]?.resolve();
  assert.equal(await stopped, 1);
});
