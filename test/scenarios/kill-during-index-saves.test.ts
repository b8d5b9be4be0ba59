/**
 * Goal: whatever moment a process is killed at, the next start answers from its saved indexes exactly as one that
 * reads the whole database. Method: a real process that writes, merges and saves without a pause is killed again and
 * again; `npm run campaign:kill -- indexes`, `… -- merges` and `… -- shared-indexes` do it more often.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killIndexSaves, killSharedSaves } from '../support/kill-index-saves.ts';

const kills = 5;

test('a start after a kill during saving answers like the database', async () => {
  const report = await killIndexSaves(kills);
  // Lives may be too short to save anything, and where the machine is busy many are; a test in which none did shows nothing.
  assert.ok(report.fromFiles > 0, JSON.stringify(report));
  assert.ok(report.segmentFiles > 0, JSON.stringify(report));
});

test('a start after a kill during merging answers like the database', async () => {
  const report = await killIndexSaves(2, true);
  assert.ok(report.fromFiles > 0, JSON.stringify(report));
});

test('a node started after a kill during sharing answers right', async () => {
  const report = await killSharedSaves(kills);
  assert.ok(report.fromFiles > 0, JSON.stringify(report));
  assert.ok(report.segmentFiles > 0, JSON.stringify(report));
});
