/**
 * Replaces a damaged file by a repaired one and keeps the damaged one under another name, with its log. A crash at any moment leaves
 * the damaged file whole under one of its two names. It deletes nothing; an error of the file system leaves both files and is passed
 * on.
 */
// Tests: test/storage/sqlite.test.ts, test/storage/storage.test.ts.
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { presentFiles } from './database-files.ts';

/**
 * Replaces the file; no process may have either file open. At no moment is the log of one file beside the other. Returns the
 * kept files: the damaged one, and its log if there is one.
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
