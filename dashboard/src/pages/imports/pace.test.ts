import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSight, type Observation, paceOf } from './pace.ts';

function sightsOf(...rows: readonly number[]): readonly Observation[] {
  return rows.reduce<readonly Observation[]>(
    (sights, count, second) => addSight(sights, { atMs: second * 1_000, rows: count }),
    [],
  );
}

test('a second reading gives the pace and remaining time', () => {
  assert.equal(paceOf(sightsOf(0), 1_000), null);
  assert.equal(paceOf(sightsOf(100, 100), 1_000), null);
  assert.deepEqual(paceOf(sightsOf(0, 100, 300), 900), { rowsPerSecond: 150, secondsLeft: 4 });
  assert.equal(paceOf(sightsOf(0, 100), null)?.secondsLeft, null);
});

test('old readings no longer count for the pace', () => {
  const slowThenFast = [
    ...Array.from({ length: 20 }, () => 0),
    ...Array.from({ length: 11 }, (_, i) => i * 500),
  ];
  assert.equal(paceOf(sightsOf(...slowThenFast), null)?.rowsPerSecond, 500);
});

test('a new phase begins a new pace', () => {
  assert.equal(sightsOf(500, 900, 0).length, 1);
  assert.deepEqual(paceOf(sightsOf(900, 0, 50), 100), { rowsPerSecond: 50, secondsLeft: 1 });
});
