/**
 * `npm test`: every test, in two runs. Tests that touch neither threads nor sockets share one process, since starting a
 * process each takes longer than what they do; the others have one each, two at a time, and one PostgreSQL server
 * together. Ends with 1 where a test failed.
 */
import { listTests, runApart, runTogether } from './run-tests.ts';

const sharingFolders =
  /^(?:csv|dashboard|widget|server\/(?:accounts|catalog|evaluation|ingest|insight|search)|test\/(?:search|tidy))\//;
/** Works for as long as all others of its folder together. */
const longTests = new Set(['test/search/engine-property.test.ts']);

const files = listTests();
const sharing = files.filter((path) => sharingFolders.test(path) && !longTests.has(path));
const apart = files.filter((path) => !sharing.includes(path));

const alone = await runTogether(sharing);
const together = await runApart(apart);
process.exitCode = Math.max(alone, together);
