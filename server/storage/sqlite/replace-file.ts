/** Puts a repaired file in the place of a damaged one, which stays under another name with its log. */
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { presentFiles } from './database-files.ts';

/**
 * No process may have either file open. At every moment the damaged one is there as a whole under one of the two names, and
 * the log of the one never lies beside the other. Gives what was kept: the file, and its log where there is one.
 */
export function replaceFile(damaged: string, repaired: string, keptAs: string): string[] {
  for (const ending of ['', '-wal']) {
    if (existsSync(`${damaged}${ending}`)) linkSync(`${damaged}${ending}`, `${keptAs}${ending}`);
  }
  for (const ending of ['-wal', '-shm']) rmSync(`${damaged}${ending}`, { force: true });
  renameSync(repaired, damaged);
  for (const ending of ['-wal', '-shm']) rmSync(`${repaired}${ending}`, { force: true });
  return presentFiles(keptAs);
}
