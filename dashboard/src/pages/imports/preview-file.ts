/**
 * Reads the beginning of a file in the browser, by the same code by which the service reads all of it, and shows what
 * an import would see. It sends nothing.
 */
// Tests: ./preview-file.test.ts.
import { createCsvReader } from '../../../../csv/csv-reader.ts';
import type { CsvRow } from '../../../../csv/csv-row.ts';
import { detectLayout, type LayoutResult, layoutHeadBytes } from '../../../../csv/detect-layout.ts';
import { documentKind } from '../../../../csv/file-kind.ts';
import type { CsvSettings } from '../../../../csv/layout.ts';

/** The beginning of a file, or all of it if it is small enough to count its rows. */
export interface FileHead {
  readonly bytes: Uint8Array;
  /** The size of the whole file. */
  readonly fileBytes: number;
}

/** A file that was chosen, with its beginning. */
export interface ChosenFile {
  readonly file: File;
  readonly head: FileHead;
}

export interface Preview {
  readonly result: LayoutResult;
  /** The first rows; empty for a file that cannot be read. */
  readonly rows: readonly CsvRow[];
  /** Exact if the whole file was read, else an estimate from its beginning. */
  readonly rowCount: number;
  readonly isWhole: boolean;
}

const previewRows = 20;
/** Up to this size a file is read as a whole, again after every change of a setting, in about 50 ms. Chosen. */
const countedMaxBytes = 2 * 1024 * 1024;

/** Reads the beginning of a file. Rejects if the browser may not read it, for example because it was moved. */
export async function readHead(file: Blob): Promise<FileHead> {
  const length = file.size <= countedMaxBytes ? file.size : layoutHeadBytes;
  const bytes = new Uint8Array(await file.slice(0, length).arrayBuffer());
  return { bytes, fileBytes: file.size };
}

/** Documents that the service reads and this page cannot. */
export type Document = 'json' | 'xml';

/**
 * Returns the kind of document that a file is, by its beginning; null for a file that may be CSV, and for one that cannot be
 * imported.
 */
export function documentOf({ bytes }: FileHead): Document | null {
  const kind = documentKind(new TextDecoder().decode(bytes.subarray(0, kindBytes)));
  return kind === 'web_page' ? null : kind;
}

/** The bytes that decide the kind of a file; the service looks at as many. */
const kindBytes = 4_096;

export function previewFile({ bytes, fileBytes }: FileHead, settings: CsvSettings, nowMs: number): Preview {
  const isWhole = bytes.length >= fileBytes;
  // The service looks at no more of it to find out how it is read.
  const head = bytes.subarray(0, layoutHeadBytes);
  const result = detectLayout(head, settings, { isWhole: head.length >= fileBytes });
  if (!result.ok) return { result, rows: [], rowCount: 0, isWhole };
  const reader = createCsvReader(result.layout, { nowMs });
  const complete = reader.read(bytes);
  const rows = isWhole ? [...complete, ...reader.end()] : complete;
  const rowCount = isWhole ? rows.length : Math.round((rows.length / bytes.length) * fileBytes);
  return { result, rows: rows.slice(0, previewRows), rowCount, isWhole };
}
