import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ensureDataFolder } from './data-folder.ts';

test('a data folder is made with the folders above it', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'foretype-folder-'));
  t.after(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'a', 'b');
  ensureDataFolder(folder);
  ensureDataFolder(folder);
  assert.ok(existsSync(folder));
});

test('a folder that cannot be made fails at once', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'foretype-folder-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'file'), '');
  assert.throws(() => ensureDataFolder(join(root, 'file', 'b')), /it is a file.*Set FORETYPE_DATA/);
  if (process.platform === 'linux')
    assert.throws(() => ensureDataFolder('/proc/nope/b'), /ENOENT.*Set FORETYPE_DATA/);
});
