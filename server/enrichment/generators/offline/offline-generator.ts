/**
 * The generator without a provider: phrases from products and their catalog, deterministic and without any network. The default, good
 * enough that a shop may never need a key. It never fails for a product: one without usable words gets no phrases. A request has at
 * most 200 products; an aborted signal ends it between two of them.
 */
// Tests: ./compose-phrases.test.ts.
import type { PhraseAnswer, PhraseBatch, PhraseGenerator, ProductPhrases } from '../../phrase-generator.ts';
import type { CatalogProfile } from './catalog-profile.ts';
import { composePhrases } from './compose-phrases.ts';
import { offlineLanguage } from './title-reading.ts';

/** A batch is short enough that others get their turn in between. */
const productsPerRequest = 200;
/** Raised when the same product and catalog lead to other phrases. */
const rulesVersion = 'offline-5';

/** Creates the generator; `profileOf` returns the profile of a store. */
export function createOfflineGenerator(
  profileOf: (storeId: string) => Promise<CatalogProfile>,
): PhraseGenerator {
  return {
    name: 'offline',
    model: null,
    promptVersion: rulesVersion,
    productsPerRequest,
    estimateTokens: () => ({ input: 0, output: 0 }),
    async generate({ storeId, locale, products }: PhraseBatch, signal: AbortSignal): Promise<PhraseAnswer> {
      const profile = await profileOf(storeId);
      const language = offlineLanguage(locale);
      const phrases = new Map<string, ProductPhrases>();
      for (const product of products) {
        signal.throwIfAborted();
        phrases.set(product.id, composePhrases(product, profile, language));
      }
      return { phrases, inputTokens: 0, outputTokens: 0 };
    },
  };
}
