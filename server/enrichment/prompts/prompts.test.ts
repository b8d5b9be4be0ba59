import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { phrases1 } from './phrases-1.ts';

/** Published versions and the hash of each: add a version, never change a hash. */
const published = {
  'phrases-1': {
    prompt: phrases1,
    sha256: '391d39b1d211346b7a1ce7a194f751aabf955b592d42f87a40c0f64253e2e7be',
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
