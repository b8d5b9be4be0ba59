/**
 * Reads and writes backups as files: compressed, whole or not there at all, and readable by this user only. An existing file is never
 * replaced. A damaged or incomplete backup rejects with an error that names the file. It interprets no row. A file that exists, or a
 * folder that cannot be written, throws before any work. Sizes are bytes; it has no limit but the disk.
 */
// Tests: test/scenarios/backup-commands.test.ts, test/storage/backup.test.ts.
import { accessSync, constants, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { newId } from '../ids.ts';
import { BackupFault, type BackupReading, readBackup } from './backup-format.ts';

/** Level of gzip. Measured: twice as fast as the default, and a tenth larger. */
const compressionLevel = 3;

/** Throws a plain error if no new file can be created under this name. */
export function refuseFile(file: string): void {
  if (existsSync(file)) throw new Error(`${file} exists already. Name another file, or remove it.`);
  const folder = dirname(file);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const fault = existsSync(folder)
      ? `Nothing can be written in ${folder}`
      : `There is no folder ${folder}, where ${basename(file)} would be written`;
    throw new Error(`${fault}. Name a file elsewhere.`, { cause });
  }
}

/**
 * Writes the lines to a file that must not be there yet. It takes its name when all of it is durable; whatever happens
 * before leaves at most a file that ends in `.part`.
 */
export async function writeFileWhole(
  file: string,
  lines: AsyncIterable<string>,
  { compressed }: { readonly compressed: boolean },
): Promise<void> {
  refuseFile(file);
  const part = `${file}.${newId()}.part`;
  try {
    const target = createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true });
    const source = Readable.from(lines);
    if (compressed) await pipeline(source, createGzip({ level: compressionLevel }), target);
    else await pipeline(source, target);
    // Unlike a renaming, a link never takes the place of another file.
    await link(part, file);
    await syncFolderOf(file);
  } finally {
    await rm(part, { force: true });
  }
}

async function syncFolderOf(file: string): Promise<void> {
  const folder = await open(dirname(file));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Opens a backup, passes it to the work, and closes it in any case. */
export async function withBackupFile<Result>(
  file: string,
  work: (backup: BackupReading) => Promise<Result>,
): Promise<Result> {
  const source = createReadStream(file);
  const text = createGunzip();
  // The reader of the text gets the same error.
  pipeline(source, text).catch(() => {});
  try {
    return await work(await readBackup(text));
  } catch (error) {
    throw explain(file, error);
  } finally {
    source.destroy();
    text.destroy();
  }
}

function explain(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return new Error(`There is no file ${file}.`, { cause: error });
  if (code.startsWith('Z_') || error instanceof BackupFault) {
    return new Error(`${file} is no backup, or it is damaged or incomplete. Nothing was restored.`, {
      cause: error,
    });
  }
  return error;
}
