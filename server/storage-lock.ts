/**
 * Who works on an embedded database. A server waits for a command that does the work of one, such as an import: both would write
 * to one file, and the command goes on with nothing lost when it is stopped.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, formatTimestamp } from './clock.ts';
import type { Config } from './config.ts';
import { LockHeld, lockForServing, readLockHolder, type StorageTarget } from './storage/open-storage.ts';
import { storageTarget } from './storage-target.ts';

/** Words of a holder for a server, and for commands that a server waits for. */
export const serverWords = 'A server';
const awaited = ['foretype import', 'foretype enrich'];

const pollMs = 250;
/** How often the log says that the start waits. Chosen. */
const reportEveryMs = 10_000;

/** What a process says of itself while it holds the lock. */
export function holderOf(work: string, clock: Pick<Clock, 'nowMicros'>) {
  return { process: process.pid, work, since: formatTimestamp(clock.nowMicros()) };
}

/** The lock of a server, once commands that do a server's work have ended; `tell` hears of the wait. Rejects with {@link LockHeld} for others. */
export async function awaitServingLock(
  target: StorageTarget,
  clock: Pick<Clock, 'monotonicMs' | 'nowMicros'>,
  notify: (sentence: string) => void,
) {
  for (let reportedMs = Number.NEGATIVE_INFINITY; ; ) {
    try {
      return lockForServing(target, holderOf(serverWords, clock));
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

/** Where the server on this data folder answers; to be asked while another process holds its lock. Null where none says so. */
export function addressOfServer(config: Config): string | null {
  const target = storageTarget(config);
  return target.engine === 'sqlite' ? (readLockHolder(target.file)?.address ?? null) : null;
}
