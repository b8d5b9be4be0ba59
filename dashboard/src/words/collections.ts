/**
 * Turns collections into words: fields, operators, orders, and whole rules as people say them. Pure; it checks no rule
 * and shows a faulty value as it is. Ages are days.
 */
// Tests: ./collections.test.ts.
import type { CollectionBody } from '../../../contract/collections.ts';
import {
  type CollectionCondition,
  type CollectionRules,
  type CollectionSort,
  type ConditionField,
  type ConditionOp,
  valueKindOf,
} from '../../../contract/words/collections.ts';
import type { Tone } from '../parts/state-mark.tsx';
import { countOf, formatPrice } from './numbers.ts';

/** The names of the fields that a condition can test, as people read them. */
export const fieldNames: Readonly<Record<ConditionField, string>> = {
  category: 'Category',
  brand: 'Brand',
  title: 'Title',
  attribute: 'Attribute',
  phrase: 'Search phrase',
  price: 'Price',
  in_stock: 'Stock',
  stock_quantity: 'Pieces in stock',
  age_days: 'Age in days',
};

const usualOps: Readonly<Record<ConditionOp, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  under: 'is in',
  at_most: 'is at most',
  at_least: 'is at least',
  between: 'is between',
  within_days: 'is a date of the last days, at most',
};

/** Returns the words of an operator, which follow the name of the field: `Price` `is at most`. */
export function opWords(field: ConditionField, op: ConditionOp): string {
  if (field === 'category' && op === 'is') return 'is exactly';
  return usualOps[op];
}

/** The orders of a collection, as people read them. */
export const sortWords: Readonly<Record<CollectionSort, string>> = {
  title: 'By title',
  newest: 'Newest first',
  price_asc: 'Cheapest first',
  price_desc: 'Most expensive first',
};

/** `Price is at most €20.00`. `storeCurrency` is the currency of prices without one. */
export function describeCondition(condition: CollectionCondition, storeCurrency: string): string {
  const { field, op, name, value, currency = storeCurrency } = condition;
  if (field === 'in_stock') return value === true ? 'Is in stock' : 'Is out of stock';
  if (field === 'age_days') return describeAge(op, value);
  const shown = (one: unknown) => (field === 'price' ? formatPrice(String(one), currency) : String(one));
  if (op === 'within_days') return `${name ?? ''} is a date of the last ${countOf(Number(value) + 1, 'day')}`;
  const isText = valueKindOf(field, op) === 'text';
  const values = Array.isArray(value) ? value.map(shown).join(' and ') : shown(value);
  const subject = field === 'attribute' ? (name ?? '') : fieldNames[field];
  return `${subject} ${opWords(field, op)} ${isText ? `“${values}”` : values}`;
}

function describeAge(op: ConditionOp, value: CollectionCondition['value']): string {
  const [low, high] = Array.isArray(value) ? value : [value, value];
  if (op === 'at_most') return `Came in the last ${countOf(Number(high) + 1, 'day')}`;
  if (op === 'at_least') return `Came at least ${countOf(Number(low), 'day')} ago`;
  return `Came ${Number(low)} to ${countOf(Number(high), 'day')} ago`;
}

/** Describes rules in one line: the first two conditions, and how many more there are. */
export function summarizeRules({ match, conditions }: CollectionRules, storeCurrency: string): string {
  const [first = '', ...others] = conditions.map((condition) => describeCondition(condition, storeCurrency));
  const [word, most] = [match === 'all' ? 'and' : 'or', 2];
  const shown = [first, ...others.slice(0, most - 1).map(uncapitalized)].join(` ${word} `);
  const hidden = others.length - (most - 1);
  return hidden > 0 ? `${shown} ${word} ${countOf(hidden, 'more')}`.replace(/mores?$/, 'more') : shown;
}

function uncapitalized(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** The state of a collection in words. */
export function stateOfCollection({
  status,
  is_active: isActive,
}: Pick<CollectionBody, 'status' | 'is_active'>): {
  readonly tone: Tone;
  readonly words: string;
} {
  if (!isActive) return { tone: 'quiet', words: 'Hidden' };
  return status === 'building' ? { tone: 'live', words: 'Building' } : { tone: 'good', words: 'Ready' };
}

/** Writes the lines of JavaScript by which a page of a shop reads the products. The key in it is a placeholder. */
export function storefrontLines(origin: string, slug: string): string {
  return `const answer = await fetch('${origin}/api/v1/collections/${slug}/products?limit=24', {
  headers: { 'X-Api-Key': 'ft_pk_…' },
});
const { collection, products, next_cursor } = await answer.json();`;
}
