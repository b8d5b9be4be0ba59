/**
 * Reads a JSON list of products, by itself or inside an object, whose other members are checked and left out. Anything that is not
 * JSON fails the whole document with the line (`DocumentError`), since rows behind it could not be trusted; a product of more than
 * 1,048,576 characters fails alone. It never holds more than one product.
 */
// Tests: ./json-reader.test.ts.

import { parseExternalId } from '../../catalog/external-id.ts';
import type { RawProduct } from '../../catalog/product.ts';
import { Row } from '../../catalog/row.ts';
import { DocumentError, type DocumentRow, tooLarge } from './document-reader.ts';
import { parseExactJson } from './exact-json.ts';
import type { JsonIdFinder } from './json-id-finder.ts';
import { type JsonPart, JsonScanner } from './json-scanner.ts';

/** Members that may hold the list; `data` also an object that holds it. */
const listNames = new Set(['products', 'items', 'data']);
const wrapperName = 'data';

/** Whether a member of this name may hold the list. */
export function isListName(name: string): boolean {
  return listNames.has(name);
}

/** The part that comes next; after a comma there must be more. */
type Expected =
  | 'root'
  | 'first element'
  | 'element'
  | 'first name'
  | 'name'
  | 'member'
  | 'other value'
  | 'comma or brace'
  | 'nothing';

export class JsonList {
  readonly provesEnd = true;
  readonly #scanner: JsonScanner;
  #expected: Expected = 'root';
  #name = '';
  /** Objects that are open around the list. */
  #wrapperCount = 0;
  #hasList = false;
  #rowCount = 0;

  constructor(linesBefore: number) {
    this.#scanner = new JsonScanner(linesBefore);
  }

  read(text: string): readonly DocumentRow[] {
    const rows: DocumentRow[] = [];
    this.#scanner.push(text);
    while (this.#step(rows));
    return rows;
  }

  end(): readonly DocumentRow[] {
    if (this.#expected !== 'nothing') {
      const message = 'The document breaks off before its end; nothing of it was used.';
      throw new DocumentError('document_truncated', message, this.#scanner.line);
    }
    if (!this.#hasList) throw noList();
    return [];
  }

  /** False where more text is needed. */
  #step(rows: DocumentRow[]): boolean {
    switch (this.#expected) {
      case 'element':
        return this.#takeValue(']', (part) => rows.push(this.#toRow(part)), 'element');
      case 'other value':
        return this.#takeValue('}', (part) => void this.#parse(part), 'name');
      case 'name':
        return this.#takeName();
      default:
        return this.#takeSign();
    }
  }

  #takeValue(closing: string, take: (part: JsonPart) => void, afterComma: Expected): boolean {
    const part = this.#scanner.next();
    if (part === null) return false;
    take(part);
    if (part.endedBy === ',') this.#expected = afterComma;
    else if (part.endedBy === closing) this.#leave(closing);
    else throw this.#malformed();
    return true;
  }

  #takeName(): boolean {
    const part = this.#scanner.next();
    if (part === null) return false;
    const name = part.endedBy === ':' ? this.#parse(part) : null;
    if (typeof name !== 'string') throw this.#malformed();
    this.#name = name;
    this.#expected = 'member';
    return true;
  }

  /** Takes the next sign, where a single character decides; returns false if none has come yet. */
  #takeSign(): boolean {
    const sign = this.#scanner.peek();
    if (sign === null) return false;
    if (this.#expected === 'first element' && sign !== ']') this.#expected = 'element';
    else if (this.#expected === 'first name' && sign !== '}') this.#expected = 'name';
    else if (this.#expected === 'root') this.#enter(sign);
    else if (this.#expected === 'member') {
      const isList = sign === '[' && isListName(this.#name);
      if (isList || (sign === '{' && this.#name === wrapperName)) this.#enter(sign);
      else this.#expected = 'other value';
    } else this.#takeClosing(sign);
    return true;
  }

  #takeClosing(sign: string): void {
    const isList = this.#expected === 'first element';
    const isObject = this.#expected === 'first name' || this.#expected === 'comma or brace';
    if (!((isList && sign === ']') || (isObject && (sign === '}' || sign === ',')))) throw this.#malformed();
    this.#scanner.advance();
    if (sign === ',') this.#expected = 'name';
    else this.#leave(sign);
  }

  #enter(bracket: string): void {
    this.#scanner.enter();
    if (bracket === '{') this.#wrapperCount += 1;
    else this.#hasList = true;
    this.#expected = bracket === '{' ? 'first name' : 'first element';
  }

  #leave(closing: string): void {
    this.#scanner.leave();
    if (closing === '}') this.#wrapperCount -= 1;
    this.#expected = this.#wrapperCount > 0 ? 'comma or brace' : 'nothing';
  }

  #toRow(part: JsonPart): DocumentRow {
    this.#rowCount += 1;
    if (part.ids !== null) return tooLargeRow(this.#rowCount, part.line, part.ids);
    return jsonRow(this.#rowCount, part.line, this.#parse(part));
  }

  #parse({ text, ids, line }: JsonPart): unknown {
    if (ids !== null) {
      const message = `A member of the document at line ${line} is too long to be held; leave it out.`;
      throw new DocumentError('document_too_large', message, line);
    }
    try {
      return parseExactJson(text);
    } catch (error) {
      if (error instanceof SyntaxError) throw this.#malformed(line);
      throw error;
    }
  }

  #malformed(line = this.#scanner.line): DocumentError {
    const message = `The document is not JSON; the fault is near line ${line}.`;
    return new DocumentError('document_malformed', message, line);
  }
}

/** The error for an object without products. */
export function noList(): DocumentError {
  const message =
    'The document holds no list of products: it must be a list, or an object with a list called products.';
  return new DocumentError('document_type', message);
}

/** A row of any JSON value. */
export function jsonRow(row: number, line: number, value: unknown): DocumentRow {
  return { row, line, value, fault: null, notes: [], id: isProduct(value) ? idOf(value) : null };
}

/** A row that was not held. */
export function tooLargeRow(row: number, line: number, ids: JsonIdFinder): DocumentRow {
  return { row, line, value: null, notes: [], ...tooLarge(idOf(ids.found)) };
}

function isProduct(value: unknown): value is RawProduct {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function idOf(value: RawProduct): string | null {
  const key = new Row(value).keyOf('external_id') ?? 'external_id';
  const parsed = parseExternalId(value[key]);
  return parsed.ok ? parsed.externalId : null;
}
