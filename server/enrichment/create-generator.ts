/**
 * Creates the configured generator: a remote one if a server is named, otherwise the offline one. It connects to nothing and reads no
 * settings itself. Wrong settings were refused at start (server/config), so it never throws. Sizes of batches are counted in products.
 */
// Tests: test/api/enrichment.test.ts.
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { PhraseRules } from '../storage/enrichment/tables.ts';
import { type CatalogProfile, emptyProfile } from './generators/offline/catalog-profile.ts';
import { createOfflineGenerator } from './generators/offline/offline-generator.ts';
import type { ModelServer } from './generators/provider/ask-model.ts';
import { createProviderGenerator } from './generators/provider/provider-generator.ts';
import type { PhraseGenerator } from './phrase-generator.ts';
import type { GeneratorOutline } from './write-answer.ts';

/** Plain data, to cross a thread. */
export interface GeneratorSettings {
  /** Null: offline. */
  readonly server: ModelServer | null;
  /** Number of products in one request to a server. */
  readonly productsPerRequest: number;
}

/** Creates the generator; `profileOf` returns the profile of a store. */
export function createGenerator(
  { server, productsPerRequest }: GeneratorSettings,
  clock: Clock,
  profileOf: (storeId: string) => Promise<CatalogProfile>,
): PhraseGenerator {
  if (server !== null) return createProviderGenerator({ server, productsPerRequest }, clock);
  // Phrases that it makes together are written together.
  return {
    ...createOfflineGenerator(profileOf),
    productsPerRequest: limits.enrichmentProductsPerWrite,
  };
}

/** Describes the generator without connecting to it. */
export function outlineGenerator(settings: GeneratorSettings, clock: Clock): GeneratorOutline {
  return createGenerator(settings, clock, async () => emptyProfile);
}

/** The rules by which phrases are written now; phrases of other rules are outdated. */
export function rulesOf(settings: GeneratorSettings, clock: Clock): PhraseRules {
  const { name, model, promptVersion } = outlineGenerator(settings, clock);
  return { generator: name, model, promptVersion };
}
