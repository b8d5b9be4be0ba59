/**
 * Compiles the rules of a store for the HTTP thread, once, in the index thread. The rules are plain data; the products that they name,
 * up to a whole catalog, are in shared memory (rule-products.ts). Pure; rules were checked (at most 500). Products that no longer
 * exist are left out without an error. It never reads a database or changes a rule.
 */
// Tests: server/autocomplete/answering/merchandising.test.ts.
import type { MerchandisingRule, Redirect } from '../../contract/words/merchandising.ts';
import { fold } from '../search/text/fold.ts';
import { scanWords } from '../search/text/words.ts';
import { NamedProducts } from './named-products.ts';
import { packRuleProducts } from './rule-products.ts';

/** A rule without its products. Times are microseconds; infinite if absent. */
export interface RuleHead {
  readonly id: string;
  readonly match: MerchandisingRule['match'];
  /** {@link ruleText} of its query. */
  readonly text: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly redirect: Redirect | null;
}

/** Active rules, in their order. */
export interface CompiledRules {
  readonly heads: readonly RuleHead[];
  readonly products: SharedArrayBuffer;
}

/** `named`: the products that these rules name. */
export function compileRules(rules: readonly MerchandisingRule[], named: NamedProducts): CompiledRules {
  const active = rules.filter((rule) => rule.is_active);
  return { heads: active.map(toHead), products: packRuleProducts(active, named) };
}

/** The rules of a store without any. */
export const noRules: CompiledRules = compileRules([], new NamedProducts([]));

function toHead({ id, match, query, starts_at: start, ends_at: end, redirect }: MerchandisingRule): RuleHead {
  return {
    ...{ id, match, redirect, text: ruleText(query) },
    startsAt: start === null ? Number.NEGATIVE_INFINITY : Date.parse(start) * 1_000,
    endsAt: end === null ? Number.POSITIVE_INFINITY : Date.parse(end) * 1_000,
  };
}

/**
 * The form in which queries and rules are compared: the words that the search sees, so `Desk-Lamp` is `desk lamp`. A longer query
 * has a longer form. A text without words stays as it is, and is not the empty box.
 */
export function ruleText(query: string): string {
  const folded = fold(query);
  let text = '';
  let isWithinRun = false;
  for (const word of scanWords(folded)) {
    // Scripts without spaces give pairs of neighbours; each pair begins with the last character of the previous one.
    const isPair = word.kind === 'pair';
    const gap = text === '' || isWithinRun ? '' : ' ';
    text += gap + (isPair ? (Array.from(word.text)[0] ?? '') : word.text);
    isWithinRun = isPair;
  }
  return text === '' ? folded : text;
}
