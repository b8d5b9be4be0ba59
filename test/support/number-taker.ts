/** A thread of a test: takes so many of a shared number as it gets, in so many tries, and tells how many it got. */
import { parentPort, workerData } from 'node:worker_threads';
import { take } from '../../server/threads/numbers.ts';
import { openSharedBounds, type SharedBounds } from '../../server/threads/shared-numbers.ts';

export interface TakerData {
  readonly bounds: SharedBounds;
  readonly tries: number;
  readonly most: number;
}

const { bounds, tries, most } = workerData as TakerData;
const numbers = openSharedBounds(bounds).numbers('counts', 'test');
let got = 0;
for (let count = 0; count < tries; count += 1) if (take(numbers, 'one', 1, most)) got += 1;
parentPort?.postMessage(got);
