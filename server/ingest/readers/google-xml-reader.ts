/**
 * Google product feeds (Contract §6), RSS or Atom, item by item: at most one item is held, and never its whole feed. It never
 * validates a product. A fault inside a text fails its item only; XML that is not well-formed, another root or a feed without items is
 * a `DocumentError`. An item has at most 1,048,576 characters; a larger one fails alone, with its id if that was found.
 */
// Tests: ./google-xml-reader.test.ts.
import { limits } from '../../../contract/limits.ts';
import { ReadingDay } from '../../../csv/period.ts';
import { parseExternalId } from '../../catalog/external-id.ts';
import { type Problem, problem } from '../../catalog/problem.ts';
import {
  DocumentError,
  type DocumentFacts,
  type DocumentReader,
  type DocumentRow,
  tooLarge,
} from './document-reader.ts';
import { createDocumentText } from './document-text.ts';
import { GoogleItem } from './google-item.ts';
import { type GoogleName, GoogleNames, textual } from './google-names.ts';
import { PlainItems } from './plain-items.ts';
import { webPage, type XmlAttributes, XmlScanner, type XmlTextFault } from './xml-scanner.ts';

const roots = new Set(['rss', 'feed', 'RDF']);
const itemNames = new Set(['item', 'entry']);
/**
 * Characters of a text that may be the id of a product that is too large (chosen: blanks around an id of any sensible length).
 */
const lateIdMaxLength = 4_096;
/** Items that are tried in vain before the parser takes the rest of the text: a try costs a quarter of what it does (chosen). */
const vainMax = 8;
const itemEnd = /<\/(?:item|entry)>/g;

/** A reader of one feed. `parsed` leaves all of it to the parser: the same rows, at four times the cost. */
export function createGoogleXmlReader(
  { nowMs, contentType }: DocumentFacts,
  way: 'ahead' | 'parsed' = 'ahead',
): DocumentReader {
  const text = createDocumentText({ kind: 'xml', contentType });
  const day = new ReadingDay(nowMs);
  const items = new GoogleItems(day, way === 'ahead');
  return {
    provesEnd: true,
    get isTimeBound() {
      return day.isAsked;
    },
    read: (chunk) => items.read(text.read(chunk)),
    end: () => items.end(text.end()),
  };
}

class GoogleItems {
  readonly #day: ReadingDay;
  readonly #isAhead: boolean;
  readonly #names = new GoogleNames();
  readonly #plain = new PlainItems(this.#names);
  readonly #scanner: XmlScanner;
  #rows: DocumentRow[] = [];
  #rowCount = 0;
  #hasBegun = false;
  /** Local names of the open elements down to the item. */
  readonly #path: string[] = [];
  #depth = 0;
  /** Number of times in a row that an item was looked for that was not plain. */
  #inVain = 0;
  #item: GoogleItem | null = null;
  #itemDepth = 0;
  #isTooLarge = false;
  #fault: Problem | null = null;
  #field: GoogleName | null = null;
  #text = '';
  #hasElements = false;

  constructor(day: ReadingDay, isAhead: boolean) {
    this.#day = day;
    this.#isAhead = isAhead;
    this.#scanner = new XmlScanner({
      open: (name, attributes) => this.#open(name, attributes),
      text: (text) => this.#takeText(text),
      close: () => this.#close(),
      takeTextFault: (fault, entity) => this.#takeTextFault(fault, entity),
      beginPiece: (text) => this.#plain.begin(text),
      readAhead: (from) => this.#readPlainItems(from),
      findStop: (text, from) => this.#findItemEnd(text, from),
    });
  }

  read(text: string): readonly DocumentRow[] {
    const begun = this.#hasBegun ? text : this.#begin(text);
    if (begun !== '') this.#scanner.write(begun);
    return this.#take();
  }

  end(text: string): readonly DocumentRow[] {
    const rows = this.read(text);
    if (!this.#hasBegun) throw new DocumentError('document_empty', 'The document is empty.');
    this.#scanner.end();
    if (this.#rowCount === 0) throw new DocumentError('document_empty', 'The feed holds no products.');
    return rows;
  }

  #take(): readonly DocumentRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** Skips blank lines before the XML declaration, which are no fault of a product; anything but XML fails at once. */
  #begin(text: string): string {
    const begun = text.trimStart();
    this.#scanner.skipLines(text.slice(0, text.length - begun.length).split('\n').length - 1);
    if (begun === '') return '';
    this.#hasBegun = true;
    if (begun.startsWith('<')) return begun;
    const kind = /^[[{]/.test(begun) ? 'a JSON document' : 'no XML document';
    const message = `This is ${kind}; a Google product feed begins with <?xml or <rss. Check the address and the format.`;
    throw new DocumentError('document_type', message, 1);
  }

  #open(name: string, attributes: XmlAttributes | null): void {
    this.#depth += 1;
    if (attributes !== null) this.#names.open(this.#depth, attributes);
    if (this.#item === null) this.#openOutside(name);
    else if (this.#depth === this.#itemDepth + 1) this.#openField(name, attributes);
    else {
      this.#hasElements = true;
      this.#takeText(' ');
    }
  }

  #openOutside(name: string): void {
    const local = name.slice(name.indexOf(':') + 1);
    if (this.#depth === 1 && !roots.has(local)) throw this.#wrongRoot(name);
    const isChild = this.#isAmongItems(this.#depth - 1);
    this.#path.length = this.#depth - 1;
    this.#path.push(local);
    if (!isChild || !itemNames.has(local)) return;
    this.#rowCount += 1;
    this.#item = new GoogleItem({
      row: this.#rowCount,
      line: this.#scanner.line,
      startsAt: this.#scanner.position,
    });
    this.#itemDepth = this.#depth;
    this.#isTooLarge = false;
    this.#fault = null;
  }

  /** Whether elements of this depth may be items, by those that are open. */
  #isAmongItems(depth: number): boolean {
    return depth === 1 || (depth === 2 && this.#path[1] === 'channel');
  }

  /** Plain ones up to the first that is not, which the parser reads as if it had read those before it. */
  #readPlainItems(from: number): number {
    const plain = this.#plain;
    if (!this.#isAhead || !this.#isAmongItems(this.#depth)) return from;
    let at = from;
    while (plain.find(at)) {
      const line = this.#scanner.line + plain.countLines(at, plain.contentAt);
      const item = new GoogleItem({ row: this.#rowCount + 1, line, startsAt: 0 });
      if (!plain.read(item)) break;
      this.#inVain = 0;
      this.#scanner.skipLines(line - this.#scanner.line + plain.countLines(plain.contentAt, plain.end));
      this.#rowCount += 1;
      this.#fault = null;
      this.#isTooLarge = false;
      this.#addRow(item);
      at = plain.end;
    }
    if (at === from) this.#inVain += 1;
    return at;
  }

  /** Returns the place behind the next item as it is mostly written, or the end of the text. */
  #findItemEnd(text: string, from: number): number {
    if (this.#inVain === vainMax) {
      this.#inVain = 0;
      return text.length;
    }
    itemEnd.lastIndex = from;
    return itemEnd.test(text) ? itemEnd.lastIndex : text.length;
  }

  #openField(name: string, attributes: XmlAttributes | null): void {
    this.#field = this.#names.find(name);
    this.#hasElements = false;
    this.#text = '';
    if (attributes?.href === undefined || this.#field?.name !== 'link' || !this.#field.isPlain) return;
    if (attributes.rel === undefined || attributes.rel === 'alternate') this.#text = attributes.href;
  }

  #takeText(text: string): void {
    if (this.#field === null || (this.#hasElements && !textual.has(this.#field.name))) return;
    if (this.#checkSize() || this.#isLateId(text)) this.#text += text;
  }

  /** The id of a product that is too large may stand behind what makes it so: the product is in the feed all the same. */
  #isLateId(text: string): boolean {
    return this.#isId && this.#item?.hasId === false && this.#text.length + text.length <= lateIdMaxLength;
  }

  get #isId(): boolean {
    return this.#field?.name === 'id';
  }

  #close(): void {
    const item = this.#item;
    if (item !== null && this.#depth === this.#itemDepth) this.#closeItem(item);
    else if (item !== null && this.#depth === this.#itemDepth + 1) this.#closeField(item);
    else if (this.#field !== null) this.#takeText(' ');
    this.#names.close(this.#depth);
    this.#depth -= 1;
  }

  #closeField(item: GoogleItem): void {
    const field = this.#field;
    const isWithinSize = this.#checkSize();
    this.#field = null;
    if (field === null || !(isWithinSize || field.name === 'id')) return;
    // Elements inside g:shipping and its like are not the product's.
    if (!this.#hasElements || textual.has(field.name)) item.add(field, this.#text);
  }

  #closeItem(item: GoogleItem): void {
    this.#checkSize();
    this.#addRow(item);
    this.#item = null;
  }

  #addRow(item: GoogleItem): void {
    const { value, notes } = item.toProduct(this.#day);
    const id = parseExternalId(value.external_id);
    const externalId = id.ok ? id.externalId : null;
    this.#rows.push({
      row: item.row,
      line: item.line,
      value,
      fault: this.#fault,
      notes: notes.map((note) => problem(note.path, note.code, note.message, note.value)),
      id: externalId,
      ...(this.#isTooLarge ? tooLarge(externalId) : {}),
    });
  }

  /** False from where the item is too large on: then its values are let go. */
  #checkSize(): boolean {
    const item = this.#item;
    if (item === null || this.#isTooLarge) return false;
    if (this.#scanner.position - item.startsAt <= limits.itemMaxLength) return true;
    this.#isTooLarge = true;
    if (!this.#isId) this.#text = '';
    item.shrink();
    return false;
  }

  #takeTextFault(fault: XmlTextFault, entity: string): boolean {
    if (this.#item === null) return false;
    this.#fault ??= textFault(fault, entity, this.#scanner.line);
    return true;
  }

  #wrongRoot(name: string): DocumentError {
    if (/^html$/i.test(name)) return webPage(this.#scanner.line);
    const message = `The document begins with <${name.slice(0, 60)}>, but a Google product feed is <rss> or an Atom <feed>. Check the address and the format.`;
    return new DocumentError('document_type', message, this.#scanner.line);
  }
}

function textFault(fault: XmlTextFault, entity: string, line: number): Problem {
  const code = fault === 'character' ? 'text_invalid' : 'row_malformed';
  const named = `&${entity.slice(0, entityShownLength)};`;
  const words: Readonly<Record<XmlTextFault, string>> = {
    character: 'holds a character that XML does not allow, or bytes that are not UTF-8',
    entity: `names the entity ${named}, which XML does not know; write the character itself`,
    cdata: 'holds “]]>” where no CDATA section is open; write it as “]]&gt;”',
  };
  return problem('', code, `At line ${line} the product ${words[fault]}.`, fault === 'entity' ? named : null);
}

/** Characters of a name that a message repeats (chosen: HTML's longest has 31). */
const entityShownLength = 40;
