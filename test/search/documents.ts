/** Small catalogs for tests of the engine, and the answers as the tests read them. */
import type { SearchDocument } from '../../server/search/document/document.ts';
import { type IndexReader, noSignals } from '../../server/search/engine.ts';
import { openIndex } from '../../server/search/index-reader.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';

/** An in-stock product of the given id with nothing but a title; `fields` replace the rest. */
export function productDocument(id: string, fields: Partial<SearchDocument> = {}): SearchDocument {
  return {
    productId: id,
    externalId: id,
    title: `Product ${id}`,
    categoryPath: [],
    brand: null,
    identifiers: [],
    attributes: [],
    suggestionPhrases: [],
    searchPhrases: [],
    inStock: true,
    createdAt: 0,
    card: ['{"id":', JSON.stringify(id), '}'],
    ...fields,
  };
}

/** A reader over one segment of these documents. */
export function indexOf(documents: readonly SearchDocument[], locale = 'en'): IndexReader {
  const writer = createIndexWriter({ locale });
  writer.apply(documents);
  return openIndex(writer.snapshot());
}

export { noSignals };

/** Ids of the products found, best first. */
export function findIds(reader: IndexReader, query: string, limit = 20, signals = noSignals): string[] {
  return reader.search(query, limit, signals).products.map(({ productId }) => productId);
}
