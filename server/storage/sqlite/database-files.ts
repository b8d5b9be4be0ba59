/**
 * The files of one SQLite database: itself, its log, and the memory that its readers share. Nothing is moved here: the error says how.
 * It reads no content; a file that does not exist is left out.
 */
// Tests: test/storage/sqlite.test.ts, test/storage/storage.test.ts.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** The existing ones of these files. */
export function presentFiles(file: string): string[] {
  return ['', '-wal', '-shm'].map((ending) => `${file}${ending}`).filter((name) => existsSync(name));
}

/** Advice for a database that cannot be read: a backup is restored beside it, never over it. */
export function howToRestore(file: string): string {
  const files = presentFiles(file).join(', ');
  return (
    `move ${files} out of ${dirname(file)} and restore a backup there by "foretype restore FILE", ` +
    'or restore it into another folder: set FORETYPE_DATA'
  );
}
