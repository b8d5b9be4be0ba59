/** The folder of the embedded database and all local state. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder and those above it that are missing. Throws the system's error where it cannot. Step by step,
 * since Node's own recursion never ends where a file system answers ENOENT to every attempt (such as `/proc`).
 */
export function ensureDataFolder(folder: string): void {
  if (existsSync(folder)) return;
  ensureDataFolder(dirname(folder));
  mkdirSync(folder);
}
