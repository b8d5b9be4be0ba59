/**
 * Facts about a store as a whole: the profile of its catalog and, together with the store's synonyms, the facts that the output rules
 * compare phrases with. It writes nothing and never fails for an unknown store, whose profile is empty. At most 2 profiles and the
 * synonyms of 8 stores are kept; a profile is made again after an hour or when the store has grown by a quarter. A failed read is
 * passed on and tried again with the next call.
 */
// Tests: server/enrichment/generators/offline/compose-phrases.test.ts.

import type { Clock } from '../clock.ts';
import { compileSynonyms } from '../search/query/compile-synonyms.ts';
import type { SynonymSet } from '../search/query/synonym-set.ts';
import type { PhraseSource } from '../storage/enrichment/tables.ts';
import type { Storage } from '../storage/storage.ts';
import type { PhraseContext } from './check-phrases.ts';
import {
  buildCatalogProfile,
  type CatalogProfile,
  emptyProfile,
} from './generators/offline/catalog-profile.ts';
import { wordLanguage } from './phrase-rules/product-words.ts';

/** The facts about a store that the output rules use. */
export type StoreKnowledge = Pick<PhraseContext, 'otherBrands' | 'titleWords' | 'synonyms'>;

/** The part that comes from the catalog; the same objects each time, since the rules cache by them. */
export function catalogKnowledge({ brands, runs }: CatalogProfile): Omit<StoreKnowledge, 'synonyms'> {
  return { otherBrands: brands, titleWords: runs };
}

/** Stores whose compiled synonyms are kept. Chosen. */
const storesKept = 8;

/** Returns a function that gives the knowledge of a store of a BCP 47 locale, with its current synonyms. */
export function createKnowledgeCache(
  storage: Pick<Storage, 'reader'>,
  profileOf: (storeId: string) => Promise<CatalogProfile>,
): (storeId: string, locale: string) => Promise<StoreKnowledge> {
  const kept = new Map<string, { readonly changeNumber: number; readonly synonyms: SynonymSet | null }>();
  return async (storeId, locale) => {
    const known = kept.get(storeId);
    const changed = await storage.reader(storeId).synonyms.changed(known?.changeNumber ?? 0);
    if (changed !== null) {
      const { rules, changeNumber } = changed;
      const synonyms = rules.length === 0 ? null : compileSynonyms(rules, wordLanguage(locale).stem);
      if (kept.size === storesKept) kept.clear();
      kept.set(storeId, { changeNumber, synonyms });
    }
    const synonyms = kept.get(storeId)?.synonyms ?? null;
    return { ...catalogKnowledge(await profileOf(storeId)), synonyms };
  };
}

/** Profiles in memory; beyond it the one that was used longest ago goes. Chosen: one takes tens of megabytes. */
const profilesKept = 2;
/** Age after which a profile is made again. Chosen. */
const keptMs = 3_600_000;
/** Growth of the store after which a profile is made again. Chosen. */
const growthShare = 1.25;
/** Products per read. Chosen. */
const productsPerRead = 1_000;

/** A profile that is ready or in progress, and the state it was made from. */
interface Kept {
  readonly profile: Promise<CatalogProfile>;
  readonly productCount: number;
  readonly madeAtMs: number;
}

/**
 * Returns a function that gives the profile of a store. A profile is made by reading the store once, and again when the store has
 * grown by a quarter or after an hour. Only the last used ones are kept, since one takes tens of megabytes for a large
 * catalog.
 */
export function createProfileCache(
  storage: Pick<Storage, 'directory' | 'reader'>,
  clock: Clock,
): (storeId: string) => Promise<CatalogProfile> {
  const kept = new Map<string, Kept>();
  return async (storeId) => {
    const store = await storage.directory.findStore(storeId);
    if (store === null) return emptyProfile;
    const { productCount, locale } = store;
    const known = kept.get(storeId);
    kept.delete(storeId);
    const isGood =
      known !== undefined &&
      productCount <= known.productCount * growthShare &&
      clock.monotonicMs() - known.madeAtMs < keptMs;
    const made = isGood
      ? known
      : {
          profile: buildCatalogProfile(readSources(storage, storeId), locale),
          ...{ productCount, madeAtMs: clock.monotonicMs() },
        };
    kept.set(storeId, made);
    for (const oldest of kept.keys()) {
      if (kept.size <= profilesKept) break;
      kept.delete(oldest);
    }
    return await made.profile.catch((error: unknown) => {
      // The next call tries again.
      if (kept.get(storeId) === made) kept.delete(storeId);
      throw error;
    });
  };
}

async function* readSources(storage: Pick<Storage, 'reader'>, storeId: string): AsyncGenerator<PhraseSource> {
  const reader = storage.reader(storeId);
  for (let after: string | null = null; ; ) {
    const page = await reader.phrases.sources({ after, limit: productsPerRead });
    yield* page.products;
    if (page.last === null) return;
    after = page.last;
  }
}
