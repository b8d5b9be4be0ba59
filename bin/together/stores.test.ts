/** All tests of stores on one service, in one process: a process and its services take longer to start than most tests. */
import { storeTests } from '../test-files.ts';

for (const path of storeTests()) await import(new URL(`../../${path}`, import.meta.url).href);
