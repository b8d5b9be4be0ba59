/**
 * What a store says of its words as a whole, by which the output rules judge those of a phrase: other brands, what stands in
 * titles, and the store's own synonyms.
 */
import { compileSynonyms } from '../search/query/compile-synonyms.ts';
import type { SynonymSet } from '../search/query/synonym-set.ts';
import type { Storage } from '../storage/storage.ts';
import type { PhraseContext } from './check-phrases.ts';
import type { CatalogProfile } from './generators/offline/catalog-profile.ts';
import { wordLanguage } from './phrase-rules/product-words.ts';

/** What the rules know of a store. */
export type StoreKnowledge = Pick<PhraseContext, 'otherBrands' | 'titleWords' | 'synonyms'>;

/** A catalog's share of it; the same objects each time, by which the rules know them again. */
export function catalogKnowledge({ brands, runs }: CatalogProfile): Omit<StoreKnowledge, 'synonyms'> {
  return { otherBrands: brands, titleWords: runs };
}

/** Compiled synonyms of so many stores are kept. Chosen. */
const storesKept = 8;

/** Gives what is known of a store of a BCP 47 locale, with its synonyms as they are. */
export function createKnowledgeKeeper(
  storage: Pick<Storage, 'reader'>,
  profileOf: (storeId: string) => Promise<CatalogProfile>,
): (storeId: string, locale: string) => Promise<StoreKnowledge> {
  const kept = new Map<string, { readonly changeNumber: number; readonly synonyms: SynonymSet | null }>();
  return async (storeId, locale) => {
    const known = kept.get(storeId);
    const changed = await storage.reader(storeId).changedSynonyms(known?.changeNumber ?? 0);
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
