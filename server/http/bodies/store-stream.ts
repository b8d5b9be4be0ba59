/**
 * Stores bytes of any length in the database as they arrive: pieces are gathered to chunks of `limits.fileChunkBytes`, each chunk is
 * durable before the next is read, and the sender waits meanwhile. It never holds more than a chunk of 1 MiB and reads nothing of it.
 * Bytes that break off leave nothing behind; more than 2 GiB are `payload_too_large`.
 */
// Tests: test/api/file-uploads.test.ts, test/api/product-lines.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { StoredFile } from '../../storage/records.ts';
import type { PipelineClient } from '../../threads/pipeline-thread/pipeline-client.ts';

/** The file to be stored. */
export interface FileToStore {
  readonly storeId: string;
  /** Text that is shown, never a path. */
  readonly name: string;
  /** The size that the sender announced; 0 if unknown. */
  readonly bytes: number;
  readonly hungUp: AbortSignal;
}

/** Resolves when all bytes are stored; the caller completes the file. Nothing of them is left when it rejects. */
export async function storeStream(
  pipeline: PipelineClient,
  { storeId, name, bytes, hungUp }: FileToStore,
  pieces: AsyncIterable<Uint8Array>,
): Promise<StoredFile> {
  const begun = await pipeline.beginFile({ storeId, name, bytes });
  const fileId = begun.id;
  try {
    for await (const content of chunksOf(pieces)) {
      await pipeline.appendToFile({ storeId, fileId, content }, hungUp);
    }
    return begun;
  } catch (error) {
    await pipeline.discardFile({ storeId, fileId }).catch(() => {});
    throw error;
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
