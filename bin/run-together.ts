/**
 * Runs several test files in one process, since starting a process and loading the service takes longer than most files run. Files
 * must not await at their top level. A file that cannot be imported fails the whole group. It sets no time limit and repeats nothing.
 */
// Tests: none; its own run shows whether it works.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe } from 'node:test';
import '../test/support/at-end.ts';
import { root } from './test-files.ts';

const require = createRequire(import.meta.url);

/** Each file in a suite of its own, so that its hooks hold for its own tests. It may not await at its top level. */
export function runTogether(paths: readonly string[]): void {
  for (const path of paths) describe(path, () => require(join(root, path)));
}
