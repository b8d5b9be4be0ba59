/**
 * Products as generators of phrases read them, for tests. It checks no rule and stores nothing. Fields that are not given are absent
 * or empty, never random. A title is all that is needed; wrong fields are the test's own matter, and texts have no limit here.
 */
import type { PhraseProduct } from '../../server/enrichment/phrase-generator.ts';

/** The given fields of a product; the rest is absent. */
export type GivenProduct = Partial<PhraseProduct> & { readonly title: string };

/** A product with its title as id. */
export function phraseProduct(given: GivenProduct): PhraseProduct {
  const nothing = {
    description: null,
    category: null,
    brand: null,
    author: null,
    attributes: [],
    identifiers: [],
  };
  return { id: given.title, ...nothing, ...given };
}
