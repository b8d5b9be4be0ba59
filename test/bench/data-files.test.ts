import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeData } from '../../bench/data-files.ts';
import { describeRun } from '../../bench/describe-run.ts';

test('files of a benchmark are named with their checksums', () => {
  const root = mkdtempSync(join(tmpdir(), 'foretype-data-'));
  mkdirSync(join(root, 'converted'));
  writeFileSync(join(root, 'converted/icecat.csv.gz'), 'abc');
  assert.equal(
    describeData(['electronics', 'keystrokes'], root),
    '`icecat.csv.gz` (SHA-256 `ba7816bf8f01cfea`), `keystrokes.dev.ndjson.gz` (absent)',
  );
  assert.equal(describeData([], root), 'made by the code');
  rmSync(root, { recursive: true });
});

test('a benchmark names its commit and machine', () => {
  assert.match(
    describeRun(),
    /^(commit `[0-9a-f]{10,}`( with changes)?|an unknown commit)\. Machine: \d+ cores \(.+\), \d+ GiB, Node \d/,
  );
});
