/**
 * Cuts JSON text that comes in pieces into values, without reading them: it only knows strings and brackets. Whether a value is one is
 * found by parsing its text. Nothing is scanned twice, and a value over the limit is let go. More than 32 brackets inside one another
 * are `document_too_deep`; a value has at most 1,048,576 characters.
 */
// Tests: ./json-reader.test.ts.
import { limits } from '../../../contract/limits.ts';
import { DocumentError } from './document-reader.ts';
import { JsonIdFinder } from './json-id-finder.ts';

/** The text of one value, with what ended it. */
export interface JsonPart {
  /** The text without blanks before it; empty for a value that is too long to be held. */
  readonly text: string;
  /** The ids by which a value that is too long to be held may be known; null for any other value. */
  readonly ids: JsonIdFinder | null;
  /** The first of `,` `:` `]` `}` outside the value's own strings and brackets. */
  readonly endedBy: string;
  /** 1-based line where it begins. */
  readonly line: number;
}

const [quote, backslash, lineFeed] = [0x22, 0x5c, 0x0a];
const [comma, colon] = [0x2c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

export class JsonScanner {
  #text = '';
  #at = 0;
  /** The part of the value under way that came with earlier texts; null if none has begun. */
  #held: string | null = null;
  #length = 0;
  #ids: JsonIdFinder | null = null;
  #startLine = 1;
  #line: number;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Brackets around the values. */
  #outerDepth = 0;

  constructor(linesBefore: number) {
    this.#line = linesBefore + 1;
  }

  get line(): number {
    return this.#line;
  }

  /** Takes the next text; to be called when all of the text before it is read. */
  push(text: string): void {
    this.#text = text;
    this.#at = 0;
  }

  /** The next character that is not blank, which stays; null where it has not come yet. */
  peek(): string | null {
    for (; this.#at < this.#text.length; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === lineFeed) this.#line += 1;
      else if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return this.#text.charAt(this.#at);
    }
    return null;
  }

  /** Takes the character that {@link peek} gave. */
  advance(): void {
    this.#at += 1;
  }

  /** Takes the bracket around the values that come. */
  enter(): void {
    this.#outerDepth += 1;
    this.advance();
  }

  leave(): void {
    this.#outerDepth -= 1;
  }

  /** The next value with the character that ends it, which is taken; null where it is not complete. */
  next(): JsonPart | null {
    if (this.#held === null) {
      if (this.peek() === null) return null;
      this.#held = '';
      this.#length = 0;
      this.#startLine = this.#line;
    }
    const start = this.#at;
    this.#scan();
    this.#hold(start);
    if (this.#at === this.#text.length) return null;
    const part = {
      text: this.#held,
      ids: this.#ids,
      endedBy: this.#text.charAt(this.#at),
      line: this.#startLine,
    };
    this.#at += 1;
    this.#held = null;
    this.#ids = null;
    return part;
  }

  /** Goes on to the end of the value, or of the text. */
  #scan(): void {
    const text = this.#text;
    let at = this.#at;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === lineFeed) this.#line += 1;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === backslash) this.#isEscaped = true;
        else if (code === quote) this.#isInString = false;
      } else if (code === quote) this.#isInString = true;
      else if (code === openBracket || code === openBrace) this.#deepen();
      else if (code === closeBracket || code === closeBrace) {
        if (this.#depth === 0) break;
        this.#depth -= 1;
      } else if (this.#depth === 0 && (code === comma || code === colon)) break;
    }
    this.#at = at;
  }

  #deepen(): void {
    this.#depth += 1;
    if (this.#depth + this.#outerDepth <= limits.documentDepth) return;
    const message = `The brackets of the document stand more than ${limits.documentDepth} deep inside one another.`;
    throw new DocumentError('document_too_deep', message, this.#line);
  }

  /** Keeps what was scanned; a value that is too long goes on, but is not held. */
  #hold(start: number): void {
    const came = this.#text.slice(start, this.#at);
    this.#length += came.length;
    if (this.#ids === null) this.#held += came;
    if (this.#length <= limits.itemMaxLength) return;
    if (this.#ids === null) {
      this.#ids = new JsonIdFinder();
      this.#ids.read(this.#held ?? '');
      this.#held = '';
    } else this.#ids.read(came);
  }
}
