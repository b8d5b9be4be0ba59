/**
 * Turns a merchant's rows into what the engine indexes, by the way that every product takes. Prices are in EUR. Invalid rows are left
 * out, as an import leaves them out; nothing is stored and nothing throws.
 */
// Tests: test/search/products-looked-at.test.ts.
import { toDocument } from '../server/autocomplete/changes/to-document.ts';
import { parseProduct } from '../server/catalog/parse-product.ts';
import type { RawProduct } from '../server/catalog/product.ts';
import type { SearchDocument } from '../server/search/document/document.ts';
import type { StoredProduct } from '../server/storage/records.ts';
import { inPages } from './blown-up-catalog.ts';

export const benchCurrency = 'EUR';

/** The valid products as documents, in pages; their ids count up. `phrasesOf` stands for enrichment. */
export function* documentPages(
  products: Iterable<RawProduct>,
  pageSize: number,
  phrasesOf: (product: RawProduct) => readonly string[] = () => [],
): Generator<SearchDocument[]> {
  yield* inPages(documents(products, phrasesOf), pageSize);
}

function* documents(
  products: Iterable<RawProduct>,
  phrasesOf: (product: RawProduct) => readonly string[],
): Generator<SearchDocument> {
  for (const stored of storedProducts(products, phrasesOf)) yield toDocument(stored, benchCurrency, 'en');
}

/** The valid products as they are stored. */
export function* storedProducts(
  products: Iterable<RawProduct>,
  phrasesOf: (product: RawProduct) => readonly string[] = () => [],
): Generator<StoredProduct> {
  let count = 0;
  for (const raw of products) {
    const parsed = parseProduct(raw, { currency: benchCurrency, locale: 'en' });
    if (!parsed.ok) continue;
    count += 1;
    const phrases = phrasesOf(raw);
    yield {
      ...parsed.product,
      id: `0192a000-0000-7000-8000-${count.toString(16).padStart(12, '0')}`,
      suggestionPhrases: phrases.slice(0, phrases.length / 2),
      searchPhrases: phrases.slice(phrases.length / 2),
      type: null,
      createdAt: count,
      updatedAt: count,
      changeNumber: 1,
    };
  }
}
