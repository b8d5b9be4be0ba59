/**
 * Feeds of XML that are changed, broken off and cut anywhere, and what a reader makes of them: for holding the reading of plain items
 * against the parser alone. It compares only; the first difference throws. Pieces are bytes, places a part from 0 to 1.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DocumentError } from '../../server/ingest/readers/document-reader.ts';
import { createGoogleXmlReader } from '../../server/ingest/readers/google-xml-reader.ts';
import { wrongByte, xmlDocuments } from './xml-documents.ts';

interface Change {
  readonly at: number;
  readonly kind: 'remove' | 'repeat' | 'replace' | 'insert';
  readonly length: number;
  readonly byte: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom('remove', 'repeat', 'replace', 'insert'),
  length: fc.integer({ min: 1, max: 12 }),
  byte: fc.oneof(fc.constantFrom(...Buffer.from('<>/&;]"\r\n! ')), fc.nat(255)),
});

function apply(bytes: Buffer, { at, kind, length, byte }: Change): Buffer {
  const from = Math.floor(at * bytes.length);
  const part = bytes.subarray(from, from + length);
  const between: Readonly<Record<Change['kind'], readonly Uint8Array[]>> = {
    remove: [],
    repeat: [part, part],
    replace: [Buffer.of(byte), part.subarray(1)],
    insert: [Buffer.of(byte), part],
  };
  return Buffer.concat([bytes.subarray(0, from), ...between[kind], bytes.subarray(from + length)]);
}

/** A document as it comes: its pieces. */
export interface XmlFeed {
  readonly pieces: readonly Uint8Array[];
}

const place = fc.double({ min: 0, max: 1, noNaN: true });

/** The places at which a document is cut: some, one behind every so many bytes, or each one behind a sign. */
const cuts = fc.oneof(
  fc.array(place, { maxLength: 4 }).map(
    (places) =>
      ({ bytes }: Cut) =>
        places.map((at) => Math.floor(at * bytes.length)),
  ),
  fc.integer({ min: 1, max: 300 }).map((length) => ({ bytes }: Cut) => {
    const step = Math.max(length, Math.ceil(bytes.length / 1_000));
    return Array.from({ length: Math.floor(bytes.length / step) }, (_, index) => (index + 1) * step);
  }),
  fc.constantFrom(...'\r\n>;]').map((sign) => ({ bytes }: Cut) => {
    const behind: number[] = [];
    for (let at = bytes.indexOf(sign); at !== -1 && behind.length < 1_000; at = bytes.indexOf(sign, at + 1))
      behind.push(at + 1);
    return behind;
  }),
);

interface Cut {
  readonly bytes: Buffer;
}

/** A third of the documents is changed, a quarter breaks off, and each comes in pieces. */
export const xmlFeeds: fc.Arbitrary<XmlFeed> = fc
  .record({
    document: xmlDocuments,
    encode: fc.oneof(
      { arbitrary: fc.constant(toUtf8), weight: 15 },
      { arbitrary: fc.constant(toUtf16), weight: 1 },
    ),
    changes: fc.oneof(
      { arbitrary: fc.constant<Change[]>([]), weight: 2 },
      { arbitrary: fc.array(change, { minLength: 1, maxLength: 4 }), weight: 1 },
    ),
    end: fc.oneof({ arbitrary: fc.constant(1), weight: 3 }, place),
    cut: cuts,
  })
  .map(({ document, encode, changes, end, cut }) => {
    const changed = changes.reduce(apply, encode(document));
    const bytes = changed.subarray(0, Math.ceil(end * changed.length));
    const places = cut({ bytes }).toSorted((a, b) => a - b);
    return {
      pieces: [...places, bytes.length].map((to, index) => bytes.subarray(places[index - 1] ?? 0, to)),
    };
  });

function toUtf8(text: string): Buffer {
  const parts = text.split(wrongByte).flatMap((part) => [Buffer.of(0xc3), Buffer.from(part)]);
  return Buffer.concat(parts.slice(1));
}

function toUtf16(text: string): Buffer {
  return Buffer.from(`\uFEFF${text}`, 'utf16le');
}

/** The number of rows, and of documents, that came without an error. */
export interface ComparedFeeds {
  rows: number;
  whole: number;
}

/** Fails where reading plain items ahead gives anything else than the parser alone: rows by pieces, or the error. */
export function compareReadings({ pieces }: XmlFeed, compared: ComparedFeeds): void {
  const [ahead, parsed] = [read(pieces, 'ahead'), read(pieces, 'parsed')];
  // As text: the order of a product's fields counts.
  assert.equal(JSON.stringify(ahead), JSON.stringify(parsed));
  compared.rows += parsed.rows.flat().length;
  if (parsed.fault === null) compared.whole += 1;
}

function read(pieces: readonly Uint8Array[], way: 'ahead' | 'parsed') {
  const reader = createGoogleXmlReader({ nowMs: Date.UTC(2026, 10, 21), contentType: null }, way);
  const rows: unknown[][] = [];
  try {
    for (const piece of pieces) rows.push([...reader.read(piece)]);
    rows.push([...reader.end()]);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { rows, fault: [error.code, error.message, error.line], isTimeBound: reader.isTimeBound };
  }
  return { rows, fault: null, isTimeBound: reader.isTimeBound };
}
