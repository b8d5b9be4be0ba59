/**
 * Receives a file: its bytes go to the database chunk by chunk as they arrive, so the file is never in memory as a whole, any worker
 * can import it, and it survives a restart. A job that is written with the file deletes it if the upload is incomplete, or if it is
 * not imported within a day. It never reads or checks the content. A file has at most 2 GiB, the files of a store together 8 GiB
 * (beyond either: `payload_too_large`, 413). From 20 files of a store on the oldest one that no import uses makes room, and each is
 * kept for 24 hours at most.
 */
// Tests: ./receive-file.live.test.ts, test/scenarios/file-import-guards.test.ts.
import { limits } from '../../../contract/limits.ts';
import { type Clock, hourMicros } from '../../clock.ts';
import { AppError, notFound } from '../../errors.ts';
import type { ClaimedJob, StoredFile } from '../../storage/records.ts';
import type { Storage, StoreWriter } from '../../storage/storage.ts';
import type { RunEnvironment } from '../leased-run.ts';

/** The parts that receiving files needs from outside. */
export interface FileEnvironment {
  readonly clock: Clock;
  readonly newId: () => string;
}

/** A file that is about to come. */
export interface FileRequest {
  readonly storeId: string;
  /** Text that is shown, never a path. */
  readonly name: string;
  /** The size that the sender announced. */
  readonly bytes?: number;
}

/** An empty file, ready for its chunks. Rejects with {@link NoRoom} where the store has no room for so many bytes. */
export async function beginFile(
  storage: Storage,
  { storeId, name, bytes = 0 }: FileRequest,
  environment: FileEnvironment,
): Promise<StoredFile> {
  const begun = await storage.write(storeId, async (writer) => {
    const count = (await writer.files.count()) - (await writer.files.countSpools());
    const room = await roomForFiles(writer);
    // While half of the room is left, so that it is deleted before the next ones need its place.
    const isFilling = room < limits.storeFilesMaxBytes / 2;
    if (count >= limits.filesPerStore || isFilling) await writer.files.expireOldest();
    return bytes > room ? null : await insertFile(writer, name, environment);
  });
  if (begun === null) throw new NoRoom();
  return begun;
}

/** Bytes that the store may still keep as files; below 0 where the caller's transaction has written too many. */
export async function roomForFiles(writer: Pick<StoreWriter, 'files'>): Promise<number> {
  return limits.storeFilesMaxBytes - (await writer.files.sumBytes());
}

/** The same within the caller's transaction, without a check of the store's room. */
export async function insertFile(
  writer: StoreWriter,
  givenName: string,
  { clock, newId }: FileEnvironment,
): Promise<StoredFile> {
  const createdAt = clock.nowMicros();
  const name = givenName
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, limits.fieldMaxLength)
    .toWellFormed();
  const file = { id: newId(), name, bytes: 0, chunkCount: 0, complete: false, createdAt };
  await writer.files.insert(file);
  // Jobs are claimed by the database's clock: that of a node that is days behind would end the file at once.
  const runAt = (await writer.feeds.now()) + limits.fileKeptHours * hourMicros;
  const storeId = writer.store.id;
  await writer.jobs.insert({ id: newId(), kind: 'file_expiry', storeId, subject: file.id, runAt });
  return file;
}

/** The next bytes, durable when this resolves. Rejects with `payload_too_large`, {@link NoRoom}, or `not_found` for a file that is gone. */
export async function appendToFile(
  storage: Storage,
  request: { readonly storeId: string; readonly fileId: string; readonly content: Uint8Array },
): Promise<StoredFile> {
  return await storage.write(request.storeId, async (writer) => {
    const file = await writer.files.appendChunk(request.fileId, request.content);
    if (file === null) throw notFound('file');
    if (file.bytes > limits.fileMaxBytes) throw fileTooLarge();
    // Under the store's lock, so that of files that arrive together each counts the others.
    if ((await roomForFiles(writer)) < 0) throw new NoRoom();
    return file;
  });
}

/** The file as it can be imported from now on. Rejects with `not_found`. */
export async function completeFile(
  storage: Storage,
  request: { readonly storeId: string; readonly fileId: string },
): Promise<StoredFile> {
  return await storage.write(request.storeId, async (writer) => {
    await writer.files.setComplete(request.fileId, true);
    const file = await writer.files.find(request.fileId);
    if (file === null) throw notFound('file');
    return file;
  });
}

/** Deletes a file that no import uses: one that did not arrive whole, or whose import was refused. Any other stays. */
export async function discardFile(
  storage: Storage,
  { storeId, fileId }: { readonly storeId: string; readonly fileId: string },
  inTurn: <Result>(task: () => Promise<Result>) => Promise<Result>,
): Promise<void> {
  const isFree = await inTurn(() => storage.write(storeId, (writer) => releaseFile(writer, fileId)));
  if (isFree) await deleteFile(storage, { storeId, fileId }, inTurn);
}

/** Whether no import uses the file; from then on none can take it, since it is deleted in several steps. */
async function releaseFile(writer: StoreWriter, fileId: string): Promise<boolean> {
  if (await writer.files.isInUse(fileId)) return false;
  await writer.files.setComplete(fileId, false);
  return true;
}

/** Chunks deleted in one transaction (chosen, so that no write waits for the deletion of a file of 2 GiB). */
const chunksPerTransaction = 16;

/** Deletes the file step by step; each step takes its turn through `inTurn`. A file that is gone is no fault. */
export async function deleteFile(
  storage: Storage,
  { storeId, fileId }: { readonly storeId: string; readonly fileId: string },
  inTurn: <Result>(task: () => Promise<Result>) => Promise<Result>,
): Promise<void> {
  const step = () => storage.write(storeId, (writer) => writer.files.delete(fileId, chunksPerTransaction));
  while (await inTurn(step));
}

/** The error for a file over the limit. */
export function fileTooLarge(): AppError {
  const most = toGibibytes(limits.fileMaxBytes);
  return new AppError('payload_too_large', `A file takes at most ${most}. Split it, and import the parts.`);
}

/** The store has no room for a file now: no fault of the file. */
export class NoRoom extends AppError {
  constructor() {
    const most = toGibibytes(limits.storeFilesMaxBytes);
    const message =
      `The files of a store take at most ${most} together, and there is no room for this one. ` +
      `A file goes once it is imported, any other within ${limits.fileKeptHours} hours: try again when imports are over.`;
    super('payload_too_large', message);
  }
}

function toGibibytes(bytes: number): string {
  return `${bytes / 1024 ** 3} GiB`;
}

/** An import under way puts the end off by an hour. */
export async function expireFile(
  storage: Storage,
  { id, storeId, subject: fileId, runAt }: ClaimedJob,
  { inTurn }: Pick<RunEnvironment, 'inTurn'>,
): Promise<void> {
  const laterMs = 3_600 * 1_000;
  const isPutOff = await inTurn(storeId, () =>
    storage.write(storeId, async (writer) => {
      const isFree = await releaseFile(writer, fileId);
      if (!isFree) await writer.jobs.postpone(id, runAt + laterMs * 1_000);
      return !isFree;
    }),
  );
  if (isPutOff) return;
  await deleteFile(storage, { storeId, fileId }, (task) => inTurn(storeId, task));
  await inTurn(storeId, () => storage.write(storeId, (writer) => writer.jobs.delete(id)));
}
