/**
 * Items that are written plainly, read without the parser: elements without attributes, texts with XML's own entities, CDATA, and
 * elements inside others as in `g:shipping`. Everything else is left to the parser, which alone decides what is wrong with it. So this
 * file must never accept text that the parser would read differently. It reports no faults and throws nothing. Tags of up to 100
 * characters and 3 levels inside a value are read here.
 */
// Tests: ./plain-items.test.ts.
import type { GoogleItem } from './google-item.ts';
import { type GoogleName, type GoogleNames, textual } from './google-names.ts';

/** Any control other than tab and line breaks; as a list that is short, which is found faster than what is not in a long one. */
const controls = /[\p{ASCII}--[\t\n\r -\x7f]]/v;

/** Whether XML allows every character. Three passes cost half of what one does that looks for all of it. */
function isAllowed(text: string): boolean {
  return text.isWellFormed() && !controls.test(text) && !text.includes('\ufffe') && !text.includes('\uffff');
}

/** A name, attributes without prefixes and entities, and the slash of an empty element. */
const plainTag =
  /^<([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:[ \r\n]+[A-Za-z_][\w.-]*="[^"&<>\r\n]*")*)[ \r\n]*(\/?)>$/;
const attributeName = /[\w.-]+(?==")/g;
/** Attributes that say which names are Google's, or where a product is. */
const decisiveAttributes = ['xmlns', 'href'];
/** Characters of a tag that is kept (chosen: Google's longest has 40). */
const tagMaxLength = 100;
/** Tags that are kept in one scope (chosen: a feed has a few dozen). */
const tagsMax = 1_000;
/** Levels of elements inside a value (chosen: Google's have two). */
const levelsMax = 3;
const exclamation = 0x21;
const [comment, commentEnd] = ['<!--', '-->'];
const cdata = '<![CDATA[';
const cdataEnd = ']]>';

/** The tags of items. */
const itemTags = [
  { open: '<item>', close: '</item>' },
  { open: '<entry>', close: '</entry>' },
] as const;

/** An element by its opening tag. */
interface PlainElement {
  readonly open: string;
  readonly close: string;
  readonly isEmpty: boolean;
  readonly name: GoogleName | null;
  /** The element that stood behind it the last time: items of one feed have the same elements in the same order. */
  next: PlainElement | null;
}

/** Finds where a piece of text comes next. Asked for places that ascend, so the text is searched once. */
class Occurrences {
  readonly #piece: string;
  #text = '';
  #at = -1;

  constructor(piece: string) {
    this.#piece = piece;
  }

  begin(text: string): void {
    this.#text = text;
    this.#at = -1;
  }

  isWithin(from: number, to: number): boolean {
    if (this.#at < from) {
      const found = this.#text.indexOf(this.#piece, from);
      this.#at = found === -1 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#at < to;
  }

  count(from: number, to: number): number {
    let count = 0;
    for (let at = from; this.isWithin(at, to); at = this.#at + 1) count += 1;
    return count;
  }
}

/** Reads plain items of one piece of text after the other. */
export class PlainItems {
  readonly #names: GoogleNames;
  #scope: object | null = null;
  #elements = new Map<string, PlainElement>();
  /** Stands before the first element of an item. */
  #start = newElement('', '', null);
  #text = '';
  /** Null until it is asked. */
  #isReadable: boolean | null = null;
  readonly #newlines = new Occurrences('\n');
  readonly #ampersands = new Occurrences('&');
  readonly #returns = new Occurrences('\r');
  readonly #cdataEnds = new Occurrences(cdataEnd);
  #value: string | null = '';
  #contentAt = 0;
  #close = '';
  #end = 0;

  constructor(names: GoogleNames) {
    this.#names = names;
  }

  begin(text: string): void {
    this.#text = text;
    this.#isReadable = null;
    for (const piece of [this.#newlines, this.#ampersands, this.#returns, this.#cdataEnds]) piece.begin(text);
  }

  /** Whether any of the text may be read here: all characters allowed, no line that ends with a return alone. */
  #checkText(): boolean {
    const text = this.#text;
    return (!text.includes('\r') || !/\r(?!\n)/.test(text)) && isAllowed(text);
  }

  /** Ends of lines between two places, of which each is behind those that were asked for before. */
  countLines(from: number, to: number): number {
    return this.#newlines.count(from, to);
  }

  /** Whether an item comes next that may be read here: then its content begins at {@link contentAt}. */
  find(from: number): boolean {
    const at = this.#skipBlanks(from);
    const tags = itemTags.find(({ open }) => this.#text.startsWith(open, at));
    if (tags === undefined) return false;
    this.#close = tags.close;
    this.#contentAt = at + tags.open.length;
    this.#isReadable ??= this.#checkText();
    return this.#isReadable;
  }

  get contentAt(): number {
    return this.#contentAt;
  }

  /** The place behind the item that was read. */
  get end(): number {
    return this.#end;
  }

  /** Adds what the found item holds; false where it is not plain, or does not end here. */
  read(item: GoogleItem): boolean {
    if (this.#scope !== this.#names.scope) this.#forget();
    const text = this.#text;
    let last = this.#start;
    let at = this.#contentAt;
    for (;;) {
      at = this.#skipBlanks(at);
      let element = last.next;
      if (element === null || !text.startsWith(element.open, at)) {
        if (text.startsWith(this.#close, at)) break;
        element = this.#elementAt(at);
        if (element === null) return false;
        last.next = element;
      }
      last = element;
      at += element.open.length;
      if (element.isEmpty) continue;
      at = this.#readContent(element, at, 0);
      if (at === -1) return false;
      if (element.name !== null && this.#value !== null) item.add(element.name, this.#value);
    }
    this.#end = at + this.#close.length;
    return true;
  }

  #forget(): void {
    this.#scope = this.#names.scope;
    this.#elements = new Map();
    this.#start = newElement('', '', null);
  }

  /** Blanks and comments say nothing. */
  #skipBlanks(from: number): number {
    const text = this.#text;
    let at = from;
    for (;;) {
      while (isBlank(text.charCodeAt(at))) at += 1;
      if (text.charCodeAt(at + 1) !== exclamation || !text.startsWith(comment, at)) return at;
      const end = text.indexOf('--', at + comment.length);
      if (end === -1 || !text.startsWith(commentEnd, end)) return at;
      at = end + commentEnd.length;
    }
  }

  #elementAt(at: number): PlainElement | null {
    const end = this.#text.indexOf('>', at) + 1;
    if (end === 0 || end - at > tagMaxLength) return null;
    const tag = this.#text.slice(at, end);
    const known = this.#elements.get(tag);
    if (known !== undefined) return known;
    const [, name, attributes = '', slash] = plainTag.exec(tag) ?? [];
    if (name === undefined || !isSilent(attributes) || this.#elements.size === tagsMax) return null;
    // A copy: a slice would keep all of the text in memory.
    const copy = Buffer.from(name).toString();
    const element = newElement(Buffer.from(tag).toString(), copy, this.#names.find(copy), slash === '/');
    this.#elements.set(element.open, element);
    return element;
  }

  /**
   * Reads the content of an element and keeps its value; returns the place behind the closing tag, or -1 if something is not
   * plain.
   */
  #readContent(element: PlainElement, from: number, level: number): number {
    const text = this.#text;
    let at = from;
    let hasElements = false;
    let value = '';
    for (;;) {
      const end = text.indexOf('<', at);
      const part = end === -1 ? null : this.#readText(at, end);
      if (part === null) return -1;
      value = value === '' ? part : value + part;
      if (text.startsWith(element.close, end)) {
        this.#value = hasElements ? null : value;
        return end + element.close.length;
      }
      if (text.startsWith(cdata, end)) {
        const dataEnd = text.indexOf(cdataEnd, end);
        if (dataEnd === -1) return -1;
        value += this.#withPlainLines(end + cdata.length, dataEnd);
        at = dataEnd + cdataEnd.length;
      } else {
        at = this.#readInner(element, end, level);
        if (at === -1) return -1;
        hasElements = true;
      }
    }
  }

  /** Reads past an element inside another; -1 where it is not plain, or stands in a text whose markup counts. */
  #readInner({ name }: PlainElement, at: number, level: number): number {
    if (level === levelsMax || (level === 0 && name !== null && textual.has(name.name))) return -1;
    const inner = this.#elementAt(at);
    if (inner === null) return -1;
    const contentAt = at + inner.open.length;
    return inner.isEmpty ? contentAt : this.#readContent(inner, contentAt, level + 1);
  }

  #readText(from: number, to: number): string | null {
    if (this.#cdataEnds.isWithin(from, to)) return null;
    const text = this.#withPlainLines(from, to);
    return this.#ampersands.isWithin(from, to) ? withoutEntities(text) : text;
  }

  #withPlainLines(from: number, to: number): string {
    const text = this.#text.slice(from, to);
    return this.#returns.isWithin(from, to) ? text.replaceAll('\r\n', '\n') : text;
  }
}

function isBlank(code: number): boolean {
  return code <= 0x20 && (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09);
}

function newElement(open: string, name: string, google: GoogleName | null, isEmpty = false): PlainElement {
  return { open, close: `</${name}>`, isEmpty, name: google, next: null };
}

/** Whether attributes say nothing of a product. XML allows each of them once. */
function isSilent(attributes: string): boolean {
  if (attributes === '') return true;
  const names = attributes
    .matchAll(attributeName)
    .map(([name]) => name)
    .toArray();
  return new Set(names).size === names.length && !decisiveAttributes.some((name) => names.includes(name));
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Null where one of them is not XML's own. */
function withoutEntities(text: string): string | null {
  let written = '';
  let from = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', from)) {
    const end = text.indexOf(';', at);
    if (end === -1) return null;
    const name = text.slice(at + 1, end);
    const sign = entities.get(name) ?? referenced(name);
    if (sign === null) return null;
    written += text.slice(from, at) + sign;
    from = end + 1;
  }
  return written + text.slice(from);
}

/** The character of a reference by its number; null where it is none that XML allows. */
function referenced(name: string): string | null {
  const [, hex, decimal] = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(name) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (Number.isNaN(code) || code > 0x10ffff) return null;
  const sign = String.fromCodePoint(code);
  return isAllowed(sign) ? sign : null;
}
