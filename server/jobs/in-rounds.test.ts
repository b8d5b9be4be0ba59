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
  await inRounds(
    ['damaged', 'calm'],
    async (storeId) => {
      steps.push(storeId);
      if (storeId === 'damaged') throw new Error('a page of it is damaged');
      return steps.length < 6;
    },
    { isOver: () => false, failed: (error) => failures.push(error) },
  );
  assert.deepEqual(steps, ['damaged', 'calm', 'calm', 'calm', 'calm', 'calm']);
  assert.equal(failures.length, 1);
});

test('a database that is away ends the rounds', async () => {
  const away = new AppError('unavailable', 'The database is away.');
  const step = () => Promise.reject(away);
  await assert.rejects(
    inRounds(['one', 'two'], step, { isOver: () => false, failed: () => assert.fail() }),
    away,
  );
});
