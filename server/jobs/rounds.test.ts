import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../errors.ts';
import { createRounds } from './rounds.ts';

test('a store with endless steps holds up no other', async () => {
  const steps: string[] = [];
  let left = 3;
  await createRounds()(
    ['calm', 'endless'],
    async (storeId) => {
      steps.push(storeId);
      return storeId === 'endless' || --left > 0;
    },
    { isOver: () => left === 0, failed: () => assert.fail() },
  );
  assert.deepEqual(steps, ['calm', 'endless', 'calm', 'endless', 'calm']);
});

test('a store that fails once takes no step more', async () => {
  const steps: string[] = [];
  const failures: unknown[] = [];
  const fault = new Error('a page of it is damaged');
  await createRounds()(
    ['calm', 'damaged'],
    async (storeId) => {
      steps.push(storeId);
      if (storeId === 'damaged') throw fault;
      return steps.length < 6;
    },
    { isOver: () => false, failed: (...failure) => failures.push(failure) },
  );
  assert.deepEqual(steps, ['calm', 'damaged', 'calm', 'calm', 'calm', 'calm']);
  assert.deepEqual(failures, [['damaged', fault]]);
});

test('a database that is away ends the rounds behind faults', async () => {
  const away = new AppError('unavailable', 'The database is away.');
  const steps: string[] = [];
  const failures: string[] = [];
  const step = (storeId: string) => {
    steps.push(storeId);
    return Promise.reject(storeId === '3 away' ? away : new Error(`${storeId} is damaged`));
  };
  const options = { isOver: () => false, failed: (storeId: string) => failures.push(storeId) };
  await assert.rejects(createRounds()(['1', '2', '3 away', '4'], step, options), away);
  assert.deepEqual(steps, ['1', '2', '3 away']);
  assert.deepEqual(failures, ['1', '2']);
});

test('rounds continue behind the store of their last end', async () => {
  const rounds = createRounds();
  const steps: string[] = [];
  const run = async (storeIds: readonly string[], most: number) => {
    steps.length = 0;
    const step = async (storeId: string) => {
      steps.push(storeId);
      if (storeId === 'e') throw new AppError('unavailable', 'The database is away.');
      return false;
    };
    await rounds(storeIds, step, { isOver: () => steps.length === most, failed: () => assert.fail() });
  };
  await run(['d', 'c', 'b', 'a'], 2);
  assert.deepEqual(steps, ['a', 'b']);
  // The store where they ended was deleted meanwhile.
  await assert.rejects(run(['a', 'c', 'd', 'e', 'f'], 9));
  assert.deepEqual(steps, ['c', 'd', 'e']);
  await run(['a', 'c', 'd', 'e', 'f'], 2);
  assert.deepEqual(steps, ['f', 'a']);
});
