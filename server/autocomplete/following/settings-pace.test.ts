import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { SettingsPace } from './settings-pace.ts';

/** Settings that take so long. */
const workMs = 102;

function openPace() {
  const clock = createDrivenClock();
  const pauses: number[] = [];
  const pace = new SettingsPace(clock, async (ms) => {
    pauses.push(ms);
    clock.advanceMs(ms);
  });
  const work = (storeId: string, ms = workMs) => {
    const charge = pace.begin(storeId);
    clock.advanceMs(ms);
    charge();
  };
  return { clock, pace, pauses, work };
}

test('a store with endless settings changes gets a fifth of time', async () => {
  const { clock, pace, work } = openPace();
  const startedMs = clock.monotonicMs();
  for (let change = 0; change < 100; change += 1) {
    await pace.turn('greedy');
    assert.equal(pace.owes('other'), false);
    work('greedy');
  }
  const share = (100 * workMs) / (clock.monotonicMs() - startedMs);
  assert.ok(share < 0.21, `${share}`);
});

test('several stores that change settings without end share a quarter', () => {
  const { clock, pace, work } = openPace();
  const worked = new Map(['a', 'b', 'c', 'd'].map((storeId) => [storeId, 0]));
  const startedMs = clock.monotonicMs();
  while (clock.monotonicMs() - startedMs < 100_000) {
    const next = [...worked.keys()].find((storeId) => !pace.owes(storeId));
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
  const { pace, pauses, work } = openPace();
  for (let change = 0; change < 50; change += 1) {
    await pace.turn('a');
    work('a', 2);
  }
  assert.deepEqual(pauses, []);
});
