/**
 * Stores the rows of a feed between its fetch and its import: chunks of about 1 MiB, each a JSON list of rows, so that a worker that
 * takes over need not fetch again, and nothing of the catalog is written before the document came to its end. It checks no row; one
 * that is nested too deeply is spooled with that fault. More than 4 GiB throw a `DocumentError`.
 */
// Tests: ./row-spool.test.ts.
import { limits } from '../../contract/limits.ts';
import type { Problem } from '../catalog/problem.ts';
import { problem } from '../catalog/problem.ts';
import type { RawRow } from '../ingest/prepare-rows.ts';
import { DocumentError, type DocumentRow } from '../ingest/readers/document-reader.ts';

/** A row as it is spooled: short, since there are many. Parts that most rows lack stand last and are left out. */
type SpooledRow = [row: number, line: number | null, id: string | null, value: unknown, more?: SpooledMore];

interface SpooledMore {
  readonly original?: unknown;
  readonly fault?: Problem | null;
  readonly notes?: readonly Problem[];
}

/** Bytes of a character of JSON text, at most. */
const bytesPerCharacter = 3;
const [opening, separator, closing] = ['[', ',\n', ']'];

/** Collects rows and hands out a chunk whenever it is full. */
export class RowSpool {
  /** Written row by row: text of many rows is twice as large, and copied twice, where one of them is not Latin. */
  #chunk = Buffer.alloc(0);
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
      this.#append(this.#length === 0 ? opening : separator);
      this.#append(toLine(row));
      const chunk = this.#length < limits.fileChunkBytes ? null : this.take();
      if (chunk !== null) yield chunk;
    }
  }

  /** Takes what was collected so far; null if that is nothing. */
  take(): Uint8Array | null {
    if (this.#length === 0) return null;
    this.#append(closing);
    const chunk = this.#chunk.subarray(0, this.#length);
    this.#chunk = Buffer.alloc(0);
    this.#length = 0;
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#maxBytes) throw tooLarge(this.#maxBytes);
    return chunk;
  }

  #append(text: string): void {
    const most = this.#length + text.length * bytesPerCharacter;
    if (most > this.#chunk.length) {
      const grown = Buffer.allocUnsafe(Math.max(most, this.#chunk.length * 2));
      this.#chunk.copy(grown, 0, 0, this.#length);
      this.#chunk = grown;
    }
    this.#length += this.#chunk.write(text, this.#length);
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
  return (rows as SpooledRow[]).map(toRow);
}

function toRow(spooled: SpooledRow): RawRow & { readonly id: string | null } {
  // By their places: a pattern would walk each list by its iterator.
  const row = { row: spooled[0], line: spooled[1], id: spooled[2], value: spooled[3] };
  const more = spooled[4];
  return more === undefined ? row : { ...row, ...more };
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
