import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { takeFolderLock, takeServingLock } from './serving-lock.ts';

test('a second server on a file is refused until released', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-lock-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'foretype.sqlite');
  const first = takeServingLock(file);
  assert.throws(() => takeServingLock(file), /Another process uses .*FORETYPE_DATA/);
  first.release();
  takeServingLock(file).release();
});

test('a folder is locked against servers of any database', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-lock-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const first = takeFolderLock(folder);
  assert.throws(() => takeFolderLock(folder), /Another server uses the data folder .*FORETYPE_DATA/);
  assert.throws(() => takeServingLock(join(folder, 'foretype.sqlite')), /Another process uses/);
  first.release();
  takeFolderLock(folder).release();
});

test('a folder that cannot be written is not locked', () => {
  takeFolderLock('/proc').release();
  takeFolderLock(join(tmpdir(), 'foretype-no-such-folder', 'below')).release();
});
