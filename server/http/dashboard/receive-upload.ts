/**
 * Streams the one file of a multipart request (RFC 7578) into the database (store-stream.ts). An upload that breaks off leaves
 * nothing behind. It reads nothing of the file. More than 2 GiB is 413, another part or a second file is 422.
 */
// Tests: test/api/file-uploads.test.ts.
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import { fileTooLarge } from '../../ingest/files/receive-file.ts';
import type { StoredFile } from '../../storage/records.ts';
import type { PipelineClient } from '../../threads/pipeline-thread/pipeline-client.ts';
import { type FileToStore, storeStream } from '../bodies/store-stream.ts';

/** Resolves with the file when all of it is stored. Rejects with `payload_too_large` or `validation_failed`. */
export async function receiveUpload(
  pipeline: PipelineClient,
  request: FastifyRequest,
  { storeId, hungUp }: { readonly storeId: string; readonly hungUp: AbortSignal },
): Promise<StoredFile> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limits.fileMaxBytes + limits.uploadEnvelopeMaxBytes) throw fileTooLarge();
  if (!request.isMultipart()) {
    throw new AppError(
      'unsupported_media_type',
      'The upload takes multipart/form-data with one part "file".',
    );
  }
  // At least: an envelope may be smaller.
  const bytes = Math.max(0, announced - limits.uploadEnvelopeMaxBytes);
  let stored: StoredFile | null = null;
  try {
    for await (const part of request.parts({ limits: partLimits })) {
      if (part.type !== 'file') continue;
      if (part.fieldname !== 'file' || stored !== null) throw malformed(takesOneFile);
      stored = await storeFile(pipeline, { storeId, bytes, hungUp }, part);
    }
  } catch (error) {
    // If this fails, the file's own job deletes it a day later.
    if (stored !== null) await pipeline.discardFile({ storeId, fileId: stored.id }).catch(() => {});
    throw error instanceof AppError ? error : malformed(brokeOff, error);
  }
  if (stored === null) throw malformed(takesOneFile);
  return await pipeline.completeFile({ storeId, fileId: stored.id });
}

const takesOneFile = 'The upload takes one part "file" that holds a file.';
const brokeOff =
  'The upload is no multipart/form-data, or broke off before the file was whole. Send it again.';

/** A few more parts than are taken, so that a form with too many is noticed. */
const partLimits = { fileSize: limits.fileMaxBytes, files: 3, fields: 10, fieldSize: 1_024, parts: 13 };

/** The bytes of the part, all of them stored when this resolves; nothing of them when it rejects. */
function storeFile(
  pipeline: PipelineClient,
  place: Omit<FileToStore, 'name'>,
  { file, filename }: Pick<MultipartFile, 'file' | 'filename'>,
): Promise<StoredFile> {
  async function* pieces() {
    yield* file;
    if (file.truncated) throw fileTooLarge();
  }
  return storeStream(pipeline, { ...place, name: filename || 'upload.csv' }, pieces());
}

function malformed(message: string, cause?: unknown): AppError {
  return new AppError('validation_failed', message, {
    errors: [{ path: '/file', code: 'file_invalid', message }],
    cause,
  });
}
