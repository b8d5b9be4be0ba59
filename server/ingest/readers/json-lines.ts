/** JSON lines: a product a line. */
import { limits } from '../../../contract/limits.ts';
import { problem } from '../../catalog/problem.ts';
import { DocumentError, type DocumentRow } from './document-reader.ts';
import { parseExactJson } from './exact-json.ts';
import { jsonRow, tooLargeRow } from './json-rows.ts';

export class JsonLines {
  readonly provesEnd = false;
  #held = '';
  #length = 0;
  #line: number;
  #rowCount = 0;

  constructor(linesBefore: number) {
    this.#line = linesBefore + 1;
  }

  read(text: string): readonly DocumentRow[] {
    const rows: DocumentRow[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#hold(text, start, end);
      this.#closeLine(rows, false);
      start = end + 1;
    }
    this.#hold(text, start, text.length);
    return rows;
  }

  end(): readonly DocumentRow[] {
    const rows: DocumentRow[] = [];
    this.#closeLine(rows, true);
    return rows;
  }

  /** A line that is too long is read to its end, but not held. */
  #hold(text: string, start: number, end: number): void {
    const room = limits.itemMaxLength - this.#length;
    this.#length += end - start;
    if (room > 0) this.#held += text.slice(start, Math.min(end, start + room));
  }

  #closeLine(rows: DocumentRow[], isLast: boolean): void {
    const text = this.#held;
    const isTooLong = this.#length > limits.itemMaxLength;
    const line = this.#line;
    this.#held = '';
    this.#length = 0;
    this.#line += 1;
    if (text.trim() === '' && !isTooLong) return;
    this.#rowCount += 1;
    rows.push(isTooLong ? tooLargeRow(this.#rowCount, { text, line }) : this.#toRow(text, line, isLast));
  }

  #toRow(text: string, line: number, isLast: boolean): DocumentRow {
    const row = this.#rowCount;
    try {
      const value = parseExactJson(text);
      if (isWithin(value, limits.documentDepth)) return jsonRow(row, line, value);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      if (isLast) {
        const message = `The last line of the document, line ${line}, breaks off; nothing of the document was used.`;
        throw new DocumentError('document_truncated', message, line);
      }
    }
    const message = `Line ${line} is no JSON object; each line must hold one product.`;
    const fault = problem('', 'row_malformed', message, text);
    return { row, line, value: null, fault, notes: [], id: null };
  }
}

/** Whether objects and lists are nested no deeper. */
function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1));
}
