/**
 * Decodes the bytes of a file to text. A byte order mark decides; without one, a file that is UTF-8 to its last byte is
 * UTF-8, and any other is read as windows-1252 (Contract §5). Bytes may be cut anywhere. It never throws: bytes that
 * are no text become U+FFFD, in UTF-16 half a surrogate pair.
 */
// Tests: ./encoding.test.ts.
import type { CsvEncoding } from '../contract/words/csv.ts';

/** Decodes a file piece by piece. */
export interface TextReader {
  /** The text of these bytes; an unfinished character waits for the next ones. */
  read(bytes: Uint8Array): string;
  /** Returns the rest at the end of the file. */
  end(): string;
}

/** A reader without its byte order mark. Bytes that are no text become U+FFFD, or half a surrogate pair in UTF-16. */
export function createTextReader(encoding: CsvEncoding): TextReader {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return createUtf16Reader(encoding === 'utf-16be');
  const decoder = new TextDecoder(encoding);
  return { read: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

/** Code units made to text at once (chosen: arguments of a call are bounded by the stack). */
const unitsPerCall = 4_096;

/**
 * UTF-16 unit by unit. TextDecoder would replace half a surrogate pair by U+FFFD, and the row would be taken with
 * it; left as it is, the catalog refuses the row with its reason.
 */
function createUtf16Reader(isBigEndian: boolean): TextReader {
  let half: Uint8Array = new Uint8Array(0);
  let isStart = true;
  const [high, low] = isBigEndian ? [0, 1] : [1, 0];
  const read = (bytes: Uint8Array): string => {
    const joined = half.length === 0 ? bytes : Uint8Array.of(...half, ...bytes.subarray(0, 1));
    const rest = half.length === 0 ? bytes.subarray(0, 0) : bytes.subarray(1);
    const text = toText(joined) + (rest.length === 0 ? '' : toText(rest));
    const last = rest.length > 0 ? rest : joined;
    half = last.length % 2 === 0 ? new Uint8Array(0) : last.slice(-1);
    if (!isStart || text === '') return text;
    isStart = false;
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  };
  const toText = (bytes: Uint8Array): string => {
    const units: number[] = [];
    let text = '';
    for (let at = 0; at + 1 < bytes.length; at += 2) {
      units.push((bytes[at + high] ?? 0) * 256 + (bytes[at + low] ?? 0));
      if (units.length < unitsPerCall) continue;
      text += String.fromCharCode(...units);
      units.length = 0;
    }
    return text + String.fromCharCode(...units);
  };
  return { read, end: () => (half.length === 0 ? '' : '\uFFFD') };
}

/** Whether all bytes of a file are UTF-8, learnt piece by piece. */
export interface Utf8Check {
  read(bytes: Uint8Array): void;
  /** False where the file ends inside a character. */
  end(): boolean;
  /** False from the first wrong byte on: nothing more need be read. */
  isUtf8(): boolean;
}

/** The check of a whole file, for {@link CsvEncoding} to be known rather than guessed from the file's beginning. */
export function createUtf8Check(): Utf8Check {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  const check = (decode: () => string) => {
    try {
      if (isUtf8) decode();
    } catch {
      isUtf8 = false;
    }
    return isUtf8;
  };
  return {
    read: (bytes) => void check(() => decoder.decode(bytes, { stream: true })),
    end: () => check(() => decoder.decode()),
    isUtf8: () => isUtf8,
  };
}

/** The encoding of a byte order mark; null if there is none. */
export function markedEncoding(head: Uint8Array): CsvEncoding | null {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Bytes at which {@link unmarkedUtf16} looks. Chosen: a header and some rows. */
const utf16SampleBytes = 2_048;

/** The encoding of UTF-16 without a byte order mark, whose ASCII characters have a zero at one of two places; null for other files. */
export function unmarkedUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = head.subarray(0, utf16SampleBytes);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const [many, few] = [sample.length / 4, sample.length / 100];
  if (odd >= many && even <= few && odd > 0) return 'utf-16le';
  return even >= many && odd <= few && even > 0 ? 'utf-16be' : null;
}

/** Whether the beginning of a file may be UTF-8; where it is not the whole, its last character may be cut. */
export function mayBeUtf8(head: Uint8Array, isWhole: boolean): boolean {
  const check = createUtf8Check();
  check.read(head);
  return isWhole ? check.end() : check.isUtf8();
}
