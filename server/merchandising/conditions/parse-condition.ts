/**
 * Parses a condition on a product that a merchant sends; every fault is named with its place. Pure; it never corrects a value. Texts
 * have at most 255 characters, days are at most 36,500.
 */
// Tests: test/api/collections.test.ts, test/api/ranking.test.ts.
import { limits } from '../../../contract/limits.ts';
import {
  type CollectionCondition,
  type ConditionField,
  type ConditionOp,
  type ConditionValue,
  conditionOps,
  isTimedCondition,
  type ValueKind,
  valueKindOf,
} from '../../../contract/words/collections.ts';
import type { FieldCode } from '../../../contract/words/field-codes.ts';
import { parseCurrency } from '../../catalog/currency.ts';
import { parsePrice } from '../../catalog/price.ts';
import { pointerTo, quote } from '../../catalog/problem.ts';
import { categoryPath } from '../../catalog/product.ts';
import { hasForbiddenCharacters, isLongerThan, toOneLine } from '../../catalog/text.ts';
import type { Report } from '../../errors.ts';
import { fold } from '../../search/text/fold.ts';

/** A parsed object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a condition on one of `fields`. Null where anything is wrong, which was reported then. */
export function parseCondition(
  value: unknown,
  path: string,
  fields: readonly ConditionField[],
  report: Report,
): CollectionCondition | null {
  let isRight = true;
  const fault: Report = (at, code, message) => {
    isRight = false;
    report(at, code, message);
  };
  if (!isObject(value)) {
    const message = `A condition takes { "field", "op", "value" }; got ${quote(value)}.`;
    fault(path, 'condition_invalid', message);
    return null;
  }
  const field = fields.find((name) => name === value.field);
  if (field === undefined) {
    const message = `"field" takes ${fields.join(', ')}; got ${quote(value.field)}.`;
    fault(`${path}/field`, 'field_invalid', message);
    return null;
  }
  const extra = field === 'attribute' ? ['name'] : field === 'price' ? ['currency'] : [];
  const what = `A condition on ${field}`;
  reportUnknown(value, ['field', 'op', 'value', ...extra], { path, code: 'condition_invalid', what }, fault);
  const ops: readonly ConditionOp[] = conditionOps[field];
  const op = ops.find((name) => name === value.op);
  if (op === undefined) {
    const message = `"op" takes ${ops.join(', ')} for the field ${field}; got ${quote(value.op)}.`;
    fault(`${path}/op`, 'op_invalid', message);
    return null;
  }
  const condition = {
    field,
    ...(field === 'attribute' ? { name: parseName(value.name, `${path}/name`, fault) } : {}),
    op,
    value: parseValue(field, op, value.value, `${path}/value`, fault),
    ...(value.currency == null ? {} : { currency: currencyOf(value.currency, `${path}/currency`, fault) }),
  };
  return isRight ? condition : null;
}

function parseName(value: unknown, path: string, report: Report): string {
  const name = textOf(value, limits.attributeLabelMaxLength);
  if (name !== null) return name;
  const message = `"name" takes the label of an attribute, 1 to ${limits.attributeLabelMaxLength} characters; got ${quote(value)}.`;
  report(path, 'name_invalid', message);
  return '';
}

function currencyOf(value: unknown, path: string, report: Report): string {
  const code = typeof value === 'string' ? parseCurrency(value) : null;
  if (code === null) {
    report(
      path,
      'currency_invalid',
      `"currency" takes a code of ISO 4217, such as EUR; got ${quote(value)}.`,
    );
  }
  return code ?? '';
}

function parseValue(
  field: ConditionField,
  op: ConditionOp,
  value: unknown,
  path: string,
  report: Report,
): ConditionValue {
  const kind = valueKindOf(field, op);
  if (kind === 'flag') {
    if (typeof value !== 'boolean') {
      report(path, 'value_invalid', `"value" takes true or false for ${field}; got ${quote(value)}.`);
    }
    return value === true;
  }
  if (kind === 'text') return parseText(field, value, path, report);
  const most = isTimedCondition({ field, op }) ? limits.collectionAgeDaysMax : Number.MAX_SAFE_INTEGER;
  const { read, one: oneOf, two: twoOf } = readersOf(kind, most);
  if (op !== 'between') {
    const one = read(value);
    if (one === null)
      report(path, 'value_invalid', `"value" takes ${oneOf} for ${field}; got ${quote(value)}.`);
    return one ?? 0;
  }
  const pair = Array.isArray(value) && value.length === 2 ? value.map(read) : [null, null];
  const [low = null, high = null] = pair;
  if (low === null || high === null || Number(low) > Number(high)) {
    const message = `"value" takes ${twoOf} for between, the lower one first; got ${quote(value)}.`;
    report(path, 'value_invalid', message);
  }
  return [low, high] as [number, number] | [string, string];
}

interface NumberReader {
  readonly read: (value: unknown) => string | number | null;
  readonly one: string;
  readonly two: string;
}

/** Reads one number of a kind, and says what one and two of them are. `most`: the largest whole number. */
function readersOf(kind: ValueKind, most: number): NumberReader {
  if (kind === 'price')
    return { read: decimalOf, one: 'a price, such as 12.90,', two: 'two prices, such as [10, 12.90],' };
  if (kind === 'number')
    return { read: numberOf, one: 'a number, such as 0.3,', two: 'two numbers, such as [0.3, 0.5],' };
  return {
    read: (value) => wholeOf(value, most),
    one: `a whole number from 0 to ${most}`,
    two: `two whole numbers from 0 to ${most}`,
  };
}

/** Parses the text of a condition. A text that folds to nothing is refused: every product or none would meet it. */
function parseText(field: ConditionField, value: unknown, path: string, report: Report): string {
  const text = textOf(value, limits.collectionValueMaxLength);
  const isSomething =
    text !== null && fold(text) !== '' && (field !== 'category' || categoryPath(text).length > 0);
  if (isSomething) return text;
  const kind = field === 'category' ? 'levels of a category, such as Shoes > Boots,' : 'text';
  const most = limits.collectionValueMaxLength;
  const message = `"value" takes ${kind} of 1 to ${most} characters that can be compared; got ${quote(value)}.`;
  report(path, 'value_invalid', message);
  return '';
}

function textOf(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string' || hasForbiddenCharacters(value)) return null;
  const text = toOneLine(value);
  return text === '' || isLongerThan(text, maxLength) ? null : text;
}

/** Parses a decimal as the price of a product is parsed. */
function decimalOf(value: unknown): string | null {
  const parsed = parsePrice(value, 'USD');
  return parsed.ok && parsed.currency === null ? parsed.price : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER
    ? value
    : null;
}

function wholeOf(value: unknown, most: number): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most
    ? value
    : null;
}

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reports each key that is not among the known ones. */
export function reportUnknown(
  value: JsonObject,
  known: readonly string[],
  { path, code, what }: { readonly path: string; readonly code: FieldCode; readonly what: string },
  report: Report,
): void {
  for (const name of Object.keys(value).filter((key) => !known.includes(key))) {
    report(pointerTo(path, name), code, `${what} takes ${known.join(', ')}, not ${quote(name)}.`);
  }
}
