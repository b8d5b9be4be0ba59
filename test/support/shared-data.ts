/**
 * Real data sets that stand beside the project, not in it: merchants' feeds and exports, too large or too foreign to be shipped. This
 * file alone knows where they are. Tests that need them skip aloud where they are absent, and no test may depend on them for a rule of
 * the specification. It reads no content and downloads nothing. A path outside of the folder is the test's fault; there are no units.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Absolute path of the folder; it need not exist. `FORETYPE_TEST_DATA` names another one. */
const folder = resolve(
  process.env.FORETYPE_TEST_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url)),
);

/** Absolute path of a file or folder of the real data, given from its root with `/`; null where it is absent. */
export function sharedData(path: string, root: string = folder): string | null {
  const absolute = join(root, path);
  return existsSync(absolute) ? absolute : null;
}

/**
 * The same for a test that cannot run without it: where the data is absent, the test is marked as skipped with the
 * reason, and the answer is null, upon which the test must return.
 */
export function sharedDataOrSkip(
  t: Pick<TestContext, 'skip'>,
  path: string,
  root: string = folder,
): string | null {
  const absolute = sharedData(path, root);
  if (absolute === null) t.skip(`no real data at ${join(root, path)}; FORETYPE_TEST_DATA names its folder`);
  return absolute;
}
