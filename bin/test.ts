/**
 * `npm test`: every test but the scenarios. `npm run test:scenarios` (`node bin/test.ts test/scenarios`): those under the
 * folder. Two processes at a time and one PostgreSQL server for all. Ends with 1 where a test failed.
 */
import { runTests } from './run-tests.ts';
import { listTests } from './test-files.ts';

const scenarios = 'test/scenarios/';
const [folder] = process.argv.slice(2);

process.exitCode = await runTests(
  listTests().filter((path) =>
    folder === undefined ? !path.startsWith(scenarios) : path.startsWith(folder),
  ),
);
