/**
 * The parts of a merchandising rule. Plain values and shapes; limits are in limits.ts, and what a rule does is in
 * server/merchandising/.
 */
// Tests: server/autocomplete/answering/merchandising.test.ts, server/merchandising/named-products.test.ts.

/** The part of a query that a rule looks at: the whole query, or its beginning. */
export const ruleMatches = ['exact', 'prefix'] as const;
/** One of {@link ruleMatches}. */
export type RuleMatch = (typeof ruleMatches)[number];

/** The fields by which a boost names products. */
export const boostFields = ['brand', 'category', 'external_id'] as const;
/** One of {@link boostFields}. */
export type BoostField = (typeof boostFields)[number];

/** Products that stand further up. */
export interface Boost {
  readonly field: BoostField;
  readonly value: string;
  /** 1 to 10; the heavier stands above the lighter. */
  readonly weight: number;
}

/** A link that takes the first place among the categories. */
export interface Redirect {
  readonly title: string;
  readonly url: string;
}

/** One rule, as it is kept and as it is sent. */
export interface MerchandisingRule {
  readonly id: string;
  readonly query: string;
  readonly match: RuleMatch;
  readonly is_active: boolean;
  /** ISO 8601 UTC; null: since ever. */
  readonly starts_at: string | null;
  /** The first moment at which it does not hold any more; null: for ever. */
  readonly ends_at: string | null;
  /** External ids, the first on top. */
  readonly pins: readonly string[];
  readonly hides: readonly string[];
  readonly boosts: readonly Boost[];
  readonly redirect: Redirect | null;
}

/** A rule that may have no id yet. */
export type RuleInput = Omit<MerchandisingRule, 'id'> & { readonly id?: string };

/** The code in the answer to a change of a rule that is not there any more. */
export const ruleDeleted = 'rule_deleted';
