/**
 * Loaded before a process (`--import`): its wall clock, in all threads, is off by as many milliseconds as the file of
 * CLOCK_OFFSET_FILE says, which a test may change at any time. The monotonic clock stays right, as in a machine whose time is set. The
 * file is read every 20 ms. It never changes the system's time; a file that is missing or no number makes times NaN or throws, so the
 * test writes it first.
 */
import { readFileSync } from 'node:fs';

const file = process.env.CLOCK_OFFSET_FILE ?? '';
const rightNow = Date.now;
/** The file is read again after so long. */
const readEveryMs = 20;
let readAt = Number.NEGATIVE_INFINITY;
let offsetMs = 0;

function now(): number {
  if (performance.now() - readAt > readEveryMs) {
    readAt = performance.now();
    offsetMs = Number(readFileSync(file, 'utf8'));
  }
  return rightNow() + offsetMs;
}

if (file !== '') Date.now = now;
