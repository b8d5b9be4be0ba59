/**
 * Goal: a backup or a restore that is killed leaves all or nothing. Method: real processes, killed (SIGKILL) at moments
 * that files on the disk show; `npm run campaign:kill -- backups` does it more often.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killBackups } from '../support/kill-backups.ts';

test('a killed backup or restore leaves all or nothing', async () => {
  const { kills, unfinishedBackups } = await killBackups(3);
  assert.equal(kills, 3);
  // A restore that was through before its kill brings a further turn of a backup.
  assert.ok(unfinishedBackups >= 1);
});
