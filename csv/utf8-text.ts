/**
 * UTF-8 in which wrong bytes stay visible: each becomes half a surrogate pair (0x80 is U+DC80, up to 0xFF as U+DCFF),
 * which no right text holds. So nothing of a stream must be read twice to know whether all of it is UTF-8: the catalog
 * refuses the rows in which such a half stands, and takes the others.
 */
// Tests: ./utf8-text.test.ts.
import type { TextReader } from './encoding.ts';

/** A reader that keeps a byte order mark. Bytes may be cut anywhere. */
export function createMarkingUtf8Reader(): TextReader {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let unfinished: Uint8Array = new Uint8Array(0);
  const decode = (bytes: Uint8Array): string => {
    try {
      return decoder.decode(bytes);
    } catch {
      return decodeMarking(bytes, decoder);
    }
  };
  return {
    read: (bytes) => {
      const joined = unfinished.length === 0 ? bytes : concat(unfinished, bytes);
      const end = joined.length - unfinishedLength(joined);
      unfinished = joined.slice(end);
      return decode(joined.subarray(0, end));
    },
    end: () => {
      const rest = unfinished;
      unfinished = new Uint8Array(0);
      return decode(rest);
    },
  };
}

function concat(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}

/** Bytes of a last character that may go on. */
function unfinishedLength(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length += 1) {
    const byte = bytes[bytes.length - length] ?? 0;
    if (byte >= 0xc0) return length < lengthByLead(byte) ? length : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

function lengthByLead(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

function decodeMarking(bytes: Uint8Array, decoder: TextDecoder): string {
  let text = '';
  let start = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    text += decoder.decode(bytes.subarray(start, at)) + String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
    at += 1;
    start = at;
  }
  return text + decoder.decode(bytes.subarray(start));
}

/** Bytes of the character that begins here; 0 where none does. */
function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lengthByLead(lead);
  const second = bytes[at + 1] ?? 0;
  const [least, most] = secondByteRange.get(lead) ?? [0x80, 0xbf];
  if (second < least || second > most) return 0;
  for (let next = at + 2; next < at + length; next += 1) {
    const byte = bytes[next] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return 0;
  }
  return length;
}

/** No overlong forms, no surrogates, nothing above U+10FFFF. */
const secondByteRange: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);
