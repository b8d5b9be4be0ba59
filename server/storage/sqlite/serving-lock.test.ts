import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { takeServingLock } from './serving-lock.ts';

test('a second server on the same file is refused until the first lets go', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-lock-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'foretype.sqlite');
  const first = takeServingLock(file);
  assert.throws(() => takeServingLock(file), /Another server is running on .*FORETYPE_DATA/);
  first.release();
  takeServingLock(file).release();
});
