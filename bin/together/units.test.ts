/** All tests that touch neither threads nor sockets, in one process: to start one takes longer than what most of them do. */
import { unitTests } from '../test-files.ts';

for (const path of unitTests()) await import(new URL(`../../${path}`, import.meta.url).href);
