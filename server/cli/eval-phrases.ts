/**
 * Makes the phrases of an evaluation as the service would make them without a provider; phrases of a file are read elsewhere
 * (eval-files.ts). It calls no language model and stores nothing. Phrases that break the output rules (check-phrases.ts has their
 * limits) are left out; a product that gets none has none. Phrases are texts by external id.
 */
// Tests: test/scenarios/eval.test.ts, test/scenarios/real-words.test.ts.
import type { CanonicalProduct } from '../catalog/product.ts';
import { checkPhrases } from '../enrichment/check-phrases.ts';
import { buildCatalogProfile } from '../enrichment/generators/offline/catalog-profile.ts';
import { createOfflineGenerator } from '../enrichment/generators/offline/offline-generator.ts';
import { type PhraseProduct, type ProductPhrases, toPhraseProduct } from '../enrichment/phrase-generator.ts';
import { catalogKnowledge } from '../enrichment/store-knowledge.ts';

/** The one value of `--phrases` that names no file. */
export const offlinePhrases = 'offline';

/** Phrases of the offline generator that keep the output rules, by external id. */
export async function generatePhrases(
  products: readonly CanonicalProduct[],
  locale: string,
): Promise<Map<string, ProductPhrases>> {
  const sources: PhraseProduct[] = products.map((product) => toPhraseProduct(product.externalId, product));
  const profile = await buildCatalogProfile(sources, locale);
  const generator = createOfflineGenerator(() => Promise.resolve(profile));
  const batch = { storeId: offlinePhrases, locale, products: sources };
  const { phrases } = await generator.generate(batch, new AbortController().signal);
  const context = { locale, blocklist: [], ...catalogKnowledge(profile), synonyms: null };
  const checked = new Map<string, ProductPhrases>();
  for (const source of sources) {
    const made = phrases.get(source.id);
    if (made !== undefined) checked.set(source.id, checkPhrases(source, made, context));
  }
  return checked;
}
