/** Which test files there are, and which of them share a process because to start one for each takes longer. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Paths from the root, in one order. */
export function listTests(): string[] {
  return globSync('{contract,csv,server,dashboard,widget,demo,test}/**/*.test.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** What a test file says. */
export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** What starts threads, opens sockets or needs a database. */
const reachesOut =
  /node:(?:child_process|https?|net|tls|worker_threads)|support\/(?:engines|fake-|hostile-feed-server|postgres|start-)|Thread\(/;
const unitFolders = /^(?!test\/(?:api|browser|scenarios|storage)\/)/;
/** Works for as long as all others together. */
const longTests = new Set(['test/search/engine-property.test.ts']);

/** Tests that touch neither threads nor sockets. */
export function unitTests(): string[] {
  return listTests().filter(
    (path) => unitFolders.test(path) && !longTests.has(path) && !reachesOut.test(textOf(path)),
  );
}

/** Tests that share a service, each with stores of its own. */
export function storeTests(): string[] {
  return listTests().filter(
    (path) => path.startsWith('test/api/') && /\buseSharedService\(/.test(textOf(path)),
  );
}

const groups: ReadonlyMap<string, () => string[]> = new Map([
  ['bin/together/stores.test.ts', storeTests],
  ['bin/together/units.test.ts', unitTests],
]);

/** The paths, with one file in the place of those that share a process where all of them are among the paths. */
export function together(paths: readonly string[]): string[] {
  let left = new Set(paths);
  for (const [group, list] of groups) {
    const members = new Set(list());
    if (members.isSubsetOf(left)) left = left.difference(members).add(group);
  }
  return [...left];
}
