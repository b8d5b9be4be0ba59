/** The folder of the embedded database and all local state. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes the folder and those above it that are missing. Throws an error that says what to set where it cannot. */
export function ensureDataFolder(folder: string): void {
  try {
    ensureFolder(folder);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The data folder ${folder} cannot be made (${reason}). Set FORETYPE_DATA to another one.`,
      {
        cause,
      },
    );
  }
}

/** Step by step: Node's own recursion never ends where a file system answers ENOENT to every attempt (`/proc`). */
function ensureFolder(folder: string): void {
  if (existsSync(folder)) return;
  ensureFolder(dirname(folder));
  mkdirSync(folder);
}
