/**
 * Turns the bytes of a document into its text: by its byte order mark, then by what it says of itself (XML), then by the content type
 * under which it came. Bytes that are not what they are said to be are never passed over: in UTF-8 they become halves of surrogate
 * pairs, which fail their row or the document; elsewhere the document fails at once. At most 4,096 bytes are tried to tell UTF-8 from
 * an older encoding, and an XML declaration must end within 1,024 bytes; an encoding without a decoder is `document_encoding`.
 */
// Tests: ./document-text.test.ts.
import { createTextReader, markedEncoding, mayBeUtf8, type TextReader } from '../../../csv/encoding.ts';
import { createMarkingUtf8Reader } from '../../../csv/utf8-text.ts';
import { DocumentError } from './document-reader.ts';

/** Facts about a document before its first byte. */
export interface TextFacts {
  readonly kind: 'csv' | 'xml' | 'json';
  readonly contentType: string | null;
}

/** Bytes in which an XML declaration must end (chosen: the longest sensible one has about a hundred). */
const declarationMaxBytes = 1_024;
/** Bytes, from the first that is not ASCII, that distinguish UTF-8 from an older encoding (chosen). */
const trialBytes = 4_096;

/** A reader of the text without its byte order mark. Bytes may be cut anywhere. Throws `document_encoding`. */
export function createDocumentText(facts: TextFacts): TextReader {
  let head: Uint8Array = new Uint8Array(0);
  let reader: TextReader | null = null;
  let isStart = true;
  const withoutMark = (text: string): string => {
    if (!isStart || text === '') return text;
    isStart = false;
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  };
  return {
    read: (bytes) => {
      if (reader !== null) return withoutMark(reader.read(bytes));
      head = Buffer.concat([head, bytes]);
      if (facts.kind === 'xml' ? !isPastDeclaration(head) : head.length < 4) return '';
      reader = chooseReader(head, facts);
      return withoutMark(reader.read(head));
    },
    end: () => {
      if (reader !== null) return withoutMark(reader.end());
      reader = chooseReader(head, facts);
      return withoutMark(reader.read(head) + reader.end());
    },
  };
}

function isPastDeclaration(head: Uint8Array): boolean {
  if (head.length < 4) return false;
  if (head.length >= declarationMaxBytes) return true;
  const text = latin1(head);
  return !'<?xml '.startsWith(text.trimStart().slice(0, 6)) || text.includes('?>');
}

function chooseReader(head: Uint8Array, { kind, contentType }: TextFacts): TextReader {
  const marked = markedEncoding(head) ?? unmarkedUtf16(head);
  if (marked === 'utf-8') return createMarkingUtf8Reader();
  if (marked !== null) return kind === 'xml' ? createFatalReader(marked) : createTextReader(marked);
  const declared = kind === 'xml' ? declaredEncoding(head) : null;
  if (declared !== null)
    return declared === 'utf-8' ? createMarkingUtf8Reader() : createFatalReader(declared);
  const sent = sentEncoding(contentType);
  if (sent !== null && sent !== 'utf-8') return createTrialReader(sent);
  return kind === 'csv' && sent === null ? createTrialReader('windows-1252') : createMarkingUtf8Reader();
}

/** UTF-16 shows itself by a zero beside the first character, which is ASCII in every XML and JSON document. */
function unmarkedUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0 && second !== undefined && second !== 0) return 'utf-16be';
  return second === 0 && first !== undefined && first !== 0 ? 'utf-16le' : null;
}

function declaredEncoding(head: Uint8Array): string | null {
  const declaration = /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(latin1(head));
  const label = declaration?.[1] ?? declaration?.[2];
  if (label === undefined) return null;
  const name = canonicalName(label);
  if (name === null) {
    const message = `The document says that it is in the encoding “${label.slice(0, 40)}”, which is not known; save it as UTF-8.`;
    throw new DocumentError('document_encoding', message, 1);
  }
  // Programs write `utf-16` into what they save as UTF-8; that one byte a character was readable proves them wrong.
  return name.startsWith('utf-16') ? 'utf-8' : name;
}

/** The encoding of a content type; null where it names none that is known. */
function sentEncoding(contentType: string | null): string | null {
  const label = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? '')?.[1];
  return label === undefined ? null : canonicalName(label);
}

function canonicalName(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function createFatalReader(encoding: string): TextReader {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const decode = (bytes: Uint8Array | undefined, stream: boolean): string => {
    try {
      return decoder.decode(bytes, { stream });
    } catch {
      const message = `The document is said to be ${encoding}, but some of its bytes are not; save it as UTF-8, and declare it as that.`;
      throw new DocumentError('document_encoding', message);
    }
  };
  return { read: (bytes) => decode(bytes, true), end: () => decode(undefined, false) };
}

/** Servers name encodings that a file does not have: it is UTF-8 if what is not ASCII in it reads so at first sight. */
function createTrialReader(otherwise: string): TextReader {
  let trial: Uint8Array = new Uint8Array(0);
  let reader: TextReader | null = null;
  const decide = (isWhole: boolean): TextReader =>
    mayBeUtf8(trial, isWhole) ? createMarkingUtf8Reader() : createFatalReader(otherwise);
  return {
    read: (bytes) => {
      if (reader !== null) return reader.read(bytes);
      const foreignAt = trial.length > 0 ? 0 : bytes.findIndex((byte) => byte >= 0x80);
      if (foreignAt === -1) return latin1(bytes);
      trial = Buffer.concat([trial, bytes.subarray(foreignAt)]);
      const ascii = latin1(bytes.subarray(0, foreignAt));
      if (trial.length < trialBytes) return ascii;
      const rest = trial;
      trial = trial.subarray(0, trialBytes);
      reader = decide(false);
      return ascii + reader.read(rest);
    },
    end: () => {
      reader ??= decide(true);
      const rest = trial.length < trialBytes ? reader.read(trial) : '';
      return rest + reader.end();
    },
  };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
