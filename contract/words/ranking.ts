/**
 * The ranking settings of a store in plain values: what a boost is, and by how much each strength multiplies popularity. Limits are in
 * limits.ts; what boosts do is in server/search/products/boosts.ts.
 */
// Tests: test/api/ranking.test.ts.
import type { CollectionCondition, ConditionField } from './collections.ts';

/** How much a boost moves products, in the order in which people choose. */
export const boostStrengths = ['raise', 'raise_strongly', 'lower', 'lower_strongly'] as const;
/** One of {@link boostStrengths}. */
export type BoostStrength = (typeof boostStrengths)[number];

/** What each strength multiplies the popularity of a product by. */
export const strengthFactors: Readonly<Record<BoostStrength, number>> = {
  raise: 2,
  raise_strongly: 8,
  lower: 1 / 2,
  lower_strongly: 1 / 8,
};

/** The fields that a boost can ask about. Stock and price change often, and are tiers or orders of their own. */
export const boostedFields = [
  'brand',
  'category',
  'attribute',
  'age_days',
] as const satisfies readonly ConditionField[];

/** A rule for all queries: products that meet the condition stand higher or lower. */
export interface StoreBoost {
  /** As in the rules of a collection. */
  readonly when: CollectionCondition;
  readonly strength: BoostStrength;
}

/** The ranking settings of a store. */
export interface RankingSettings {
  readonly hide_out_of_stock: boolean;
  readonly boosts: readonly StoreBoost[];
}
