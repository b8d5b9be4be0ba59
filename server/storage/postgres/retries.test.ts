import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRetryableRead, isRetryableRun, type Stage } from './retries.ts';

const withCode = (code: string) => Object.assign(new Error('refused'), { code });
const deadlock = withCode('40P01');
const conflict = withCode('40001');
const shutDown = withCode('57P01');
const reset = withCode('ECONNRESET');
const cut = new Error('Connection terminated unexpectedly');
const silent = new Error('Query read timeout');
const defect = withCode('42P01');

const stages: readonly Stage[] = ['begin', 'work', 'commit'];
const stagesOf = (error: Error, isRepeatable: boolean, run = 1) =>
  stages.filter((stage) => isRetryableRun(error, { stage, run, isRepeatable }));

test('a read is retried only after a cut or an undone transaction', () => {
  for (const error of [deadlock, conflict, shutDown, reset, cut])
    assert.ok(isRetryableRead(error), error.message);
  for (const error of [silent, defect, 'text']) assert.ok(!isRetryableRead(error), String(error));
});

test('unrepeatable work is retried only before it began', () => {
  for (const error of [shutDown, reset, cut]) assert.deepEqual(stagesOf(error, false), ['begin']);
  for (const error of [deadlock, conflict, silent, defect]) assert.deepEqual(stagesOf(error, false), []);
});

test('a commit with an unknown outcome is never repeated', () => {
  for (const error of [shutDown, reset, cut]) assert.deepEqual(stagesOf(error, true), ['begin', 'work']);
  for (const error of [deadlock, conflict]) assert.deepEqual(stagesOf(error, true), ['work', 'commit']);
  for (const error of [silent, defect]) assert.deepEqual(stagesOf(error, true), []);
});

test('work undone each time is given up after four runs', () => {
  for (const error of [deadlock, conflict]) {
    assert.deepEqual(stagesOf(error, true, 3), ['work', 'commit']);
    assert.deepEqual(stagesOf(error, true, 4), []);
  }
  for (const error of [shutDown, reset, cut]) assert.deepEqual(stagesOf(error, true, 2), []);
});
