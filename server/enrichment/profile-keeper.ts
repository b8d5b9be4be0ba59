/**
 * The profiles of catalogs, each made by reading its store once, and again when the store has grown by a quarter or an
 * hour has passed. A few are kept, those that were asked for last: one takes tens of megabytes for a large catalog.
 */
import type { Clock } from '../clock.ts';
import type { PhraseSource } from '../storage/enrichment.ts';
import type { Storage } from '../storage/storage.ts';
import {
  buildCatalogProfile,
  type CatalogProfile,
  emptyProfile,
} from './generators/offline/catalog-profile.ts';

const profilesKept = 2;
const keptMs = 3_600_000;
const growthShare = 1.25;
/** Products that are read at once. Chosen. */
const productsPerRead = 1_000;

/** A profile, or the one that is being made, and how it was asked for. */
interface Kept {
  readonly profile: Promise<CatalogProfile>;
  readonly productCount: number;
  readonly madeAtMs: number;
}

/** Gives the profile of a store. */
export function createProfileKeeper(
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
      // The next one who asks tries again.
      if (kept.get(storeId) === made) kept.delete(storeId);
      throw error;
    });
  };
}

async function* readSources(storage: Pick<Storage, 'reader'>, storeId: string): AsyncGenerator<PhraseSource> {
  const reader = storage.reader(storeId);
  for (let after: string | null = null; ; ) {
    const page = await reader.phraseSources({ after, limit: productsPerRead });
    yield* page.products;
    if (page.last === null) return;
    after = page.last;
  }
}
