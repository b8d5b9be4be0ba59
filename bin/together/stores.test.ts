/** All tests of stores on one service, in one process: a process and its services take longer to start than most tests. */
import { root, storeTests } from '../test-files.ts';

for (const path of storeTests()) await import(`${root}${path}`);
