/**
 * XML in pieces, for documents that strangers wrote: no DTD, so no entities of its own; depth, attributes and every piece of text
 * bounded. No more is held of a token than an item may have. Every fault is thrown where it is found: a parser that went
 * on could be led to quadratic work. It never fetches anything. Limits: 32 levels, 64 attributes, 16 Mi characters in a token, 64 KiB
 * before the root, 10,000 faults in texts; beyond each the document fails with a `DocumentError` that names the line.
 */
// Tests: ./google-xml-reader.test.ts.
import { SaxesParser } from 'saxes';
import { limits } from '../../../contract/limits.ts';
import { DocumentError } from './document-reader.ts';

/** Values by the names as they stand in the tag. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** The events of a document, in order. */
export interface XmlHandlers {
  /** `attributes` is null where there are none. */
  open(name: string, attributes: XmlAttributes | null): void;
  text(text: string): void;
  close(): void;
  /**
   * Text that XML does not allow, but which ends where it should; of an entity its name. False where the document
   * fails for it.
   */
  takeTextFault(fault: XmlTextFault, entity: string): boolean;
  /** A piece of text comes, which may be the same as the one before. */
  beginPiece(text: string): void;
  /**
   * Called right after a tag of the piece: returns where the parser continues, after complete elements that were read without it;
   * `from` if there are none. It must count the lines that it skips.
   */
  readAhead(from: number): number;
  /** Returns the place where it is worth calling `readAhead` again. */
  findStop(text: string, from: number): number;
}

/**
 * A character that XML does not allow (bytes that are no UTF-8 among them), an undeclared entity, or an end of
 * CDATA where none began.
 */
export type XmlTextFault = 'character' | 'entity' | 'cdata';

/** The parser's words for them; all its other errors leave open where things end. */
const textFaults: ReadonlyMap<string, XmlTextFault> = new Map([
  ['disallowed character.', 'character'],
  ['malformed character entity.', 'character'],
  ['undefined entity.', 'entity'],
  ['the string "]]>" is disallowed in char data.', 'cdata'],
]);
/** Characters that are parsed before the length of what is held is looked at. */
const stepLength = 64 * 1024;

/** Stands for text that was let go; as long as nothing that is read of an item. */
const textLetGo = ' '.repeat(stepLength);

/** The names that the parser holds while a token lasts, beside text: they grow until they end. */
const heldNames = ['name', 'entity', 'piTarget'] as const;

export class XmlScanner {
  readonly #handlers: XmlHandlers;
  readonly #parser = new SaxesParser({ xmlns: false, position: false });
  #depth = 0;
  #attributeCount = 0;
  /** Characters of all attributes of the tag. */
  #attributesLength = 0;
  #textFaultCount = 0;
  /** The last one that was looked up in vain. */
  #entity = '';
  /** Characters that came so far, and those of them that the parser was spared. */
  #arrived = 0;
  #spared = 0;
  /** The place where the last tag ended. */
  #tagEndedAt = -1;
  /** The place where the last piece ended. */
  #markedAt = 0;
  /** Up to where text was let go. */
  #letGoTo = 0;
  #isEnding = false;
  /** The text before the root; null from the root on. */
  #prolog: string | null = '';

  constructor(handlers: XmlHandlers) {
    // The parser's error does not say which.
    this.#parser.ENTITIES = new Proxy(this.#parser.ENTITIES, {
      get: (known, name) => {
        const text: string | undefined = Reflect.get(known, name);
        if (text === undefined) this.#entity = String(name);
        return text;
      },
    });
    this.#handlers = handlers;
    const parser = this.#parser;
    // Seven handlers at most: with an eighth V8 keeps the parser's state in a hash table, which is five times as slow.
    parser.on('error', ({ message }) => this.#fail(message));
    parser.on('doctype', (text) => this.#refuseDoctype(text));
    parser.on('opentag', ({ name, attributes }) => {
      this.#mark();
      this.#tagEndedAt = this.#markedAt;
      this.#prolog = null;
      const hasAttributes = this.#attributeCount > 0;
      this.#attributeCount = 0;
      this.#attributesLength = 0;
      this.#depth += 1;
      if (this.#depth > limits.documentDepth) throw this.#tooDeep();
      handlers.open(name, hasAttributes ? attributes : null);
    });
    parser.on('closetag', () => {
      this.#mark();
      this.#tagEndedAt = this.#markedAt;
      this.#depth -= 1;
      handlers.close();
    });
    const take = (text: string) => {
      this.#mark();
      handlers.text(text);
    };
    parser.on('text', take);
    parser.on('cdata', take);
    parser.on('attribute', (attribute) => {
      this.#mark();
      this.#attributeCount += 1;
      if (this.#attributeCount > limits.xmlAttributesMax) throw this.#tooManyAttributes();
      this.#attributesLength += attribute.value.length;
      if (this.#attributesLength > limits.itemMaxLength) attribute.value = '';
    });
  }

  /** 1-based. */
  get line(): number {
    return this.#parser.line;
  }

  /** Characters read so far. */
  get position(): number {
    return this.#spared + this.#parser.position;
  }

  /** Lines that the parser does not see. */
  skipLines(count: number): void {
    this.#parser.line += count;
  }

  write(text: string): void {
    for (let at = 0; at < text.length; at += stepLength) {
      const step = text.slice(at, at + stepLength);
      if (this.#prolog !== null) this.#prolog += step;
      this.#read(step);
      this.#checkLength();
      this.#letTextGo();
    }
  }

  #read(step: string): void {
    this.#handlers.beginPiece(step);
    for (let at = 0; at < step.length; ) {
      // Else the parser holds text, or half of what may be one character.
      if (this.#tagEndedAt === this.#arrived && this.#isVersion10) at = this.#readAhead(at);
      if (at === step.length) return;
      const stop = this.#handlers.findStop(step, at);
      this.#arrived += stop - at;
      this.#parser.write(at === 0 && stop === step.length ? step : step.slice(at, stop));
      at = stop;
    }
  }

  /** Other versions have other ends of lines. */
  get #isVersion10(): boolean {
    return (this.#parser.xmlDecl.version ?? '1.0') === '1.0';
  }

  #readAhead(from: number): number {
    const to = this.#handlers.readAhead(from);
    this.#spared += to - from;
    this.#arrived += to - from;
    if (to > from) {
      this.#markedAt = this.position;
      this.#tagEndedAt = this.#arrived;
    }
    return to;
  }

  /** Throws unless everything that was opened is closed. */
  end(): void {
    this.#isEnding = true;
    this.#parser.close();
  }

  #mark(): void {
    this.#checkLength();
    this.#markedAt = this.position;
  }

  /** Around the root there is nothing to hold but comments; a long DTD is not waited for. */
  #checkLength(): void {
    const most = this.#depth === 0 ? stepLength : limits.xmlTokenMaxLength;
    if (this.position - this.#markedAt <= most) return;
    if (this.#prolog?.includes('<!DOCTYPE')) this.#refuseDoctype('');
    throw this.#tooLong(most);
  }

  /**
   * Drops held text that makes its item too large or stands outside of items, since nothing needs it and many documents are
   * read at a time.
   */
  #letTextGo(): void {
    if (heldNames.some((field) => this.#heldLength(field) > stepLength)) throw this.#tooLong(stepLength);
    const { position } = this;
    if (position - Math.max(this.#markedAt, this.#letGoTo) <= limits.itemMaxLength) return;
    if (this.#heldLength('text') <= stepLength) return;
    Reflect.set(this.#parser, 'text', textLetGo);
    this.#letGoTo = position;
  }

  /** The parser has no public way to ask what it holds. */
  #heldLength(field: 'text' | (typeof heldNames)[number]): number {
    const held: unknown = Reflect.get(this.#parser, field);
    if (typeof held !== 'string') throw new Error(`The XML parser holds no "${field}".`);
    return held.length;
  }

  #tooLong(most: number): DocumentError {
    const message = `A text, tag or comment of the document is longer than ${most.toLocaleString('en')} characters.`;
    return new DocumentError('document_too_large', message, this.line);
  }

  #fail(message: string): void {
    const fault = textFaults.get(message);
    if (fault !== undefined && !this.#isEnding && this.#handlers.takeTextFault(fault, this.#entity)) {
      this.#textFaultCount += 1;
      if (this.#textFaultCount <= limits.xmlTextFaultsMax) return;
    }
    if (this.#isEnding) {
      const whole =
        'The document breaks off before its end (or an & in it is not written as &amp;); nothing of it was used.';
      throw new DocumentError('document_truncated', whole, this.line);
    }
    // `<!doctype` in small letters, which only HTML may have.
    if (this.#depth === 0 && message === 'incorrect syntax.') throw webPage(this.line);
    const reason = message.replace(/\.$/, '');
    throw new DocumentError(
      'document_malformed',
      `The document is no well-formed XML at line ${this.line}: ${reason}.`,
      this.line,
    );
  }

  #refuseDoctype(text: string): never {
    if (/^\s*html\b/i.test(text)) throw webPage(this.line);
    const message =
      'The document has a document type definition (<!DOCTYPE …>), which feeds must not have; leave it out.';
    throw new DocumentError('document_dtd', message, this.line);
  }

  #tooDeep(): DocumentError {
    const message = `The elements of the document stand more than ${limits.documentDepth} deep inside one another.`;
    return new DocumentError('document_too_deep', message, this.line);
  }

  #tooManyAttributes(): DocumentError {
    const message = `An element of the document has more than ${limits.xmlAttributesMax} attributes.`;
    return new DocumentError('document_malformed', message, this.line);
  }
}

/** The error for HTML. */
export function webPage(line: number | null): DocumentError {
  const message =
    'This is a web page, not a product feed; often it is a sign-in page or an error of the shop. Check the address and the credentials.';
  return new DocumentError('document_type', message, line);
}
