/**
 * Rows of a feed between its fetch and its import: chunks of about 1 MiB, each a JSON list of rows, so that a worker
 * that takes over need not fetch again, and nothing of the catalog is written before the document came to its end.
 */
import { limits } from '../../contract/limits.ts';
import type { Problem } from '../catalog/problem.ts';
import { problem } from '../catalog/problem.ts';
import type { RawRow } from '../ingest/prepare-rows.ts';
import { DocumentError, type DocumentRow } from '../ingest/readers/document-reader.ts';

/** A row as it is spooled: short, since there are many. What is absent at the end of most rows is left out. */
type SpooledRow = [row: number, line: number | null, id: string | null, value: unknown, more?: SpooledMore];

interface SpooledMore {
  readonly original?: unknown;
  readonly fault?: Problem | null;
  readonly notes?: readonly Problem[];
}

/** Collects rows and hands out a chunk whenever it is full. */
export class RowSpool {
  #lines: string[] = [];
  #length = 0;
  #bytes = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number = limits.feedSpoolMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  /**
   * The chunks that are full with these rows, each before the rows behind it are written out: a few bytes of a table
   * may be a long row. Throws a DocumentError where the rows take more than is kept.
   */
  *add(rows: readonly DocumentRow[]): Generator<Uint8Array> {
    for (const row of rows) {
      const line = toLine(row);
      this.#lines.push(line);
      this.#length += line.length;
      const chunk = this.#length < limits.fileChunkBytes ? null : this.take();
      if (chunk !== null) yield chunk;
    }
  }

  /** What was collected so far; null where that is nothing. */
  take(): Uint8Array | null {
    if (this.#lines.length === 0) return null;
    const chunk = Buffer.from(`[${this.#lines.join(',\n')}]`);
    this.#lines = [];
    this.#length = 0;
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#maxBytes) throw tooLarge(this.#maxBytes);
    return chunk;
  }
}

function tooLarge(maxBytes: number): DocumentError {
  const most = `${maxBytes / 1024 ** 3} GiB`;
  const message = `The rows of the feed take more than ${most} once they are read, each with the names of its columns; leave columns out, or split it into several feeds.`;
  return new DocumentError('document_too_large', message);
}

/** The rows of a chunk. */
export function readSpool(chunk: Uint8Array): (RawRow & { readonly id: string | null })[] {
  const rows = JSON.parse(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString());
  return (rows as SpooledRow[]).map(([row, line, id, value, more]) => ({ row, line, id, value, ...more }));
}

function toLine(source: DocumentRow): string {
  const { row, line, id, value, original, fault, notes } = source;
  const isPlain = original === undefined && (fault ?? null) === null && (notes?.length ?? 0) === 0;
  const spooled: SpooledRow = [row, line, id, value];
  try {
    return JSON.stringify(isPlain ? spooled : [...spooled, { original, fault, notes }]);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const deep = problem('', 'row_malformed', 'The row is nested too deeply to be read.', null);
    return JSON.stringify([row, line, id, null, { fault: deep }]);
  }
}
