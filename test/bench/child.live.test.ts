/** Goal: a bench never waits for a process that is gone. Method: a child that ends at once. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startChild } from '../../bench/child.ts';

test('a measured child that ends before it is ready rejects its start', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-child-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ends.ts');
  writeFileSync(file, 'process.exit(3);\n');
  await assert.rejects(startChild(file, []), /ended with 3 before it was ready/);
});
