/**
 * What a watcher of a folder has handed in, as a small file of the data folder: each dropped file with its import, until the file was
 * moved away; for good where it cannot be moved. It is replaced as a whole, so that a kill leaves the old or the new one. A journal that
 * cannot be read counts as empty: the keys in the database still keep a file from being imported twice within a day.
 */
// Tests: test/scenarios/watched-folders.test.ts.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSameFile, type SeenFile } from './settled-files.ts';

/** A dropped file that was handed in. */
export interface HandedFile extends SeenFile {
  readonly importId: string;
  /** Its Idempotency-Key; null for a file that could not be handed in. */
  readonly key: string | null;
  /** Whether nothing more happens to it: it is over, and cannot be moved. */
  readonly stays: boolean;
}

/** The handed-in files of one folder and store. */
export interface WatchJournal {
  find(file: SeenFile): HandedFile | null;
  list(): readonly HandedFile[];
  /** Notes the file in place of an earlier one of this name. */
  note(entry: HandedFile): void;
  forget(name: string): void;
}

/** The path of what the data folder keeps of a watched folder, without the end of its name. */
export function watchStateFile(dataFolder: string, folder: string): string {
  const place = join(dataFolder, 'watched');
  mkdirSync(place, { recursive: true, mode: 0o700 });
  return join(place, createHash('sha256').update(folder).digest('hex').slice(0, 16));
}

/** Opens the journal of a folder whose files go to a store. */
export function openJournal(dataFolder: string, folder: string, storeId: string): WatchJournal {
  const file = `${watchStateFile(dataFolder, folder)}-${storeId}.json`;
  let entries = readEntries(file);
  const save = (next: readonly HandedFile[]) => {
    writeFileSync(`${file}.new`, JSON.stringify(next), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
    entries = next;
  };
  const others = (name: string) => entries.filter((entry) => entry.name !== name);
  return {
    find: (seen) => entries.find((entry) => isSameFile(entry, seen)) ?? null,
    list: () => entries,
    note: (entry) => save([...others(entry.name), entry]),
    forget: (name) => save(others(name)),
  };
}

function readEntries(file: string): readonly HandedFile[] {
  if (!existsSync(file)) return [];
  try {
    const entries: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(entries) ? (entries as HandedFile[]) : [];
  } catch {
    return [];
  }
}
