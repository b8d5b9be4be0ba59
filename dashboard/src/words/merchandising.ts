/**
 * Turns rules of merchandising into words: their effect, their queries and their state at a moment. Pure: it applies no
 * rule and reads no clock. Times are ISO 8601; strangers’ text is shown with its invisible characters named.
 */
// Tests: ./merchandising.test.ts.

import { visibleText } from '../../../contract/visible-text.ts';
import type { BoostField, MerchandisingRule } from '../../../contract/words/merchandising.ts';
import type { Tone } from '../parts/state-mark.tsx';
import { countOf } from './numbers.ts';
import { formatDateTime } from './times.ts';

/** The names of the fields by which a rule can boost, as people read them. */
export const boostNames: Readonly<Record<BoostField, string>> = {
  brand: 'Brand',
  category: 'Category',
  external_id: 'Product id',
};

/** `“boots”`, `begins with “bo”`, `the empty box`. */
export function queryWordsOf({ query, match }: Pick<MerchandisingRule, 'query' | 'match'>): string {
  if (query === '') return 'The empty box';
  const words = `“${visibleText(query)}”`;
  return match === 'exact' ? words : `Begins with ${words}`;
}

/** `2 pinned, 1 hidden, boosts Nordkap, links to “Sale”`. */
export function summarizeRule({ pins, hides, boosts, redirect }: MerchandisingRule): string {
  const parts = [
    pins.length > 0 ? `${pins.length} pinned` : '',
    hides.length > 0 ? `${hides.length} hidden` : '',
    boosts.length > 2
      ? countOf(boosts.length, 'boost')
      : boosts.map(({ value }) => `boosts ${visibleText(value)}`).join(', '),
    redirect === null ? '' : `links to “${visibleText(redirect.title)}”`,
  ].filter((part) => part !== '');
  const [first = '', ...rest] = parts;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ');
}

type Times = Pick<MerchandisingRule, 'is_active' | 'starts_at' | 'ends_at'>;

/** Says why shoppers do not see the effect of a rule at a moment; null if they see it. */
export function absenceOfRule({ is_active: isActive, starts_at: start, ends_at: end }: Times, nowMs: number) {
  if (!isActive) return 'The rule is switched off: shoppers do not see its effect.';
  if (end !== null && Date.parse(end) <= nowMs)
    return `The rule ended on ${formatDateTime(end)}: shoppers no longer see its effect.`;
  if (start !== null && Date.parse(start) > nowMs)
    return `The rule begins on ${formatDateTime(start)}: shoppers do not see its effect before.`;
  return null;
}

/** The state of a rule at a moment. */
export function stateOfRule(
  { is_active: isActive, starts_at: start, ends_at: end }: Times,
  nowMs: number,
): { readonly tone: Tone; readonly words: string } {
  if (!isActive) return { tone: 'quiet', words: 'Off' };
  if (end !== null && Date.parse(end) <= nowMs) return { tone: 'quiet', words: 'Over' };
  if (start !== null && Date.parse(start) > nowMs)
    return { tone: 'warn', words: `From ${formatDateTime(start)}` };
  return { tone: 'good', words: end === null ? 'Active' : `Until ${formatDateTime(end)}` };
}
