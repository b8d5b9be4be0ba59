/**
 * A collection as the form has it: every value is text, and conditions may be unfinished. Finds what is missing in a
 * line and makes the rules of the finished lines. Pure; the service checks the rest.
 */
// Tests: ./collection-draft.test.ts.
import type { CollectionBody } from '../../../../contract/collections.ts';
import {
  type CollectionCondition,
  type CollectionRules,
  type CollectionSort,
  type ConditionField,
  type ConditionOp,
  type ConditionValue,
  conditionOps,
  valueKindOf,
} from '../../../../contract/words/collections.ts';
import type { CollectionFields } from '../../api/collections.ts';

/** A line of the builder. */
export interface DraftCondition {
  /** Tells lines apart while they come and go. */
  readonly key: number;
  readonly field: ConditionField;
  /** The label of an attribute. */
  readonly name: string;
  readonly op: ConditionOp;
  /** `yes` or `no` for the stock. */
  readonly value: string;
  /** The second value of `between`. */
  readonly upper: string;
  /** The currency that the condition was saved with; null for the store's. It cannot be changed here. */
  readonly currency: string | null;
}

export interface CollectionDraft {
  readonly title: string;
  /** Empty where the service is to make it from the title. */
  readonly slug: string;
  readonly description: string;
  readonly sort: CollectionSort;
  readonly match: CollectionRules['match'];
  readonly conditions: readonly DraftCondition[];
}

/** A line that asks nothing yet. */
export function newCondition(key: number, field: ConditionField = 'category'): DraftCondition {
  const [op] = conditionOps[field];
  const value = field === 'in_stock' ? 'yes' : '';
  return { key, field, name: '', op, value, upper: '', currency: null };
}

export const blankDraft: CollectionDraft = {
  ...{ title: '', slug: '', description: '', sort: 'title', match: 'all' },
  conditions: [newCondition(0)],
};

/** As much of a collection as people type. */
type Described = Pick<CollectionBody, 'title' | 'slug' | 'description' | 'sort' | 'rules'>;

export function draftOf(collection: Described): CollectionDraft {
  const { title, slug, description, sort, rules } = collection;
  return {
    title,
    slug,
    description,
    sort,
    match: rules.match,
    conditions: rules.conditions.map(draftOfCondition),
  };
}

/** A kept condition as a line of the form. */
export function draftOfCondition(condition: CollectionCondition, key: number): DraftCondition {
  const { field, name = '', op, value, currency = null } = condition;
  const [low, high = ''] = Array.isArray(value) ? value : [value];
  const text = typeof low === 'boolean' ? (low ? 'yes' : 'no') : String(low);
  return { key, field, name, op, value: text, upper: String(high), currency };
}

/** Changes the field of a line. What was typed stays where the new field can use it. */
export function withField(condition: DraftCondition, field: ConditionField): DraftCondition {
  const fresh = newCondition(condition.key, field);
  const ops: readonly ConditionOp[] = conditionOps[field];
  const op = ops.includes(condition.op) ? condition.op : fresh.op;
  const keeps = valueKindOf(field, op) === 'text' && valueKindOf(condition.field, condition.op) === 'text';
  return { ...fresh, op, value: keeps ? condition.value : fresh.value };
}

/** Says what is missing in a line; null if nothing is. */
export function faultOf({ field, name, op, value, upper }: DraftCondition): string | null {
  if (field === 'attribute' && name.trim() === '') return 'Name the attribute, such as Color.';
  const values = op === 'between' ? [value, upper] : [value];
  if (values.some((text) => text.trim() === '')) return 'Say what to compare with.';
  const kind = valueKindOf(field, op);
  if (kind === 'whole' && !values.every((text) => /^\d+$/.test(text.trim()))) return 'Enter a whole number.';
  if (kind === 'number' && values.some((text) => Number.isNaN(numberOf(text))))
    return 'Enter a number, such as 0.3.';
  return null;
}

/** The rules of the finished lines; null while there is none. */
export function rulesOf({
  match,
  conditions,
}: Pick<CollectionDraft, 'match' | 'conditions'>): CollectionRules | null {
  const finished = conditions.filter((condition) => faultOf(condition) === null);
  return finished.length === 0 ? null : { match, conditions: finished.map(conditionOf) };
}

/** The condition of a finished line. */
export function conditionOf({
  field,
  name,
  op,
  value,
  upper,
  currency,
}: DraftCondition): CollectionCondition {
  const [low, high] = [value.trim(), upper.trim()];
  return {
    field,
    ...(field === 'attribute' ? { name: name.trim() } : {}),
    op,
    value: valueFor(field, op, low, high),
    ...(field === 'price' && currency !== null ? { currency } : {}),
  };
}

function valueFor(field: ConditionField, op: ConditionOp, low: string, high: string): ConditionValue {
  const kind = valueKindOf(field, op);
  if (kind === 'flag') return low === 'yes';
  if (kind === 'text' || kind === 'price') return op === 'between' ? [low, high] : low;
  return op === 'between' ? [numberOf(low), numberOf(high)] : numberOf(low);
}

/** People type a comma or a point. */
function numberOf(text: string): number {
  return Number(text.trim().replace(',', '.'));
}

/** The body that creates or changes the collection. */
export function fieldsOf(draft: CollectionDraft): CollectionFields {
  const { title, slug, description, sort } = draft;
  const rules = rulesOf(draft);
  return {
    ...{ title: title.trim(), description, sort },
    ...(slug.trim() === '' ? {} : { slug: slug.trim() }),
    ...(rules === null ? {} : { rules }),
  };
}
