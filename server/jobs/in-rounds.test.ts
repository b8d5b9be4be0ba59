import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../errors.ts';
import { inRounds } from './in-rounds.ts';

test('a store with endless steps holds up no other', async () => {
  const steps: string[] = [];
  let left = 3;
  await inRounds(
    ['endless', 'calm'],
    async (storeId) => {
      steps.push(storeId);
      return storeId === 'endless' || --left > 0;
    },
    { isOver: () => left === 0, failed: () => assert.fail() },
  );
  assert.deepEqual(steps, ['endless', 'calm', 'endless', 'calm', 'endless', 'calm']);
});

test('a store that fails once takes no step more', async () => {
  const steps: string[] = [];
  const failures: unknown[] = [];
  const fault = new Error('a page of it is damaged');
  await inRounds(
    ['damaged', 'calm'],
    async (storeId) => {
      steps.push(storeId);
      if (storeId === 'damaged') throw fault;
      return steps.length < 6;
    },
    { isOver: () => false, failed: (...failure) => failures.push(failure) },
  );
  assert.deepEqual(steps, ['damaged', 'calm', 'calm', 'calm', 'calm', 'calm']);
  assert.deepEqual(failures, [['damaged', fault]]);
});

test('a database that is away ends the rounds behind faults', async () => {
  const away = new AppError('unavailable', 'The database is away.');
  const steps: string[] = [];
  const failures: string[] = [];
  const step = (storeId: string) => {
    steps.push(storeId);
    return Promise.reject(storeId === 'away' ? away : new Error(`${storeId} is damaged`));
  };
  const options = { isOver: () => false, failed: (storeId: string) => failures.push(storeId) };
  await assert.rejects(inRounds(['bad', 'worse', 'away', 'calm'], step, options), away);
  assert.deepEqual(steps, ['bad', 'worse', 'away']);
  assert.deepEqual(failures, ['bad', 'worse']);
});
