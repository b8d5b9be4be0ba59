/**
 * Creates the folder of the embedded database and all local state, readable by this user only. An existing folder is not changed. The
 * folder gets mode 0700. A path that is a file, or that may not be written, throws a plain error that names FORETYPE_DATA; nothing is
 * ever deleted or moved.
 */
// Tests: ./data-folder.test.ts.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates the folder and missing ones above it. Throws an error that says what to set if it cannot. */
export function ensureDataFolder(folder: string): void {
  try {
    ensureFolder(folder);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The data folder ${folder} cannot be used (${reason}). Set FORETYPE_DATA to another one.`,
      {
        cause,
      },
    );
  }
}

/** Step by step: Node's own recursion never ends where a file system answers ENOENT to every attempt (`/proc`). */
function ensureFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new Error('it is a file');
    return;
  }
  ensureFolder(dirname(folder));
  // Other users of this machine must not read catalogs and hashes of keys.
  mkdirSync(folder, { mode: 0o700 });
}
