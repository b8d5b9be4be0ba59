import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countByHour } from './request-hours.ts';

const hour = 3_600_000_000;

test('keystrokes of an hour add up, others are left out', () => {
  const from = 500 * hour;
  const at = (bucketAt: number) => ({ bucketAt, graph: 1, backend: 20, cached: 300, errors: 4_000 });
  const hours = countByHour(
    [at(from - 1), at(from), at(from + hour - 1), at(from + 671 * hour), at(from + 672 * hour)],
    from,
  );
  assert.equal(hours.length, 672);
  assert.deepEqual([hours[0], hours[1], hours.at(-1)], [8_642, 0, 4_321]);
  assert.equal(
    hours.reduce((sum, one) => sum + one, 0),
    8_642 + 4_321,
  );
});
