/**
 * Recognises a file that was cut off within its last row: it ends without a line break, and its last row has an open quote or fewer
 * cells than the header, as no row before it has. A file cut exactly between two rows cannot be recognised. It keeps four values,
 * also for the longest file.
 */
// Tests: ./csv-reader.test.ts.
import type { CsvRecord } from './record-scanner.ts';

/** Watches the records of a table from its first row on. */
export class RowEnds {
  readonly #columnCount: number;
  #hasFull = false;
  /** Whether a short row was followed by a full one: then short rows are a habit of the file. */
  #hadShort = false;
  /** The rows since the last full one; an open quote leaves its line and perhaps more lines of its text. */
  #tail: { readonly isOpenQuote: boolean; hasShort: boolean; length: number } | null = null;
  #line = 0;

  constructor(columnCount: number) {
    this.#columnCount = columnCount;
  }

  add({ cells, fault, line }: CsvRecord): void {
    this.#line = line;
    const isShort = fault === null && cells.length < this.#columnCount;
    if (fault === null && !isShort) {
      this.#hasFull = true;
      this.#hadShort ||= this.#tail?.hasShort === true;
      this.#tail = null;
      return;
    }
    this.#tail ??= { isOpenQuote: fault === 'unclosed_quote', hasShort: false, length: 0 };
    this.#tail.hasShort ||= isShort;
    this.#tail.length += 1;
  }

  /** The line of the row within which the file was cut off; null if nothing shows that it was. `hasBreak`: a line break ends the file. */
  cutOffAt(hasBreak: boolean): number | null {
    if (hasBreak || this.#tail === null || !this.#hasFull || this.#hadShort) return null;
    return this.#tail.isOpenQuote || this.#tail.length === 1 ? this.#line : null;
  }
}
