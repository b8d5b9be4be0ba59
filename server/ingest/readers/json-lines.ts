/**
 * Reads JSON lines: one product per line. A faulty line fails alone, with its number; only a broken last line fails the document
 * (`document_truncated`), since lines never show that nothing is missing. A line has at most 1,048,576 characters and 32 levels; a
 * longer one is passed over with its id.
 */
// Tests: ./json-reader.test.ts.
import { limits } from '../../../contract/limits.ts';
import { problem } from '../../catalog/problem.ts';
import { productTooLong } from '../prepare-rows.ts';
import { DocumentError, type DocumentReader, type DocumentRow } from './document-reader.ts';
import { createDocumentText } from './document-text.ts';
import { parseExactJson } from './exact-json.ts';
import { JsonIdFinder } from './json-id-finder.ts';
import { jsonRow, tooLargeRow } from './json-list.ts';

/** A reader of a body that is lines because its sender said so, and that is whole: a faulty last line fails alone, too. */
export function createLinesReader(): Pick<DocumentReader, 'read' | 'end'> {
  const text = createDocumentText({ kind: 'json', contentType: null });
  const lines = new JsonLines(0, { isWhole: true });
  return {
    read: (chunk) => lines.read(text.read(chunk)),
    end: () => [...lines.read(text.end()), ...lines.end()],
  };
}

export class JsonLines {
  readonly provesEnd = false;
  #held = '';
  #length = 0;
  #ids: JsonIdFinder | null = null;
  #line: number;
  #rowCount = 0;

  readonly #isWhole: boolean;

  constructor(linesBefore: number, { isWhole = false } = {}) {
    this.#line = linesBefore + 1;
    this.#isWhole = isWhole;
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
    const came = text.slice(start, end);
    this.#length += came.length;
    if (this.#ids === null) this.#held += came;
    if (this.#length <= limits.itemMaxLength) return;
    if (this.#ids === null) {
      this.#ids = new JsonIdFinder();
      this.#ids.read(this.#held);
      this.#held = '';
    } else this.#ids.read(came);
  }

  #closeLine(rows: DocumentRow[], isLast: boolean): void {
    const text = this.#held;
    const ids = this.#ids;
    const line = this.#line;
    this.#held = '';
    this.#length = 0;
    this.#ids = null;
    this.#line += 1;
    if (text.trim() === '' && ids === null) return;
    this.#rowCount += 1;
    rows.push(ids === null ? this.#toRow(text, line, isLast) : this.#tooLargeRow(line, ids));
  }

  /** Only documents of feeds take products out of stock, so only they are given the advice about that. */
  #tooLargeRow(line: number, ids: JsonIdFinder): DocumentRow {
    const row = tooLargeRow(this.#rowCount, line, ids);
    return this.#isWhole ? { ...row, fault: productTooLong } : row;
  }

  #toRow(text: string, line: number, isLast: boolean): DocumentRow {
    const row = this.#rowCount;
    let message = `Line ${line} is no JSON object; each line must hold one product.`;
    try {
      const value = parseExactJson(text);
      if (!isWithin(value, limits.documentDepth)) {
        message = `Line ${line} is nested more than ${limits.documentDepth} levels deep; nothing of it was used.`;
      } else if (isBatch(value)) {
        message = `Line ${line} holds a list of products; put each product on a line of its own.`;
      } else return jsonRow(row, line, value);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      if (isLast && !this.#isWhole) {
        const broken = `The last line of the document, line ${line}, breaks off; nothing of the document was used.`;
        throw new DocumentError('document_truncated', broken, line);
      }
    }
    const fault = problem('', 'row_malformed', message, text);
    return { row, line, value: null, fault, notes: [], id: null };
  }
}

/** Whether it is the body of a batch in one line, `{"products": […]}`. */
function isBatch(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('products' in value)) return false;
  return Array.isArray(value.products) && Object.keys(value).length === 1;
}

/** Whether objects and lists are nested no deeper. */
function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1));
}
