/** A thread of a test: tells what its clock shows. */
import { parentPort } from 'node:worker_threads';
import { createSystemClock } from '../../server/clock.ts';

parentPort?.postMessage(createSystemClock().monotonicMs());
