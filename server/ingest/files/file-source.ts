/**
 * Reads a stored file chunk by chunk (at most 1 MiB each), as often as needed; it never holds the whole file and never writes. A file
 * that is gone is `not_found`.
 */
// Tests: test/scenarios/file-import-guards.test.ts.
import { setImmediate as yieldToCalls } from 'node:timers/promises';
import { layoutHeadBytes } from '../../../csv/detect-layout.ts';
import { notFound } from '../../errors.ts';
import type { StoredFile } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';
import type { RunEnvironment } from '../leased-run.ts';

export interface FileSource {
  /**
   * Reads the file from the beginning; other work of the thread, and the turns of other jobs, come between two chunks. Rejects
   * when the file is gone, and with the signal's reason when it is aborted.
   */
  chunks(): AsyncGenerator<Uint8Array>;
  /** The beginning of the file, for finding out what it is: as much as browsers look at. */
  head(): Promise<Uint8Array>;
  /** Whether the head is all of it. */
  readonly isShort: boolean;
}

/** A file of the reader's store. */
export function openFileSource(
  reader: StoreReader,
  { id, bytes, chunkCount }: StoredFile,
  { stopping, pause }: Pick<RunEnvironment, 'stopping' | 'pause'>,
): FileSource {
  async function chunk(number: number): Promise<Uint8Array> {
    const content = await reader.files.chunk(id, number);
    if (content === null) throw notFound('file');
    return content;
  }
  return {
    isShort: bytes <= layoutHeadBytes,
    async *chunks() {
      for (let number = 0; number < chunkCount; number += 1) {
        await pause();
        stopping.throwIfAborted();
        yield await chunk(number);
        await yieldToCalls();
      }
    },
    head: async () => (chunkCount === 0 ? new Uint8Array() : (await chunk(0)).subarray(0, layoutHeadBytes)),
  };
}

/** Whether the whole file is UTF-8. Stops at the first byte that is not. */
export async function isUtf8(source: FileSource): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of source.chunks()) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
