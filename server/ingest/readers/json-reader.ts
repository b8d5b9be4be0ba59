/**
 * Reads JSON feeds (Contract §6): a list of products, an object with a list, or one product per line. It reads product by product,
 * with at most one in memory. A list must be JSON to its last bracket; an invalid line fails alone. It never checks a product's
 * fields: the pipeline does. A product has at most 1 MiB.
 */
// Tests: ./json-reader.test.ts.
import { limits } from '../../../contract/limits.ts';
import {
  DocumentError,
  type DocumentFacts,
  type DocumentReader,
  type DocumentRow,
} from './document-reader.ts';
import { createDocumentText } from './document-text.ts';
import { JsonLines } from './json-lines.ts';
import { isListName, JsonList, noList } from './json-list.ts';
import { webPage } from './xml-scanner.ts';

/** A reader of one feed. */
export function createJsonReader({ contentType }: DocumentFacts): DocumentReader {
  const text = createDocumentText({ kind: 'json', contentType });
  const head = new Head();
  let rows: JsonList | JsonLines | null = null;
  let rowCount = 0;
  const take = (piece: string, isEnd: boolean): readonly DocumentRow[] => {
    const begun = rows === null ? head.push(piece, isEnd) : piece;
    if (begun === null) return [];
    rows ??= chooseRows(head);
    const taken = rows.read(begun);
    rowCount += taken.length;
    return taken;
  };
  return {
    get provesEnd() {
      return rows instanceof JsonList;
    },
    // This format knows nothing of sales and their days.
    isTimeBound: false,
    read: (chunk) => take(text.read(chunk), false),
    end: () => {
      const last = take(text.end(), true);
      const open = rows?.end() ?? [];
      if (rows === null) throw new DocumentError('document_empty', 'The document is empty.');
      if (rowCount + open.length === 0) {
        throw new DocumentError('document_empty', 'The feed holds no products.');
      }
      return [...last, ...open];
    },
  };
}

/** The beginning of a document, up to the end of its first line. */
class Head {
  #text = '';
  #first = '';
  #blankLines = 0;
  #isLine = false;

  /** Returns the text so far once the kind of document is known, else null. */
  push(piece: string, isEnd: boolean): string | null {
    const begun = this.#first === '' ? piece.replace(/^[ \t\r\n]+/, '') : piece;
    this.#blankLines += piece.slice(0, piece.length - begun.length).split('\n').length - 1;
    this.#text += begun;
    if (this.#first === '') this.#first = begun.charAt(0);
    if (this.#first === '') return null;
    this.#isLine = isEnd || begun.includes('\n');
    const isKnown = this.#first !== '{' || this.#isLine || this.#text.length > limits.itemMaxLength;
    return isKnown ? this.#text : null;
  }

  get first(): string {
    return this.#first;
  }

  /** Lines before it. */
  get blankLines(): number {
    return this.#blankLines;
  }

  /** The value that is alone in the first line; null where there is none. */
  get value(): unknown {
    if (!this.#isLine) return null;
    const end = this.#text.indexOf('\n');
    try {
      return JSON.parse(end === -1 ? this.#text : this.#text.slice(0, end));
    } catch {
      return null;
    }
  }
}

/** A whole object in the first line is one product of many, or has all of them inside. */
function chooseRows(head: Head): JsonList | JsonLines {
  if (head.first === '[') return new JsonList(head.blankLines);
  if (head.first === '<') throw webPage(1);
  if (head.first !== '{') {
    const message =
      'This is no JSON list of products: it begins with neither [ nor {. Check the address and the format.';
    throw new DocumentError('document_type', message, 1);
  }
  const { value } = head;
  if (typeof value !== 'object' || value === null) return new JsonList(head.blankLines);
  const names = Object.keys(value);
  if (names.some((name) => productNames.has(name))) return new JsonLines(head.blankLines);
  if (names.some(isListName)) return new JsonList(head.blankLines);
  throw noList();
}

/** The names by which an object shows that it is a product. */
const productNames = new Set(['external_id', 'id', 'title', 'name']);
