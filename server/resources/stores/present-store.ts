/**
 * Turns a store into the JSON that its members see: its settings, counts and plan limits, never its keys. Pure; a plan without a limit
 * shows null.
 */
// Tests: test/api/dashboard-store.test.ts.
import { plans } from '../../../contract/limits.ts';
import type { StoreSettings } from '../../../contract/stores.ts';
import { formatTimestamp } from '../../clock.ts';
import type { Store } from '../../storage/records.ts';

/** Its settings, and what its plan allows. */
export function presentStore(store: Store): StoreSettings {
  const { products, enriched } = plans[store.plan];
  return {
    id: store.id,
    name: store.name,
    plan: store.plan,
    currency: store.currency,
    locale: store.locale,
    group_variants: store.groupVariants,
    created_at: formatTimestamp(store.createdAt),
    products_limit: products,
    enriched_limit: enriched,
  };
}
