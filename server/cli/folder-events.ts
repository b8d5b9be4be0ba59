/**
 * Waits until a look at a folder is worth while: the system reports a change, a file may be complete, or 10 s have passed, since
 * folders of other machines report nothing. After a change it waits for a second, in which a file that is being written changes many
 * times. A system that cannot watch the folder leaves only the time. It never reads the folder.
 */
// Tests: test/scenarios/watched-folders.test.ts.
import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two looks at a folder of which no change is reported. Chosen: one list of names costs nothing. */
const pollMs = 10_000;
/** Milliseconds between two looks at least. Chosen. */
const shortestMs = 1_000;

/** Changes of a folder. */
export interface FolderEvents {
  /** Resolves when the folder should be looked at, after `mostMs` at the latest, or when the signal is aborted. */
  wait(mostMs: number | null, stopping: AbortSignal): Promise<void>;
  close(): void;
}

/** Listens to the changes of a folder; `own` are names in it that the listener writes itself. */
export function listenToFolder(folder: string, own: (name: string) => boolean): FolderEvents {
  let hasChanged = false;
  let wake = () => {};
  const watcher = open(folder, (name) => {
    if (name !== null && own(name)) return;
    hasChanged = true;
    wake();
  });
  return {
    async wait(mostMs, stopping) {
      const waking = new AbortController();
      wake = () => waking.abort();
      const either = AbortSignal.any([stopping, waking.signal]);
      const longestMs = Math.min(pollMs, mostMs ?? pollMs);
      await pause(Math.min(shortestMs, longestMs), undefined, { signal: stopping }).catch(() => {});
      if (!hasChanged && longestMs > shortestMs) {
        await pause(longestMs - shortestMs, undefined, { signal: either }).catch(() => {});
      }
      hasChanged = false;
    },
    close: () => watcher?.close(),
  };
}

function open(folder: string, changed: (name: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => changed(name));
    // The time is enough, such as for a folder that went away.
    return watcher.on('error', () => watcher.close());
  } catch {
    return null;
  }
}
