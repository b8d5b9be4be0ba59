/**
 * The one file of a multipart request (RFC 7578), streamed into the database: pieces are gathered to chunks, each chunk
 * is durable before the next is read, and the sender waits meanwhile. What breaks off leaves nothing behind.
 */
import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { AppError, validationFailed } from '../../errors.ts';
import { fileTooLarge } from '../../ingest/files/receive-file.ts';
import type { StoredFile } from '../../storage/records.ts';
import type { PipelineClient } from '../../threads/pipeline-client.ts';

/** What stands around the file in the body: boundaries and part headers. */
const envelopeMaxBytes = 64 * 1024;

/** Resolves with the file when all of it is stored. Rejects with `payload_too_large` or `validation_failed`. */
export async function receiveUpload(
  pipeline: PipelineClient,
  request: FastifyRequest,
  storeId: string,
): Promise<StoredFile> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limits.fileMaxBytes + envelopeMaxBytes) throw fileTooLarge();
  if (!request.isMultipart()) {
    throw new AppError(
      'unsupported_media_type',
      'The upload takes multipart/form-data with one part "file".',
    );
  }
  const part = await request.file({
    limits: { fileSize: limits.fileMaxBytes, files: 1, fields: 0, parts: 1 },
  });
  if (part === undefined) {
    const message = 'The upload takes one part "file" that holds a file.';
    throw validationFailed([{ path: '/file', code: 'file_missing', message }]);
  }
  const { id: fileId } = await pipeline.beginFile({ storeId, name: part.filename || 'upload.csv' });
  try {
    for await (const content of chunksOf(part.file))
      await pipeline.appendToFile({ storeId, fileId, content });
    if (part.file.truncated) throw fileTooLarge();
    return await pipeline.completeFile({ storeId, fileId });
  } catch (error) {
    // Whatever fails here is deleted by the file's own job, a day later.
    await pipeline.discardFile({ storeId, fileId }).catch(() => {});
    if (error instanceof AppError) throw error;
    const message = 'The upload broke off before the file was whole. Send it again.';
    throw new AppError('validation_failed', message, {
      errors: [{ path: '/file', code: 'file_incomplete', message }],
      cause: error,
    });
  }
}

/** The same bytes in chunks of one size, the last one shorter. Each is a buffer of its own. */
async function* chunksOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunk = new Uint8Array(limits.fileChunkBytes);
  let filled = 0;
  for await (const piece of pieces) {
    for (let taken = 0; taken < piece.byteLength; ) {
      const part = piece.subarray(taken, taken + chunk.byteLength - filled);
      chunk.set(part, filled);
      taken += part.byteLength;
      filled += part.byteLength;
      if (filled < chunk.byteLength) continue;
      yield chunk;
      chunk = new Uint8Array(limits.fileChunkBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield chunk.slice(0, filled);
}
