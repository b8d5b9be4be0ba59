import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MortalMethods } from '../../../test/support/mortal-thread.ts';
import { AppError } from '../../errors.ts';
import { keepThread, type ThreadStarter } from './keep-thread.ts';
import { startThread } from './start-thread.ts';

const file = new URL('../../../test/support/mortal-thread.ts', import.meta.url);

function launcher(data: object) {
  return (onDeath: (error: Error) => void) => startThread<MortalMethods>(file, data, { onDeath });
}

const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'unavailable';

test('a thread that ends runs again and answers', async () => {
  const restarts: string[] = [];
  const started = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const thread = keepThread(
    launcher({}),
    {
      onRestart: ({ message }) => void restarts.push(message),
      onDeath: assert.fail,
    },
    [1, 1],
  );
  thread.onStartedAgain(() => started[restarts.length - 1]?.resolve());
  assert.equal(await thread.call('echo', 'first'), 'first');
  for (const [index, how] of (['throw', 'exit'] as const).entries()) {
    const waiting = assert.rejects(thread.call('wait', null), isUnavailable);
    await assert.rejects(thread.call('die', how), isUnavailable);
    await waiting;
    await started[index]?.promise;
    assert.equal(await thread.call('echo', how), how);
  }
  assert.deepEqual(restarts, ['asked to die', 'it ended unasked']);
  await thread.terminate();
});

test('a thread that is no longer needed stays ended', async () => {
  const ended = Promise.withResolvers<void>();
  const thread = keepThread(launcher({}), { onRestart: () => ended.resolve(), onDeath: assert.fail }, [1]);
  thread.onStartedAgain(assert.fail);
  await assert.rejects(thread.call('die', 'exit'), isUnavailable);
  await ended.promise;
  thread.retire();
  // By then the pause would be over.
  const restarted = Promise.withResolvers<void>();
  const later = keepThread(launcher({}), { onRestart() {}, onDeath: assert.fail }, [1]);
  later.onStartedAgain(() => restarted.resolve());
  await assert.rejects(later.call('die', 'exit'), isUnavailable);
  await restarted.promise;
  await later.terminate();
  await assert.rejects(thread.call('echo', 'late'), isUnavailable);
  await thread.terminate();
});

test('a thread that ends again and again is given up', async () => {
  const death = Promise.withResolvers<Error>();
  let restarts = 0;
  const thread = keepThread(
    launcher({ isStillborn: true }),
    {
      onRestart() {
        restarts += 1;
      },
      onDeath: death.resolve,
    },
    [1, 1, 1],
  );
  assert.equal((await death.promise).message, 'stillborn');
  assert.equal(restarts, 3);
  await assert.rejects(thread.call('echo', 'late'), isUnavailable);
  await thread.terminate();
});

test('stores explain a bounded number of ends, with growing pauses', async () => {
  const death = Promise.withResolvers<Error>();
  const restarts: number[] = [];
  let startCount = 0;
  const outOfMemory = Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  // Each thread ends at the work of another store.
  const launch: ThreadStarter<MortalMethods> = (died) => {
    const storeId = String(startCount);
    startCount += 1;
    if (startCount <= 100) setImmediate(died, outOfMemory);
    else death.reject(new Error('it is started again for ever'));
    return {
      ...{ call: assert.fail, terminate: async () => {} },
      tasks: () => [{ storeId, work: 'index' }],
    };
  };
  const onRestart = (_error: Error, pauseMs: number) => void restarts.push(pauseMs);
  keepThread(launch, { onRestart, onDeath: death.resolve }, [1, 2, 3, 4]);
  assert.equal(await death.promise, outOfMemory);
  assert.deepEqual(restarts, [1, 2, 3, ...Array.from({ length: 17 }, () => 4), 1, 2, 3, 4]);
});
