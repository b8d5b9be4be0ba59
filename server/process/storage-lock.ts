/**
 * Decides which process works on an embedded database. A server waits for a command that does a server's work, such as an import: both
 * would write to one file, and the command continues with nothing lost when it is stopped. It waits without a limit, and the log says
 * so; for any other holder it gives up at once. It tries every 250 ms and writes a line every 10 s. It never takes a lock away from a
 * holder, and PostgreSQL needs none: there it returns at once. A lock that others hold rejects with LockHeld.
 */
// Tests: test/storage/storage.test.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, formatTimestamp } from '../clock.ts';
import { LockHeld, lockForServing, type StorageTarget } from '../storage/open-storage.ts';

/** The work of a server, as its lock names it. */
export const serverWords = 'A server';
/** The work of commands that a server waits for. */
const awaited = ['foretype import', 'foretype enrich'];

/** Milliseconds between two tries to get the lock. Chosen. */
const pollMs = 250;
/** Milliseconds between two lines of the log about the wait. Chosen. */
const reportEveryMs = 10_000;

/** The description of this process as the holder of the lock. */
export function holderOf(work: string, clock: Pick<Clock, 'nowMicros'>) {
  return { process: process.pid, work, since: formatTimestamp(clock.nowMicros()) };
}

/** Takes the lock of a server once such commands have ended; `notify` is called about the wait. Rejects with {@link LockHeld} for any other holder. */
export async function awaitServingLock(
  target: StorageTarget,
  clock: Pick<Clock, 'monotonicMs' | 'nowMicros'>,
  notify: (sentence: string) => void,
) {
  for (let reportedMs = Number.NEGATIVE_INFINITY; ; ) {
    try {
      return lockForServing(target, holderOf(serverWords, clock), { isServer: true });
    } catch (error) {
      if (!(error instanceof LockHeld) || !awaited.includes(error.holder?.work ?? '')) throw error;
      if (clock.monotonicMs() - reportedMs >= reportEveryMs) {
        reportedMs = clock.monotonicMs();
        notify(`the start waits: ${error.message} The start goes on once it has ended.`);
      }
      await pause(pollMs);
    }
  }
}
