/**
 * Makes this project's engine a contestant: the same index and the same questions as in the service, but no rules, no signals and no
 * cache. It writes nothing. Results are at most as many products as were asked for; an error of the engine passes through. There is no
 * limit but memory: all documents are one index.
 */
// Tests: test/scenarios/eval.test.ts.
import type { SearchDocument } from '../search/document/document.ts';
import { type IndexReader, noSignals } from '../search/engine.ts';
import { openIndex } from '../search/index-reader.ts';
import { createIndexWriter } from '../search/index-writer.ts';
import type { Contestant } from './contestant.ts';

/** One index of all documents. `locale` is the store's, a BCP 47 tag. */
export function indexDocuments(documents: readonly SearchDocument[], locale: string): IndexReader {
  const writer = createIndexWriter({ locale });
  writer.apply(documents);
  return openIndex(writer.snapshot());
}

/** Asks one index of all documents. `name` is how the report calls it. */
export function createOwnContestant(
  documents: readonly SearchDocument[],
  locale: string,
  name = 'Foretype',
): Contestant {
  const reader = indexDocuments(documents, locale);
  const externalIds = new Map(documents.map(({ productId, externalId }) => [productId, externalId]));
  return {
    name,
    search: (text, limit) =>
      reader
        .search(text, limit, noSignals)
        .products.map(({ productId }) => externalIds.get(productId) ?? productId),
  };
}
