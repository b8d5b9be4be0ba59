import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { unavailable } from '../errors.ts';
import { latencyStep } from './latency-histogram.ts';
import { createRequestCounter, flushRequests, type StoreRequests } from './request-counter.ts';
import { bucketOf } from './time-buckets.ts';

function sums({ statistics: { graph, backend, cached, errors, latencies } }: StoreRequests) {
  return [graph, backend, cached, errors, latencies.reduce((sum, count) => sum + count, 0)];
}

test('answers are counted by store, origin and duration', () => {
  const clock = createDrivenClock();
  const counter = createRequestCounter(clock);
  counter.countAnswer('a', 'graph', 0.2);
  counter.countAnswer('a', 'cached', 0.01);
  counter.countAnswer('a', 'cached', 40);
  counter.countAnswer('b', 'backend', 3);
  counter.countError('a');
  assert.equal(counter.current('c'), null);
  assert.equal(counter.current('a')?.cached, 2);
  const [a, b, ...others] = counter.take();
  assert.deepEqual(others, []);
  assert.ok(a !== undefined && b !== undefined);
  assert.deepEqual([a.storeId, sums(a)], ['a', [1, 0, 2, 1, 3]]);
  assert.deepEqual([b.storeId, sums(b)], ['b', [0, 1, 0, 0, 1]]);
  assert.equal(a.statistics.latencies[latencyStep(40)], 1);
  assert.deepEqual(counter.take(), []);
  assert.equal(counter.current('a'), null);
});

test('counts belong to the time of the previous take', () => {
  const clock = createDrivenClock();
  const counter = createRequestCounter(clock);
  const first = bucketOf(clock.nowMicros());
  clock.advanceMs(limits.statisticsBucketSeconds * 1_000);
  counter.countError('a');
  assert.equal(counter.take()[0]?.statistics.bucketAt, first);
  counter.countError('a');
  assert.equal(counter.take()[0]?.statistics.bucketAt, first + limits.statisticsBucketSeconds * 1_000_000);
});

test('an unwritable store delays no other', async () => {
  const counter = createRequestCounter(createDrivenClock());
  for (const store of ['a', 'b', 'c']) counter.countAnswer(store, 'graph', 1);
  const written: string[] = [];
  const failing = async ({ storeId }: StoreRequests) => {
    if (storeId === 'b') throw new Error('damaged');
    written.push(storeId);
  };
  await assert.rejects(flushRequests(counter, failing), /damaged/);
  counter.countAnswer('b', 'graph', 1);
  assert.deepEqual(written, ['a', 'c']);
  assert.deepEqual(counter.take().map(sums), [[2, 0, 0, 0, 2]]);
});

test('with the database away the rest is counted on', async () => {
  const counter = createRequestCounter(createDrivenClock());
  for (const store of ['a', 'b', 'c']) counter.countAnswer(store, 'graph', 1);
  let tries = 0;
  const failing = async ({ storeId }: StoreRequests) => {
    tries += 1;
    if (storeId === 'b') throw unavailable('away', 1);
  };
  await assert.rejects(flushRequests(counter, failing), /away/);
  assert.equal(tries, 2);
  assert.deepEqual(counter.take().map(sums), [
    [1, 0, 0, 0, 1],
    [1, 0, 0, 0, 1],
  ]);
});
