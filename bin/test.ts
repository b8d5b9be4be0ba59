/**
 * `npm test`: every test but the scenarios. `npm run test:scenarios` (`node bin/test.ts test/scenarios`): those under the
 * folder. Ends with 1 where a test failed.
 */
import { runTests } from './run-tests.ts';
import { listTests } from './test-files.ts';

const scenarios = 'test/scenarios/';
const [folder] = process.argv.slice(2);

const isChosen = (path: string) =>
  folder === undefined ? !path.startsWith(scenarios) : path.startsWith(folder);
// Scenarios wait for each other's processes and measure; other tests leave two cores idle while they wait for a database.
const processes = folder === undefined ? 3 : 2;

process.exitCode = await runTests(listTests().filter(isChosen), { processes });
