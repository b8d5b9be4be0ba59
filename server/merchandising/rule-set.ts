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
  /** The rules after a change: `by` takes the place of the rule, or the given place, or the end. */
  replace(change: RuleReplacement): RuleSet;
  /** The next time at which a rule begins or ends; null if there is none. */
  nextEdge(nowMicros: number): number | null;
}

/** A change of one rule among others. */
export interface RuleReplacement {
  /** The rule that goes; null for none. */
  readonly ruleId: string | null;
  /** The place of a new rule, counted from 0; null for the end. */
  readonly place: number | null;
  /** One compiled rule; null for none. */
  readonly by: CompiledRules | null;
}

/** Opens compiled rules. The cost depends on the number of rules, not of their products. */
export function openRules(compiled: CompiledRules): RuleSet {
  return openPlaced(placedOf(compiled));
}

function placedOf({ heads, products: memory }: CompiledRules): PlacedRule[] {
  const products = new RuleProducts(memory);
  return heads.map((head, place) => ({ ...head, place, products }));
}

function openPlaced(placed: readonly PlacedRule[]): RuleSet {
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
      return effectOf(holding.slice(0, rulesPerQuery));
    },
    replace({ ruleId, place, by }) {
      const found = placed.findIndex(({ id }) => id === ruleId);
      const added = by === null ? [] : placedOf(by);
      const at = found >= 0 ? found : Math.min(place ?? placed.length, placed.length);
      return openPlaced(placed.toSpliced(at, found >= 0 ? 1 : 0, ...added));
    },
    nextEdge: (nowMicros) => edges.find((edge) => edge > nowMicros) ?? null,
  };
}

/** A rule with the compiled products among which it has a place. */
interface PlacedRule extends RuleHead {
  readonly place: number;
  readonly products: RuleProducts;
}

function ofMatch(rules: readonly PlacedRule[], match: RuleHead['match']): readonly PlacedRule[] {
  return rules.filter((rule) => rule.match === match);
}

function effectOf(rules: readonly PlacedRule[]): RuleEffect {
  const hides = new Set(rules.flatMap(({ place, products }) => products.hidesOf(place)));
  const pins = new Set(rules.flatMap(({ place, products }) => products.pinsOf(place)));
  const boostOf = boostsOf(rules);
  return {
    ruleIds: rules.map(({ id }) => id),
    pins: [...pins].filter((id) => !hides.has(id)),
    hides,
    hasBoosts: boostOf !== null,
    boostOf: boostOf ?? (() => 0),
    redirect: rules.find(({ redirect }) => redirect !== null)?.redirect ?? null,
  };
}

/** The heaviest boost of a product; null without boosts. Rules of a store share one compilation, unless one is being tried. */
function boostsOf(rules: readonly PlacedRule[]): ((productId: string) => number) | null {
  const [one, ...others] = [...Map.groupBy(rules, ({ products }) => products)].flatMap(
    ([products, together]) => {
      const boosts = products.boostsOf(together.map(({ place }) => place));
      return boosts === null ? [] : [boosts];
    },
  );
  if (one === undefined || others.length === 0) return one ?? null;
  return (productId) => Math.max(one(productId), ...others.map((boosts) => boosts(productId)));
}
