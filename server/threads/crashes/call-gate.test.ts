import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { AppError } from '../../errors.ts';
import type { HeldStore, QuarantineNotice } from '../../jobs/quarantine.ts';
import { createCallGate } from './call-gate.ts';
import { CurrentTasks, createTaskMemory, readTasks } from './current-tasks.ts';

test('calls of a held store wait, others continue', async () => {
  const clock = createDrivenClock();
  const memory = createTaskMemory();
  const notices: QuarantineNotice[] = [];
  const state = { since: 1, cause: 'defect', reason: 'ended' } as const;
  const held: HeldStore[] = [
    { storeId: 'a', work: 'writes', state, pauseMs: 5_000 },
    { storeId: 'b', work: 'reads', state, pauseMs: 5_000 },
  ];
  const gate = createCallGate(
    { work: 'writes', clock, held, notify: (notice) => notices.push(notice) },
    new CurrentTasks(memory),
  );
  const isRefused = (error: unknown) => {
    assert.ok(error instanceof AppError);
    // Data that cannot be read has another code: people may replace it.
    assert.deepEqual([error.code, error.retryAfterSeconds], ['unavailable', 5]);
    return true;
  };
  const call = (storeId: string) => gate(storeId, async () => readTasks(memory));
  await assert.rejects(call('a'), isRefused);
  assert.deepEqual(await call('b'), [{ storeId: 'b', work: 'writes' }]);
  assert.deepEqual(notices, []);
  clock.advanceMs(5_000);
  const fail = () => Promise.reject(new Error('its own matter'));
  await assert.rejects(gate('a', fail), /its own matter/);
  assert.deepEqual(notices, [{ storeId: 'a', work: 'writes', state: null }]);
});
