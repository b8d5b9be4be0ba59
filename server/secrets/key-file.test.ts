import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { secretKeysOf } from './key-file.ts';

test('a key is made once per folder, for its owner only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-key-'));
  try {
    assert.deepEqual(secretKeysOf(['set'], folder), ['set']);
    const [key] = secretKeysOf([], folder);
    assert.equal(Buffer.from(key ?? '', 'base64').byteLength, 32);
    assert.deepEqual(secretKeysOf([], folder), [key]);
    assert.equal(statSync(join(folder, 'secret-key')).mode & 0o777, 0o600);
    writeFileSync(join(folder, 'secret-key'), 'cut');
    assert.throws(() => secretKeysOf([], folder), /secret-key holds no key/);
    assert.throws(() => secretKeysOf([], join(folder, 'missing')), /cannot be written/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
