/**
 * Chooses the reader of a document by its format, and recognises a document by its first bytes. Pure. It never refuses: it describes
 * another kind in a sentence (or null), and the reader decides. At most the first 64 KiB are looked at.
 */
// Tests: ./hostile-xml.live.test.ts, server/feeds/row-spool.test.ts.
import type { DocumentFormat } from '../../../contract/words/feeds.ts';
import { detectLayout } from '../../../csv/detect-layout.ts';
import { createTextReader, markedEncoding } from '../../../csv/encoding.ts';
import { binaryName, controlMessage, documentKind } from '../../../csv/file-kind.ts';
import { createCsvDocumentReader } from './csv-document.ts';
import type { DocumentFacts, DocumentReader } from './document-reader.ts';
import { createGoogleXmlReader } from './google-xml-reader.ts';
import { createJsonReader } from './json-reader.ts';
import { webPage } from './xml-scanner.ts';

const readers: Readonly<Record<DocumentFormat, (facts: DocumentFacts) => DocumentReader>> = {
  csv: createCsvDocumentReader,
  google_xml: createGoogleXmlReader,
  json: createJsonReader,
};

/** A reader of one document. */
export function createDocumentReader(format: DocumentFormat, facts: DocumentFacts): DocumentReader {
  return readers[format](facts);
}

/** First bytes that identify a document (chosen: the names of columns and a row below them). */
export const detectionBytes = 64 * 1024;

const adviceToShop = 'Have the shop offer its products as Google XML, JSON or CSV.';

/** A sentence about the actual kind of a document, with the format to choose if it is supported; null if nothing else is recognised. */
export function describeOtherKind(head: Uint8Array, format: DocumentFormat): string | null {
  const binary = binaryName(head);
  if (binary !== null) return `This is ${binary}, not a product feed. ${adviceToShop}`;
  const text = createTextReader(markedEncoding(head) ?? 'windows-1252').read(head);
  if (controlMessage(text) !== null) return `This is not text, so it is no product feed. ${adviceToShop}`;
  const kind = documentKind(text);
  if (kind === 'web_page') return webPage(null).message;
  const found = kind === null ? formatOfTable(head) : formatOfKind[kind];
  if (found === null || found === format) return null;
  return `This is ${namesOfFormats[found]}; choose ${found} as the format, or check the address.`;
}

const formatOfKind = { xml: 'google_xml', json: 'json' } as const;

const namesOfFormats: Readonly<Record<DocumentFormat, string>> = {
  google_xml: 'an XML document',
  json: 'a JSON document',
  csv: 'a CSV file',
};

/** Nearly any text is CSV of some kind: it must have the columns of products. */
function formatOfTable(head: Uint8Array): DocumentFormat | null {
  return detectLayout(head, {}, { isWhole: false, isUnattended: true }).ok ? 'csv' : null;
}

/** Bytes that are looked at (chosen: blanks and comments before the first bracket are short). */
const lookedAtBytes = 4_096;

/** CSV where it is neither XML nor JSON: then the CSV reader says what it is instead. */
export function formatOfContent(head: Uint8Array): DocumentFormat {
  const kind = kindOf(head);
  if (kind === 'xml') return 'google_xml';
  return kind === 'json' ? 'json' : 'csv';
}

/** Whether a document is a web page, which no reader takes. */
export function isWebPage(head: Uint8Array): boolean {
  return kindOf(head) === 'web_page';
}

function kindOf(head: Uint8Array): ReturnType<typeof documentKind> {
  const reader = createTextReader(markedEncoding(head) ?? 'windows-1252');
  return documentKind(reader.read(head.subarray(0, lookedAtBytes)));
}
