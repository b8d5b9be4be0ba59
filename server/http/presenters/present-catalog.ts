/** Products, their history and their places as the dashboard gets them. */
import type { ExplainBody } from '../../../contract/autocomplete.ts';
import type { Place } from '../../autocomplete/explain-place.ts';
import { formatTimestamp } from '../../clock.ts';
import type { HistoryEntry } from '../../insight/product-history.ts';

export function presentHistoryEntry({ at, kind, run, fields }: HistoryEntry) {
  return { at: formatTimestamp(at), kind, run, fields };
}

/** Why a product stands where it stands: the tiers that it hit. */
export function presentTiers({ tiers, mark }: Pick<Place, 'tiers' | 'mark'>): ExplainBody | null {
  if (tiers === null) return null;
  return {
    missing_words: tiers.missingWords,
    in_stock: tiers.inStock,
    exact_title: tiers.exactTitle,
    title_prefix: tiers.titlePrefix,
    intent: tiers.intent,
    popularity: tiers.popularity,
    ...(tiers.isForQuery ? { popularity_for_query: true } : {}),
    ...(mark === null ? {} : { merchandising: { ...mark } }),
  };
}
