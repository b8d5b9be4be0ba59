/**
 * Goal: no run of a feed is lost, done twice or half applied, whoever dies and whatever the clocks say. Method: worlds
 * that a seed decides on, the real work in simulated time; `npm run campaign:feeds` lives through 1,000 of them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulateFeeds } from '../support/simulate-feeds.ts';

test('feeds catch up and apply whole in every failing world', async () => {
  const report = await simulateFeeds(1, 6);
  assert.equal(report.seeds, 6);
  assert.ok(report.runsCompleted > 0 && report.kills > 0 && report.clockJumps > 0);
});
