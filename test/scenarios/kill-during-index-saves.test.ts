/**
 * Goal: whatever moment a process is killed at, the next start answers from its saved indexes exactly as one that
 * reads the whole database. Method: a real process that writes, merges and saves without a pause is killed again and
 * again; `npm run campaign:kill -- indexes` does it 200 times.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killIndexSaves } from '../support/kill-index-saves.ts';

const kills = 5;

test('a start after a kill in the midst of saving and merging answers as the database does', async () => {
  const report = await killIndexSaves(kills);
  // The files of almost every life serve the next; the first may have been too short to save any.
  assert.ok(report.fromFiles >= kills / 2, JSON.stringify(report));
  assert.ok(report.segmentFiles >= kills / 2, JSON.stringify(report));
});
