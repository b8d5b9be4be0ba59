/**
 * Lowers the priority of threads: imports and index builds must not delay answers to keystrokes, also where there are fewer cores than
 * threads. Only Linux gives access to a single thread; elsewhere, and on any failure, nothing happens. Steps are niceness: 5 for usual
 * threads, 10 for merges, 19 at most. It never raises a priority.
 */
// Tests: ./thread-priority.live.test.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Letters of a thread's name that Linux keeps (prctl(2), PR_SET_NAME). */
const nameMaxLength = 15;

/**
 * Steps of niceness beyond that of the process: each is about a fifth less of contended processor time. Chosen: merges give way
 * to imports and builds, since merges that wait take more segments at a time and so rewrite each product less often.
 */
export const niceness = { usual: 5, merging: 10 } as const;

/** The kernel takes no greater niceness (sched(7)). */
const mostNiceness = 19;

/** Every thread of this process with that name gives way to the calling one from now on; elsewhere nothing happens. */
export function lowerPriority(threadName: string, steps: number): void {
  try {
    const priority = Math.min(getPriority() + steps, mostNiceness);
    for (const id of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trimEnd();
      if (name === threadName.slice(0, nameMaxLength)) setPriority(Number(id), priority);
    }
  } catch {
    // No such folder, or a thread that ended in between: everything works without.
  }
}
