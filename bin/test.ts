/**
 * `npm test`: every test but the scenarios. `npm run test:scenarios` (`node bin/test.ts test/scenarios`): those under the folder. Ends
 * with 1 where a test failed. `--within 600` starts no further files after so many seconds, names those that it left out, and begins
 * with other files every day. `--all-cases` tries all random cases of properties (`npm run campaign:properties`). `--within` takes
 * whole seconds; another value, or an unknown option, throws before any test. It never repeats a failed test.
 */
// Tests: none; its own run shows whether it works.
import { parseArgs } from 'node:util';
import { allCasesVariable } from '../test/support/case-count.ts';
import { filesPerRound, runTests } from './run-tests.ts';
import { kindOf, listTests } from './test-files.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { within: { type: 'string' }, 'all-cases': { type: 'boolean', default: false } },
});
const [folder] = positionals;

const chosen = listTests().filter((path) =>
  folder === undefined ? kindOf(path) !== 'scenario' : path.startsWith(folder),
);

/** The files in their order, each day from one round further on: within some days all of them have run. */
function fromAnother(files: readonly string[]): string[] {
  const day = Math.floor(Date.now() / 86_400_000);
  const first = (day * filesPerRound) % Math.max(files.length, 1);
  return [...files.slice(first), ...files.slice(0, first)];
}

const withinSeconds = Number(values.within ?? 'Infinity');
if (!(withinSeconds > 0))
  throw new Error(`--within takes seconds, and "${values.within}" is no number of them`);

process.exitCode = await runTests(withinSeconds === Infinity ? chosen : fromAnother(chosen), {
  // Scenarios wait for each other's processes and measure; other tests leave two cores idle while they wait for a database.
  processes: folder === undefined ? 3 : 2,
  withinSeconds,
  environment: values['all-cases'] ? { [allCasesVariable]: 'on' } : {},
});
