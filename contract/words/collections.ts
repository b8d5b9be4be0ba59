/**
 * The parts of a smart collection's rules: fields, what can be asked of each, orders, slugs. Plain values; which
 * conditions are valid is checked in server/resources/collections/.
 */
// Tests: dashboard/src/words/collections.test.ts, dashboard/src/pages/collections/collection-draft.test.ts.

/** The operators that a condition can apply to each field of a product. */
export const conditionOps = {
  category: ['under', 'is', 'is_not', 'contains'],
  brand: ['is', 'is_not', 'contains', 'starts_with'],
  title: ['contains', 'starts_with', 'is', 'is_not'],
  attribute: ['is', 'is_not', 'contains', 'starts_with', 'at_least', 'at_most', 'between', 'within_days'],
  phrase: ['is', 'contains', 'starts_with', 'ends_with'],
  price: ['at_most', 'at_least', 'between', 'is'],
  in_stock: ['is'],
  stock_quantity: ['at_most', 'at_least', 'between', 'is'],
  age_days: ['at_most', 'at_least', 'between'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A field of {@link conditionOps}. */
export type ConditionField = keyof typeof conditionOps;
/** An operator of any field. */
export type ConditionOp = (typeof conditionOps)[ConditionField][number];

/** Every field, in the order in which people choose among them. */
export const conditionFields = Object.keys(conditionOps) as ConditionField[];

/** The kinds of values that a condition compares with. `whole`: a count of days or pieces; `number`: any number. */
export type ValueKind = 'text' | 'flag' | 'price' | 'whole' | 'number';

/** The kind of value that an operator takes for a field. */
export function valueKindOf(field: ConditionField, op: ConditionOp): ValueKind {
  if (field === 'in_stock') return 'flag';
  if (field === 'price') return 'price';
  if (field === 'stock_quantity' || field === 'age_days' || op === 'within_days') return 'whole';
  return op === 'at_least' || op === 'at_most' || op === 'between' ? 'number' : 'text';
}

/** Whether a condition compares with the clock, so that products meet it and cease to without a change. */
export function isTimedCondition({ field, op }: Pick<CollectionCondition, 'field' | 'op'>): boolean {
  return field === 'age_days' || op === 'within_days';
}

/** Text for words, decimal text for prices, a number for days, pieces and numbers of attributes, two of either for `between`. */
export type ConditionValue =
  | string
  | number
  | boolean
  | readonly [string, string]
  | readonly [number, number];

/** One condition, as it is kept. */
export interface CollectionCondition {
  readonly field: ConditionField;
  /** The label of an attribute. */
  readonly name?: string;
  readonly op: ConditionOp;
  readonly value: ConditionValue;
  /** The currency of a price; the store's if absent. */
  readonly currency?: string;
}

/** The conditions that make a product a member, all or any of them. */
export interface CollectionRules {
  readonly match: 'all' | 'any';
  readonly conditions: readonly CollectionCondition[];
}

/** Orders of members; those in stock always come first. */
export const collectionSorts = ['title', 'newest', 'price_asc', 'price_desc'] as const;
/** One of {@link collectionSorts}. */
export type CollectionSort = (typeof collectionSorts)[number];

/** Slugs that are calls, or a page of the dashboard. */
export const reservedSlugs: readonly string[] = ['suggested', 'preview', 'new'];
/** The pattern of a slug: small letters and digits, with single hyphens between them. */
export const slugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$';
