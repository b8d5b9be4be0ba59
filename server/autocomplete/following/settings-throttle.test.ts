import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { SettingsThrottle } from './settings-throttle.ts';

/** Settings that take so long. */
const workMs = 102;

function openThrottle() {
  const clock = createDrivenClock();
  const pauses: number[] = [];
  const throttle = new SettingsThrottle(clock, async (ms) => {
    pauses.push(ms);
    clock.advanceMs(ms);
  });
  const work = (storeId: string, ms = workMs) => {
    const charge = throttle.begin(storeId);
    clock.advanceMs(ms);
    charge();
  };
  return { clock, throttle, pauses, work };
}

test('a store with endless settings changes gets a fifth of time', async () => {
  const { clock, throttle, work } = openThrottle();
  const startedMs = clock.monotonicMs();
  for (let change = 0; change < 100; change += 1) {
    await throttle.turn('greedy');
    assert.equal(throttle.owes('other'), false);
    work('greedy');
  }
  const share = (100 * workMs) / (clock.monotonicMs() - startedMs);
  assert.ok(share < 0.21, `${share}`);
});

test('several stores that change settings without end share a quarter', () => {
  const { clock, throttle, work } = openThrottle();
  const worked = new Map(['a', 'b', 'c', 'd'].map((storeId) => [storeId, 0]));
  const startedMs = clock.monotonicMs();
  while (clock.monotonicMs() - startedMs < 100_000) {
    const next = [...worked.keys()].find((storeId) => !throttle.owes(storeId));
    if (next === undefined) {
      clock.advanceMs(1);
      continue;
    }
    work(next);
    worked.set(next, (worked.get(next) ?? 0) + workMs);
  }
  const all = [...worked.values()];
  const share = all.reduce((sum, one) => sum + one, 0) / 100_000;
  assert.ok(share < 0.27, `${share}`);
  assert.ok(Math.max(...all) <= 1.2 * Math.min(...all), all.join());
});

test('small changes are never slowed down', async () => {
  const { throttle, pauses, work } = openThrottle();
  for (let change = 0; change < 50; change += 1) {
    await throttle.turn('a');
    work('a', 2);
  }
  assert.deepEqual(pauses, []);
});
