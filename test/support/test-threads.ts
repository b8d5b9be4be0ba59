/**
 * `FORETYPE_TEST_THREADS=2 npm test` has every service of a test answer with so many threads, but for those that say
 * themselves how many.
 */

/** Settings of a service that a test starts. */
export const threadSettings: Readonly<Record<string, string>> = {
  FORETYPE_THREADS: process.env.FORETYPE_TEST_THREADS ?? '1',
};
