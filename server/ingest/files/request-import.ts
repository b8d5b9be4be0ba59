/**
 * Queues the import of a stored file, and cancels imports. It reads no row: a worker does. An unknown file or import is `not_found`,
 * an incomplete file `validation_failed`; a file in use, an import that is over or a feed's run, and more than 100 waiting imports of
 * a store are a `conflict`.
 */
// Tests: test/scenarios/file-import-guards.test.ts.
import { cancelledWord } from '../../../contract/cancelled-import.ts';
import { limits } from '../../../contract/limits.ts';
import { pluralOf } from '../../../contract/plural.ts';
import type { ImportMode } from '../../../contract/words/product-import.ts';
import type { CsvSettings } from '../../../csv/layout.ts';
import { AppError, notFound, validationFailed } from '../../errors.ts';
import type { ImportRun } from '../../storage/records.ts';
import type { Storage, StoreWriter } from '../../storage/storage.ts';
import { findEarlier, hashOfRequest, type IdempotentRequest, keepKey } from '../idempotent-import.ts';
import type { RunEnvironment } from '../leased-run.ts';
import { pendingRun } from '../run-counts.ts';
import type { FileEnvironment } from './receive-file.ts';
import type { FileSettings } from './survey-file.ts';

/** A file to import, and how to read it. */
export interface FileImportRequest {
  readonly storeId: string;
  readonly fileId: string;
  /** Everything but the writing. */
  readonly dryRun: boolean;
  readonly settings: CsvSettings;
  /** An Idempotency-Key and the hash of the content: the same request gives the first import again, of another file. */
  readonly once?: { readonly key: string; readonly hash: string };
}

/** The run, waiting for a worker; a store's runs come in the order in which they were asked for. */
export async function requestImport(
  storage: Storage,
  { storeId, fileId, dryRun, settings, once }: FileImportRequest,
  environment: FileEnvironment,
): Promise<ImportRun> {
  const request = { idempotencyKey: once?.key ?? null, dryRun };
  const hash = once?.hash ?? '';
  return await storage.write(storeId, async (writer) => {
    const earlier = await findEarlier(writer, request, hash, environment);
    if (earlier !== null) return earlier;
    const run = await queueImport(writer, { source: 'csv', fileId, dryRun, settings }, environment);
    await keepKey(writer, request, hash, run);
    return run;
  });
}

/** A file that could not even be stored. */
export interface RefusedFile {
  readonly storeId: string;
  readonly filename: string;
  readonly dryRun: boolean;
  /** A sentence for the person. */
  readonly error: string;
}

/** Writes a failed import of a file that was not stored, so that members, callers and webhooks learn of it. */
export async function recordFailedImport(
  storage: Storage,
  { storeId, filename, dryRun, error }: RefusedFile,
  { clock, newId, announce }: FileEnvironment & Pick<RunEnvironment, 'announce'>,
): Promise<ImportRun> {
  const createdAt = clock.nowMicros();
  const identity = {
    id: newId(),
    storeId,
    source: 'csv',
    filename,
    dryRun,
    fileId: null,
    settings: null,
  } as const;
  const run = { ...pendingRun({ ...identity, createdAt }), status: 'failed', error } as const;
  return await storage.write(storeId, async (writer) => {
    await writer.imports.insert(run);
    await announceEnd(writer, run, { announce });
    return run;
  });
}

/** JSON lines that a caller of the API sent, stored as a file. */
export interface LinesRequest extends IdempotentRequest {
  readonly storeId: string;
  readonly fileId: string;
  /** The hash of the lines; empty without an Idempotency-Key. */
  readonly hash: string;
  readonly mode: ImportMode;
}

/**
 * The run of these lines, waiting for a worker; the first one, of another file, for a repeated request. Rejects as
 * {@link requestImport} does, and where the key came with another body.
 */
export async function requestLinesImport(
  storage: Storage,
  { storeId, fileId, hash, mode, ...request }: LinesRequest,
  environment: FileEnvironment,
): Promise<ImportRun> {
  return await storage.write(storeId, async (writer) => {
    const requestHash = hashOfRequest(mode, hash);
    const earlier = await findEarlier(writer, request, requestHash, environment);
    if (earlier !== null) return earlier;
    const settings = { mode, isLines: true };
    // Only now: a complete file that no import uses may make room for another.
    await writer.files.setComplete(fileId, true);
    const { dryRun } = request;
    const run = await queueImport(writer, { source: 'api', fileId, dryRun, settings }, environment);
    await keepKey(writer, request, requestHash, run);
    return run;
  });
}

/** A run to be queued. */
interface QueuedRun extends Pick<ImportRun, 'source' | 'dryRun'> {
  readonly fileId: string;
  readonly settings: FileSettings;
}

async function queueImport(
  writer: StoreWriter,
  { source, fileId, dryRun, settings }: QueuedRun,
  { clock, newId }: FileEnvironment,
): Promise<ImportRun> {
  const storeId = writer.store.id;
  const file = await writer.files.find(fileId);
  if (file === null) throw notFound('file');
  if (!file.complete) {
    const message = 'The file has not arrived whole. Upload it again.';
    throw validationFailed([{ path: '/file_id', code: 'file_incomplete', message }]);
  }
  if (await writer.files.isInUse(fileId)) {
    const message = 'The file is being imported already. Wait for the end of that import.';
    throw new AppError('conflict', message);
  }
  if ((await writer.imports.countOpen()) >= limits.importsWaitingPerStore) {
    const message = `${limits.importsWaitingPerStore} imports of the store wait already. Try again when some are over.`;
    throw new AppError('conflict', message);
  }
  const createdAt = clock.nowMicros();
  const run = pendingRun({
    id: newId(),
    storeId,
    source,
    filename: file.name,
    dryRun,
    fileId,
    settings: JSON.stringify(settings),
    createdAt,
  });
  await writer.imports.insert(run);
  const kind = dryRun ? 'trial_import' : 'import';
  await writer.jobs.insert({ id: run.id, kind, storeId, subject: run.id, runAt: 0 });
  return run;
}

/** Stops a waiting or running import; the rows it wrote stay. Rejects with `not_found`, or with `conflict` if it has ended. */
export async function cancelImport(
  storage: Storage,
  { storeId, importId }: { readonly storeId: string; readonly importId: string },
  { clock, announce }: Pick<RunEnvironment, 'clock' | 'announce'>,
): Promise<ImportRun> {
  return await storage.write(storeId, async (writer) => {
    const run = await writer.imports.find(importId);
    if (run === null) throw notFound('import');
    if (run.source === 'feed') {
      throw new AppError('conflict', 'This is the run of a feed. Pause or delete the feed.');
    }
    if (run.status === 'completed' || run.status === 'failed') {
      throw new AppError('conflict', `The import is over already: it is ${run.status}.`);
    }
    const rest = run.dryRun ? 'nothing was written.' : 'what was written of them stays.';
    const error = `${cancelledWord} ${run.processedRows} of ${run.totalRows} ${pluralOf(run.totalRows, 'row')} were read; ${rest}`;
    const ended = { ...run, status: 'failed', phase: null, error, updatedAt: clock.nowMicros() } as const;
    await writer.imports.update(ended);
    await announceEnd(writer, ended, { announce });
    // A run's job has its id; without the job the worker's lease holds no longer.
    await writer.jobs.delete(run.id);
    return ended;
  });
}

/** Announces that an import is over, in the transaction that ends it. */
export async function announceEnd(
  writer: StoreWriter,
  run: ImportRun,
  { announce }: Pick<RunEnvironment, 'announce'>,
): Promise<void> {
  await announce(writer, { type: run.status === 'completed' ? 'import.completed' : 'import.failed', run });
}
