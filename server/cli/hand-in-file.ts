/**
 * Hands a file of this machine in: its bytes go into the database by pieces of 1 MiB, and an import of them is queued. A file that
 * cannot be handed in leaves a failed import with its reason, so that an unattended command leaves a trace. A file that changes while it is
 * read rejects with FileChanged; a database that is away, a store without room, and too many waiting imports reject with their own error.
 * All of these leave nothing. It never waits for the import.
 */
// Tests: ./hand-in-file.live.test.ts, test/scenarios/import-command.test.ts, test/scenarios/watched-folders.test.ts.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { limits } from '../../contract/limits.ts';
import type { CsvSettings } from '../../csv/layout.ts';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  appendToFile,
  beginFile,
  completeFile,
  deleteFile,
  discardFile,
  fileTooLarge,
  NoRoom,
} from '../ingest/files/receive-file.ts';
import { recordFailedImport, requestImport } from '../ingest/files/request-import.ts';
import { createAnnounce } from '../resources/webhooks/announce.ts';
import type { ImportRun } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { Invocation } from './command.ts';
import { describeFile, FileFault, unreadableFile } from './describe-file.ts';

/** A file to hand in. */
export interface GivenFile {
  readonly storeId: string;
  readonly path: string;
  readonly dryRun: boolean;
  readonly settings: CsvSettings;
  /** The key under which this content is imported once only, from the hash of the content; absent: each time. */
  readonly keyOf?: (hash: string) => string;
}

/** The file was written to while it was read. */
export class FileChanged extends Error {}

/** Hands the file in, and gives its import, which waits or, for a file that cannot be handed in, has failed. `say` gets lines about it. */
export async function handInFile(
  storage: Storage,
  file: GivenFile,
  { clock }: Pick<Invocation, 'clock'>,
  say: (line: string) => void,
): Promise<ImportRun> {
  const environment = { clock, newId, announce: createAnnounce({ clock, newId }) };
  const { storeId, path, dryRun, settings } = file;
  try {
    for (const line of await describeFile(path, settings)) say(line);
    return await requestOnce(storage, file, await storeFile(storage, file, environment), environment);
  } catch (error) {
    if (!isFaultOfFile(error)) throw error;
    const refused = { storeId, filename: basename(path), dryRun, error: error.message };
    return await recordFailedImport(storage, refused, environment);
  }
}

function isFaultOfFile(error: unknown): error is Error {
  if (error instanceof FileFault) return true;
  return error instanceof AppError && error.code === 'payload_too_large' && !(error instanceof NoRoom);
}

interface StoredContent {
  readonly fileId: string;
  readonly hash: string;
}

async function requestOnce(
  storage: Storage,
  { storeId, dryRun, settings, keyOf }: GivenFile,
  { fileId, hash }: StoredContent,
  environment: Parameters<typeof requestImport>[2],
): Promise<ImportRun> {
  const once = keyOf === undefined ? {} : { once: { key: keyOf(hash), hash } };
  const request = { storeId, fileId, dryRun, settings, ...once };
  const discard = () => discardFile(storage, { storeId, fileId }, (task) => task());
  try {
    const run = await requestImport(storage, request, environment);
    if (run.fileId !== fileId) await discard();
    return run;
  } catch (error) {
    // Each further try stores it again. What cannot be deleted now expires.
    await discard().catch(() => {});
    throw error;
  }
}

async function storeFile(
  storage: Storage,
  { storeId, path }: GivenFile,
  environment: Parameters<typeof beginFile>[2],
): Promise<StoredContent> {
  const before = await stat(path).catch((cause: unknown) => {
    throw unreadableFile(path, cause);
  });
  if (before.size > limits.fileMaxBytes) throw fileTooLarge();
  const wanted = { storeId, name: basename(path), bytes: before.size };
  const { id: fileId } = await beginFile(storage, wanted, environment);
  const hash = createHash('sha256');
  try {
    for await (const content of readChunks(path)) {
      hash.update(content);
      await appendToFile(storage, { storeId, fileId, content });
    }
    const after = await stat(path);
    if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
      throw new FileChanged(`${path} was written to while it was read.`);
    }
    await completeFile(storage, { storeId, fileId });
    return { fileId, hash: hash.digest('hex') };
  } catch (error) {
    await deleteFile(storage, { storeId, fileId }, (task) => task());
    throw error;
  }
}

/** The hash of a file's content, as {@link GivenFile.keyOf} gets it. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const content of readChunks(path)) hash.update(content);
  return hash.digest('hex');
}

/** The file by pieces. Throws {@link FileFault} where the system does not give it. */
async function* readChunks(path: string): AsyncGenerator<Buffer> {
  const chunks = createReadStream(path, { highWaterMark: limits.fileChunkBytes });
  try {
    yield* chunks as AsyncIterable<Buffer>;
  } catch (cause) {
    throw unreadableFile(path, cause);
  }
}
