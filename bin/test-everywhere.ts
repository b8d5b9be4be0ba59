/**
 * `npm run test:everywhere`: every test on SQLite and on PostgreSQL, on one node and on two. The usual run has tests of the
 * storage on both databases and each file of the API on one of them. Here all run on each, and those that call a service
 * once more on two nodes behind a balancer. SQLite has no second node: the embedded database serves one process.
 *
 * `npm run test:everywhere -- two-nodes test/api` runs one of the ways, over files whose path begins so. Ends with 1 where a test
 * failed. Two processes run at a time. An unknown way throws with the list of ways; no test is repeated and none is left out quietly.
 */
// Tests: none; its own run shows whether it works.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, engineVariable, runTests } from './run-tests.ts';
import { kindOf, listTests, root } from './test-files.ts';

interface Way {
  readonly name: string;
  readonly environment: Environment;
  /** Whether the way can change what the file's tests see. */
  readonly concerns: (path: string) => boolean;
}

const usesDatabases = (path: string) => kindOf(path) !== 'unit';

const ways: readonly Way[] = [
  { name: 'sqlite', environment: { [engineVariable]: 'sqlite' }, concerns: usesDatabases },
  { name: 'postgres', environment: { [engineVariable]: 'postgres' }, concerns: usesDatabases },
  {
    name: 'two-nodes',
    environment: { [engineVariable]: 'postgres', FORETYPE_TEST_NODES: '2' },
    concerns: (path) => /^test\/(?:api|browser|scenarios)\//.test(path),
  },
  {
    name: 'pooler',
    environment: { [engineVariable]: 'postgres', FORETYPE_TEST_POOLER: 'transaction' },
    concerns: usesDatabases,
  },
];

const tests = listTests();
/** Scenarios are among them, which measure. */
const processes = 2;

/** Prints what stays on one node even where two are asked for, and why. */
function printExceptions(): void {
  const reasons = tests.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bonOneNode\([^;]*?,\s*'([^']+)',?\s*\)/g)].map(
      ([, why]) => `  ${path}: ${why}`,
    ),
  );
  console.log(`On one node in every way, ${reasons.length} of the services:\n${reasons.join('\n')}`);
}

async function runWay({ name, environment, concerns }: Way, beginning: string): Promise<number> {
  const paths = tests.filter((path) => path.startsWith(beginning) && concerns(path));
  console.log(`\n${name}: ${paths.length} files`);
  return paths.length === 0 ? 0 : await runTests(paths, { processes, environment });
}

const [chosen, beginning = ''] = process.argv.slice(2);
if (chosen !== undefined && !ways.some(({ name }) => name === chosen)) {
  throw new Error(`There is no way ${chosen}; there are ${ways.map(({ name }) => name).join(', ')}.`);
}
let worst = 0;
if (chosen === undefined) worst = await runTests(tests, { processes });
for (const way of ways) {
  if (chosen === undefined || chosen === way.name) worst = Math.max(worst, await runWay(way, beginning));
}
printExceptions();
process.exitCode = worst;
