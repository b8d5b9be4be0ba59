/**
 * The rules of a store, ready to be asked by keystrokes: found by the text of the query, whole or by its beginnings,
 * whatever their number. The more special rule comes first: exact ones, then the longer beginning, then the order of the
 * list. Pins are taken in that order, hides of all rules count and outdo pins, of several boosts the heaviest counts, and
 * the first redirect leads.
 */
import type { MerchandisingRule, Redirect } from '../../contract/words/merchandising.ts';
import { fold } from '../search/text/fold.ts';
import { scanWords } from '../search/text/words.ts';
import type { ProductsByName } from './named-products.ts';
import { idName, nameOfBoost } from './product-names.ts';

/** What rules ask for one query. */
export interface RuleEffect {
  readonly ruleIds: readonly string[];
  /** Product UUIDs, the first on top. */
  readonly pins: readonly string[];
  readonly hides: ReadonlySet<string>;
  readonly hasBoosts: boolean;
  /** The weight of a product, 0 without a boost. */
  boostOf(productId: string): number;
  readonly redirect: Redirect | null;
}

/** Asked by keystrokes; never changes. */
export interface RuleSet {
  /** What holds for a query at a moment, or null where no rule meets it. */
  find(query: string, nowMicros: number): RuleEffect | null;
  /** The next moment at which a rule begins or ends; null where none does. */
  nextEdge(nowMicros: number): number | null;
}

interface TimedRule {
  readonly rule: MerchandisingRule;
  readonly startsAt: number;
  readonly endsAt: number;
  /** By product UUID; made when it is first asked for, since a brand may have tens of thousands of products. */
  weights: ReadonlyMap<string, number> | null;
}

/** `products` are those that the rules name. Rules that are switched off count for nothing. */
export function createRuleSet(rules: readonly MerchandisingRule[], products: ProductsByName): RuleSet {
  const timed = rules.filter((rule) => rule.is_active).map(toTimed);
  const exact = Map.groupBy(ofMatch(timed, 'exact'), ({ rule }) => ruleText(rule.query));
  const begun = Map.groupBy(ofMatch(timed, 'prefix'), ({ rule }) => ruleText(rule.query));
  const lengths = [...new Set(Array.from(begun.keys(), ({ length }) => length))].sort((a, b) => b - a);
  const edges = timed
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
      return effectOf(holding, products);
    },
    nextEdge: (nowMicros) => edges.find((edge) => edge > nowMicros) ?? null,
  };
}

/**
 * The form in which queries meet rules: the words that the search sees, so that `Desk-Lamp` is `desk lamp`. Typing on
 * goes on with it. What has no words stays as it is, and is not the empty box.
 */
function ruleText(query: string): string {
  const folded = fold(query);
  let text = '';
  let isWithinRun = false;
  for (const word of scanWords(folded)) {
    // Scripts without spaces come in pairs of neighbours, each of which begins where the one before ends.
    const isPair = word.kind === 'pair';
    const gap = text === '' || isWithinRun ? '' : ' ';
    text += gap + (isPair ? (Array.from(word.text)[0] ?? '') : word.text);
    isWithinRun = isPair;
  }
  return text === '' ? folded : text;
}

function ofMatch(rules: readonly TimedRule[], match: MerchandisingRule['match']): readonly TimedRule[] {
  return rules.filter(({ rule }) => rule.match === match);
}

function toTimed(rule: MerchandisingRule): TimedRule {
  const { starts_at: start, ends_at: end } = rule;
  return {
    rule,
    startsAt: start === null ? Number.NEGATIVE_INFINITY : Date.parse(start) * 1_000,
    endsAt: end === null ? Number.POSITIVE_INFINITY : Date.parse(end) * 1_000,
    weights: null,
  };
}

function effectOf(timed: readonly TimedRule[], products: ProductsByName): RuleEffect {
  const rules = timed.map(({ rule }) => rule);
  const named = (externalIds: readonly string[]) =>
    externalIds.flatMap((externalId) => products.get(idName(externalId)) ?? []);
  const hides = new Set(rules.flatMap((rule) => named(rule.hides)));
  const pins = [...new Set(rules.flatMap((rule) => named(rule.pins)))].filter((id) => !hides.has(id));
  const weights = timed.map((rule) => weightsOf(rule, products)).filter(({ size }) => size > 0);
  return {
    ...{ ruleIds: rules.map(({ id }) => id), pins, hides },
    hasBoosts: weights.length > 0,
    boostOf: (productId) => weights.reduce((most, of) => Math.max(most, of.get(productId) ?? 0), 0),
    redirect: rules.find(({ redirect }) => redirect !== null)?.redirect ?? null,
  };
}

function weightsOf(timed: TimedRule, products: ProductsByName): ReadonlyMap<string, number> {
  if (timed.weights !== null) return timed.weights;
  const weights = new Map<string, number>();
  for (const boost of timed.rule.boosts) {
    for (const id of products.get(nameOfBoost(boost)) ?? []) {
      weights.set(id, Math.max(boost.weight, weights.get(id) ?? 0));
    }
  }
  timed.weights = weights;
  return weights;
}
