/**
 * Reads documents in tests, cut into pieces as a test likes (bytes). A document that is none gives the error's code in the result;
 * defects of readers throw as they are. It stores nothing.
 */
import type { DocumentFormat } from '../../contract/words/feeds.ts';
import { createDocumentReader } from '../../server/ingest/readers/create-document-reader.ts';
import {
  DocumentError,
  type DocumentFault,
  type DocumentRow,
} from '../../server/ingest/readers/document-reader.ts';

/** The result of reading a document: its rows, or why it is none. */
export interface ReadDocument {
  readonly rows: readonly DocumentRow[];
  readonly fault: DocumentFault | null;
  readonly message: string | null;
  readonly line: number | null;
  readonly provesEnd: boolean;
  readonly isTimeBound: boolean;
}

/** The arrival of a document. */
export interface Arrival {
  /** The places at which it is cut, ascending. */
  readonly cuts?: readonly number[];
  readonly contentType?: string | null;
}

const nothingProven = { provesEnd: false, isTimeBound: false } as const;
/** The day on which tests read. */
const today = Date.UTC(2026, 10, 21, 12);

/** Reads text (as UTF-8) or bytes to the end. */
export function readDocument(
  format: DocumentFormat,
  document: string | Uint8Array,
  { cuts = [], contentType = null }: Arrival = {},
): ReadDocument {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document;
  const reader = createDocumentReader(format, { nowMs: today, contentType });
  const rows: DocumentRow[] = [];
  try {
    let from = 0;
    for (const cut of [...cuts, bytes.length]) {
      rows.push(...reader.read(bytes.subarray(from, cut)));
      from = cut;
    }
    rows.push(...reader.end());
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { rows, fault: error.code, message: error.message, line: error.line, ...nothingProven };
  }
  const { provesEnd, isTimeBound } = reader;
  return { rows, fault: null, message: null, line: null, provesEnd, isTimeBound };
}
