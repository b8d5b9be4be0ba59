/**
 * The rules of a store, looked up by keystrokes: by the text of the query or its beginnings, at a cost independent of the number of
 * rules. More specific rules come first: exact ones, then longer beginnings, then the order of the list. Pins are taken in that order,
 * hides of all rules count and override pins, of several boosts the heaviest counts, and the first redirect is used. At most 20 rules
 * apply to one query; further ones are left out. Times are microseconds since 1970; any text is accepted, and it never changes the
 * rules.
 */
// Tests: server/autocomplete/answering/merchandising.test.ts.
import type { Redirect } from '../../contract/words/merchandising.ts';
import { type CompiledRules, type RuleHead, ruleText } from './compile-rules.ts';
import { RuleProducts } from './rule-products.ts';

/** The combined effect of rules on one query. */
export interface RuleEffect {
  readonly ruleIds: readonly string[];
  /** Product UUIDs, first on top. */
  readonly pins: readonly string[];
  readonly hides: ReadonlySet<string>;
  readonly hasBoosts: boolean;
  /** The weight of a product, 0 without a boost. */
  boostOf(productId: string): number;
  readonly redirect: Redirect | null;
}

/** The maximum number of rules for one query: each names up to 200 products, which every keystroke looks up. Chosen. */
export const rulesPerQuery = 20;

/** Immutable; used by keystrokes. */
export interface RuleSet {
  /** The effect of the rules on a query at a time, or null if no rule matches. */
  find(query: string, nowMicros: number): RuleEffect | null;
  /** The rules without one of them; without an unknown one, all. */
  without(ruleId: string): RuleSet;
  /** The next time at which a rule begins or ends; null if there is none. */
  nextEdge(nowMicros: number): number | null;
}

/** Opens compiled rules. The cost depends on the number of rules, not of their products. */
export function openRules({ heads, products: memory }: CompiledRules): RuleSet {
  return openPlaced(
    heads.map((head, place) => ({ ...head, place })),
    new RuleProducts(memory),
  );
}

function openPlaced(placed: readonly PlacedRule[], products: RuleProducts): RuleSet {
  const exact = Map.groupBy(ofMatch(placed, 'exact'), ({ text }) => text);
  const begun = Map.groupBy(ofMatch(placed, 'prefix'), ({ text }) => text);
  const lengths = [...new Set(Array.from(begun.keys(), ({ length }) => length))].sort((a, b) => b - a);
  const edges = placed
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  return {
    find(query, nowMicros) {
      const text = ruleText(query);
      const met = (exact.get(text) ?? []).concat(
        lengths.flatMap((length) => (length > text.length ? [] : (begun.get(text.slice(0, length)) ?? []))),
      );
      const holding = met.filter(({ startsAt, endsAt }) => startsAt <= nowMicros && nowMicros < endsAt);
      if (holding.length === 0) return null;
      return effectOf(holding.slice(0, rulesPerQuery), products);
    },
    without: (ruleId) =>
      openPlaced(
        placed.filter(({ id }) => id !== ruleId),
        products,
      ),
    nextEdge: (nowMicros) => edges.find((edge) => edge > nowMicros) ?? null,
  };
}

/** Both sets as one; the rules of `first` come before those of `second`. */
export function joinRules(first: RuleSet, second: RuleSet): RuleSet {
  return {
    find(query, nowMicros) {
      const [one, other] = [first.find(query, nowMicros), second.find(query, nowMicros)];
      return one === null || other === null ? (one ?? other) : joinEffects(one, other);
    },
    without: (ruleId) => joinRules(first.without(ruleId), second.without(ruleId)),
    nextEdge(nowMicros) {
      const edges = [first, second].map((rules) => rules.nextEdge(nowMicros) ?? Number.POSITIVE_INFINITY);
      const edge = Math.min(...edges);
      return edge === Number.POSITIVE_INFINITY ? null : edge;
    },
  };
}

function joinEffects(one: RuleEffect, other: RuleEffect): RuleEffect {
  const hides = one.hides.union(other.hides);
  const pins = new Set([...one.pins, ...other.pins]);
  return {
    ruleIds: [...one.ruleIds, ...other.ruleIds],
    pins: [...pins].filter((id) => !hides.has(id)),
    hides,
    hasBoosts: one.hasBoosts || other.hasBoosts,
    boostOf: (productId) => Math.max(one.boostOf(productId), other.boostOf(productId)),
    redirect: one.redirect ?? other.redirect,
  };
}

/** A rule, and its place among all of them. */
interface PlacedRule extends RuleHead {
  readonly place: number;
}

function ofMatch(rules: readonly PlacedRule[], match: RuleHead['match']): readonly PlacedRule[] {
  return rules.filter((rule) => rule.match === match);
}

function effectOf(rules: readonly PlacedRule[], products: RuleProducts): RuleEffect {
  const hides = new Set(rules.flatMap(({ place }) => products.hidesOf(place)));
  const pins = new Set(rules.flatMap(({ place }) => products.pinsOf(place)));
  const boostOf = products.boostsOf(rules.map(({ place }) => place));
  return {
    ruleIds: rules.map(({ id }) => id),
    pins: [...pins].filter((id) => !hides.has(id)),
    hides,
    hasBoosts: boostOf !== null,
    boostOf: boostOf ?? (() => 0),
    redirect: rules.find(({ redirect }) => redirect !== null)?.redirect ?? null,
  };
}
