/**
 * Reads CSV feeds as CSV imports read files (SPEC 2.2): the columns are recognised from the first 256 KiB. It never guesses a column,
 * since no person is there to correct it: a feed whose columns are not recognised, or which is no text, fails with a `DocumentError`;
 * a faulty row is passed on with its fault. A file that ends within a row fails as `document_truncated`; one that was cut off between two
 * rows cannot be recognised.
 */
// Tests: ./csv-document.test.ts.
import { type CsvReader, createCsvReader } from '../../../csv/csv-reader.ts';
import type { CsvRow } from '../../../csv/csv-row.ts';
import { detectLayout, type LayoutFault, layoutHeadBytes } from '../../../csv/detect-layout.ts';
import type { TextReader } from '../../../csv/encoding.ts';
import { binaryMessage } from '../../../csv/file-kind.ts';
import { parseExternalId } from '../../catalog/external-id.ts';
import { problem } from '../../catalog/problem.ts';
import type { RawRow } from '../prepare-rows.ts';
import {
  DocumentError,
  type DocumentFacts,
  type DocumentReader,
  type DocumentRow,
  unidentifiedAdvice,
} from './document-reader.ts';
import { createDocumentText } from './document-text.ts';

/** A row of a CSV file for the pipeline: what could not be read at all is a fault of the whole row. */
export function toRawRow({ row, line, value, original, fault, notes }: CsvRow): RawRow {
  return {
    row,
    line,
    value,
    original,
    fault: fault && problem('', fault.code, fault.message, fault.value),
    notes: notes.map((note) => problem(note.path, note.code, note.message, note.value)),
  };
}

function toDocumentRow(row: CsvRow): DocumentRow {
  const raw = toRawRow(row);
  if (row.fault?.isCut !== true || parseExternalId(row.id).ok) return { ...raw, id: row.id };
  const message = `${row.fault.message} ${unidentifiedAdvice}`;
  const fault = problem('', row.fault.code, message, row.fault.value);
  return { ...raw, id: null, fault, isUnidentified: true };
}

/** A reader of one feed. */
export function createCsvDocumentReader(facts: DocumentFacts): DocumentReader {
  const document = new CsvDocument(facts);
  return {
    provesEnd: false,
    get isTimeBound() {
      return document.isTimeBound;
    },
    read: (chunk) => document.read(chunk),
    end: () => document.end(),
  };
}

class CsvDocument {
  readonly #facts: DocumentFacts;
  /** The bytes that came before it was known how to read them. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #reader: CsvReader | null = null;
  #rowCount = 0;

  constructor(facts: DocumentFacts) {
    this.#facts = facts;
  }

  read(chunk: Uint8Array): readonly DocumentRow[] {
    if (this.#reader !== null) return this.#toRows(this.#reader.read(chunk));
    // A copy, since the caller may reuse the memory.
    this.#held.push(chunk.slice());
    this.#heldBytes += chunk.length;
    if (this.#heldBytes < layoutHeadBytes) return [];
    return this.#toRows(this.#begin(false).read(this.#takeHeld()));
  }

  get isTimeBound(): boolean {
    return this.#reader?.isTimeBound === true;
  }

  end(): readonly DocumentRow[] {
    const begun = this.#reader === null ? this.#toRows(this.#begin(true).read(this.#takeHeld())) : [];
    const rows = [...begun, ...this.#toRows(this.#reader?.end() ?? [])];
    const cutOffAt = this.#reader?.cutOffAt ?? null;
    if (cutOffAt !== null) {
      const message = `The file is cut off: it ends within the row of line ${cutOffAt}. Have the server send the whole file.`;
      throw new DocumentError('document_truncated', message, cutOffAt);
    }
    if (this.#rowCount === 0) throw new DocumentError('document_empty', 'The feed holds no products.');
    return rows;
  }

  /** Begins to read the file. All columns must be recognised by their names, since no person can map them or correct the file. */
  #begin(isWhole: boolean): CsvReader {
    const head = Buffer.concat(this.#held).subarray(0, layoutHeadBytes);
    const binary = binaryMessage(head);
    if (binary !== null) throw new DocumentError('document_type', binary);
    const text = this.#newText();
    const begun = text.read(head) + (isWhole ? text.end() : '');
    const detected = detectLayout(
      new TextEncoder().encode(begun),
      { encoding: 'utf-8' },
      { isWhole, isUnattended: true },
    );
    if (!detected.ok) throw this.#refusal(detected.code, detected.message);
    this.#reader = createCsvReader(detected.layout, { nowMs: this.#facts.nowMs, text: this.#newText() });
    return this.#reader;
  }

  #refusal(code: LayoutFault, message: string): DocumentError {
    if (code === 'shop_url_missing') {
      const advice =
        'This export does not name the addresses of its products, as a feed must. Import it as a file, with the address of the shop.';
      return new DocumentError('document_type', advice);
    }
    const isEmpty = code === 'file_empty' || code === 'rows_missing';
    return new DocumentError(isEmpty ? 'document_empty' : 'document_type', message);
  }

  #takeHeld(): Uint8Array {
    const held = Buffer.concat(this.#held);
    this.#held = [];
    return held;
  }

  #newText(): TextReader {
    return createDocumentText({ kind: 'csv', contentType: this.#facts.contentType });
  }

  #toRows(rows: readonly CsvRow[]): readonly DocumentRow[] {
    this.#rowCount += rows.length;
    return rows.map(toDocumentRow);
  }
}
