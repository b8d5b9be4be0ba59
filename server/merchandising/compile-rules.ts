/**
 * The rules of a store as threads that answer receive them: made once, where the index is followed. What rules say stands
 * in plain data; which products they mean, up to a whole catalog, in shared memory (rule-products.ts).
 */
import type { MerchandisingRule, Redirect } from '../../contract/words/merchandising.ts';
import { fold } from '../search/text/fold.ts';
import { scanWords } from '../search/text/words.ts';
import type { NamedProducts } from './named-products.ts';
import { packRuleProducts } from './rule-products.ts';

/** What a rule says but for products. Times are microseconds, infinite where there is none. */
export interface RuleHead {
  readonly id: string;
  readonly match: MerchandisingRule['match'];
  /** {@link ruleText} of its query. */
  readonly text: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly redirect: Redirect | null;
}

/** Rules that are switched on, in their order. */
export interface CompiledRules {
  readonly heads: readonly RuleHead[];
  readonly products: SharedArrayBuffer;
}

/** `named`: the products that these rules name. */
export function compileRules(rules: readonly MerchandisingRule[], named: NamedProducts): CompiledRules {
  const active = rules.filter((rule) => rule.is_active);
  return { heads: active.map(toHead), products: packRuleProducts(active, named) };
}

function toHead({ id, match, query, starts_at: start, ends_at: end, redirect }: MerchandisingRule): RuleHead {
  return {
    ...{ id, match, redirect, text: ruleText(query) },
    startsAt: start === null ? Number.NEGATIVE_INFINITY : Date.parse(start) * 1_000,
    endsAt: end === null ? Number.POSITIVE_INFINITY : Date.parse(end) * 1_000,
  };
}

/**
 * The form in which queries meet rules: the words that the search sees, so that `Desk-Lamp` is `desk lamp`. Typing on
 * goes on with it. What has no words stays as it is, and is not the empty box.
 */
export function ruleText(query: string): string {
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
