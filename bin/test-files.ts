/**
 * Lists the test files, and says by folder or suffix how each runs. It runs none and reads no text of them. Paths are from the root,
 * with `/`; a file with another ending is no test.
 */
// Tests: none; its own run shows whether it works.
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * - `unit` (`x.test.ts`): no database, socket, thread or process. Shares a process with other files.
 * - `live` (`x.live.test.ts`, and all of `test/api`, `test/browser` and `test/storage`): needs one of these, and a
 *   PostgreSQL server. Shares a process with other files.
 * - `alone` (`x.alone.test.ts`): measures or changes its own process, so that it has one for itself.
 * - `scenario` (`test/scenarios/`): starts processes of the service and kills them. Has a process for itself.
 */
export type TestKind = 'unit' | 'live' | 'alone' | 'scenario';

/** Paths from the root, in alphabetical order. */
export function listTests(): string[] {
  return globSync('{contract,csv,server,dashboard,widget,packages,demo,test}/**/*.test.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

export function kindOf(path: string): TestKind {
  if (path.startsWith('test/scenarios/')) return 'scenario';
  if (path.endsWith('.alone.test.ts')) return 'alone';
  if (path.endsWith('.live.test.ts') || /^test\/(?:api|browser|storage)\//.test(path)) return 'live';
  return 'unit';
}
