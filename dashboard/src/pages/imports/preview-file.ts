/**
 * What is in a file before any byte of it is sent: its beginning is read in the browser by the same code that the
 * service reads the whole of it with.
 */
import { createCsvReader } from '../../../../csv/csv-reader.ts';
import type { CsvRow } from '../../../../csv/csv-row.ts';
import { detectLayout, type LayoutResult, layoutHeadBytes } from '../../../../csv/detect-layout.ts';
import { documentKind } from '../../../../csv/file-kind.ts';
import type { CsvSettings } from '../../../../csv/layout.ts';

/** The beginning of a file; all of it where it is small enough for its rows to be counted. */
export interface FileHead {
  readonly bytes: Uint8Array;
  /** Of the whole file. */
  readonly fileBytes: number;
}

/** A file that was chosen, with its beginning. */
export interface ChosenFile {
  readonly file: File;
  readonly head: FileHead;
}

export interface Preview {
  readonly result: LayoutResult;
  /** The first rows; none where the file cannot be read. */
  readonly rows: readonly CsvRow[];
  /** Exact where all of the file was read, else an estimate from its beginning. */
  readonly rowCount: number;
  readonly isWhole: boolean;
}

const previewRows = 20;
/** Up to this size a file is read whole: every change of a setting reads it anew, in about 50 ms (chosen). */
const countedMaxBytes = 2 * 1024 * 1024;

/** Rejects where the browser may not read the file, such as after it was moved. */
export async function readHead(file: Blob): Promise<FileHead> {
  const length = file.size <= countedMaxBytes ? file.size : layoutHeadBytes;
  const bytes = new Uint8Array(await file.slice(0, length).arrayBuffer());
  return { bytes, fileBytes: file.size };
}

/** Documents that the service reads and this page cannot. */
export type Document = 'json' | 'xml';

/** Which of them a file is, by its beginning; null for anything that may be CSV, or nothing that can be imported. */
export function documentOf({ bytes }: FileHead): Document | null {
  const kind = documentKind(new TextDecoder().decode(bytes.subarray(0, kindBytes)));
  return kind === 'web_page' ? null : kind;
}

/** As much as the service looks at. */
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
