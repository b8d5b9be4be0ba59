/**
 * Goal: whatever moment a service is killed at, a run of a feed goes on by itself after the next start, and ends with the
 * data and the counts of one that nobody disturbed. Method: a real process is killed (SIGKILL) while it fetches, imports,
 * reconciles or waits for the index; `npm run campaign:kill -- feeds` does it 50 times with more products, and
 * `feeds-postgres` on PostgreSQL.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyEngine } from '../support/engines.ts';
import { killFeeds } from '../support/kill-feeds.ts';

test('killed runs of feeds end as if undisturbed', async () => {
  const report = await killFeeds(anyEngine.name, 2, { products: 1_100, betweenPiecesMs: 5 });
  assert.equal(report.kills, 2);
});
