import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { phrases2 } from './phrases-2.ts';

/** Published versions and the hash of each: add a version, never change a hash. */
const published = {
  'phrases-2': {
    prompt: phrases2,
    sha256: '1f8f46cb0bf2cd04784fa54943ba98c1ec93dd33c8fc8bdbf748f0105bffc746',
  },
};

test('a published prompt is never changed', () => {
  for (const [version, { prompt, sha256 }] of Object.entries(published)) {
    assert.equal(prompt.version, version);
    const hash = createHash('sha256').update(JSON.stringify(prompt)).digest('hex');
    assert.equal(hash, sha256, `${version} was changed: write the next version instead`);
  }
});

test('each prompt in the folder is published', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^phrases-\d+\.ts$/.test(name));
  assert.deepEqual(
    files.map((name) => name.replace('.ts', '')),
    Object.keys(published),
  );
});
