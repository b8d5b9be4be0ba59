/** The readers of documents, by their formats. */
import type { FeedFormat } from '../../../contract/words/feeds.ts';
import { createCsvDocumentReader } from './csv-document.ts';
import type { DocumentFacts, DocumentReader } from './document-reader.ts';
import { createGoogleXmlReader } from './google-xml-reader.ts';
import { createJsonReader } from './json-reader.ts';

const readers: Readonly<Record<FeedFormat, (facts: DocumentFacts) => DocumentReader>> = {
  csv: createCsvDocumentReader,
  google_xml: createGoogleXmlReader,
  json: createJsonReader,
};

/** A reader of one document. */
export function createDocumentReader(format: FeedFormat, facts: DocumentFacts): DocumentReader {
  return readers[format](facts);
}
