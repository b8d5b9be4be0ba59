/**
 * Decides whether a product meets the rules of a collection, and from when until when. Age depends on the moment, so intervals are
 * kept, and reading compares them with the clock. Pure. Rules are trusted (parse-condition.ts has checked them). Times are microseconds,
 * ages whole days; products without the asked field never meet a condition on it.
 */
// Tests: ./evaluate-rules.test.ts.
import {
  type CollectionCondition,
  type CollectionRules,
  type ConditionValue,
  isTimedCondition,
  valueKindOf,
} from '../../../contract/words/collections.ts';
import { compareDecimals } from '../../catalog/decimal.ts';
import { dayMicros } from '../../clock.ts';
import { fold } from '../../search/text/fold.ts';
import { always, type Interval, intersect, unite } from './intervals.ts';
import { foldPath, type ProductFacts } from './product-facts.ts';

/** Rules with everything prepared that does not hang on a product. */
export type CompiledRules = (facts: ProductFacts) => readonly Interval[];

type Test = (facts: ProductFacts) => boolean;
/** The time in which a product meets a condition; null for never. */
type TimedTest = (facts: ProductFacts) => Interval | null;

/** Whether members come and go without a change. */
export function isTimed({ conditions }: CollectionRules): boolean {
  return conditions.some(isTimedCondition);
}

/** Whether the rules depend on the currency of the store. */
export function dependsOnCurrency({ conditions }: CollectionRules): boolean {
  return conditions.some(({ field }) => field === 'price');
}

/** `storeCurrency` is that of products, and of conditions, which name none. */
export function compileRules({ match, conditions }: CollectionRules, storeCurrency: string): CompiledRules {
  const timed = conditions
    .filter(isTimedCondition)
    .map((condition) => (condition.field === 'age_days' ? compileAge(condition) : compileDate(condition)));
  const tests = conditions
    .filter((condition) => !isTimedCondition(condition))
    .map((condition) => compileTest(condition, storeCurrency));
  if (match === 'any') {
    return (facts) =>
      tests.some((test) => test(facts)) ? [always] : unite(timed.flatMap((test) => test(facts) ?? []));
  }
  return (facts) => {
    if (!tests.every((test) => test(facts))) return [];
    const times = timed.flatMap((test) => test(facts) ?? []);
    const common = times.length < timed.length ? null : intersect(times);
    return common === null ? [] : [common];
  };
}

function compileTest(condition: CollectionCondition, storeCurrency: string): Test {
  const { field, op, value } = condition;
  switch (field) {
    case 'category':
      return compileCategory(op, String(value));
    case 'price':
      return compilePrice(condition, storeCurrency);
    case 'stock_quantity':
      return compileQuantity(op, value);
    case 'in_stock':
      return ({ product }) => product.inStock === value;
    default:
      return valueKindOf(field, op) === 'number' ? compileNumber(condition) : compileText(condition);
  }
}

/** `is` and its kin look at the end of the path, `under` anywhere in it. */
function compileCategory(op: string, value: string): Test {
  const wanted = foldPath(value);
  const folded = fold(value);
  const startsAt = (path: readonly string[], start: number) =>
    start >= 0 && wanted.every((level, index) => path[start + index] === level);
  const isAtEnd: Test = ({ category }) => startsAt(category, category.length - wanted.length);
  switch (op) {
    case 'is':
      return isAtEnd;
    case 'is_not':
      return (facts) => !isAtEnd(facts);
    case 'contains':
      return ({ category }) => category.some((level) => level.includes(folded));
    default:
      return ({ category }) => category.some((_, start) => startsAt(category, start));
  }
}

/** The beginning and the end of a phrase are whole words: `case` ends no showcase. */
function compileText(condition: CollectionCondition): Test {
  const { field, op } = condition;
  const wanted = fold(String(condition.value));
  const textsOf = compileTexts(condition);
  switch (op) {
    case 'contains':
      return (facts) => textsOf(facts).some((text) => text.includes(wanted));
    case 'starts_with':
      return field === 'phrase'
        ? (facts) => textsOf(facts).some((text) => `${text} `.startsWith(`${wanted} `))
        : (facts) => textsOf(facts).some((text) => text.startsWith(wanted));
    case 'ends_with':
      return (facts) => textsOf(facts).some((text) => ` ${text}`.endsWith(` ${wanted}`));
    case 'is_not':
      return (facts) => !textsOf(facts).includes(wanted);
    default:
      return (facts) => textsOf(facts).includes(wanted);
  }
}

function compileTexts({ field, name = '' }: CollectionCondition): (facts: ProductFacts) => readonly string[] {
  if (field === 'title') return ({ title }) => [title];
  if (field === 'brand') return ({ brand }) => [brand];
  if (field === 'phrase') return ({ phrases }) => phrases;
  const label = fold(name);
  return (facts) => facts.attribute(label);
}

/** Compiles a condition on the price. A price in another currency never meets it: its worth is not known. */
function compilePrice({ op, value, currency: named }: CollectionCondition, storeCurrency: string): Test {
  const currency = named ?? storeCurrency;
  const [low, high] = boundsOf(op, value).map((bound) => (bound === null ? null : String(bound)));
  return ({ product }) =>
    (product.currency ?? storeCurrency) === currency &&
    (low == null || compareDecimals(product.price, low) >= 0) &&
    (high == null || compareDecimals(product.price, high) <= 0);
}

/** Compiles a condition on the quantity in stock. An unknown quantity never meets it. */
function compileQuantity(op: string, value: ConditionValue): Test {
  const [low, high] = boundsOf(op, value).map((bound) => (bound === null ? null : Number(bound)));
  return ({ product: { stockQuantity: quantity } }) =>
    quantity !== null && (low == null || quantity >= low) && (high == null || quantity <= high);
}

/** Compiles a condition on the number that an attribute holds. A text that is no number never meets it. */
function compileNumber({ op, name = '', value }: CollectionCondition): Test {
  const [low, high] = boundsOf(op, value).map((bound) => (bound === null ? null : Number(bound)));
  const label = fold(name);
  return (facts) =>
    facts.attribute(label).some((text) => {
      const number = numberIn(text);
      return number !== null && (low == null || number >= low) && (high == null || number <= high);
    });
}

/** The number that a text is, with a comma or a point, and with or without a percent sign: `12,5 %` is 12.5. */
function numberIn(text: string): number | null {
  const found = /^([+-]?\d+(?:[.,]\d+)?) ?%?$/.exec(text);
  return found === null ? null : Number(found[1]?.replace(',', '.'));
}

/** A date is the first that the attribute names as `2026-11-28`, from its first moment in UTC on. */
function compileDate({ name = '', value }: CollectionCondition): TimedTest {
  const label = fold(name);
  return (facts) => {
    const [from] = facts.attribute(label).flatMap((text) => dateIn(text) ?? []);
    return from === undefined ? null : { from, until: from + (Number(value) + 1) * dayMicros };
  };
}

function dateIn(text: string): number | null {
  const found = /^(\d{4}-\d{2}-\d{2})(?![\d-])/.exec(text);
  const ms = Date.parse(found?.[1] ?? '');
  return Number.isNaN(ms) ? null : ms * 1_000;
}

/** An age is counted in whole days: a product is 0 days old for its first 24 hours. */
function compileAge({ op, value }: CollectionCondition): TimedTest {
  const [low, high] = boundsOf(op, value).map((bound) => (bound === null ? null : Number(bound)));
  return ({ product: { createdAt } }) => ({
    from: low == null ? always.from : createdAt + low * dayMicros,
    until: high == null ? always.until : createdAt + (high + 1) * dayMicros,
  });
}

type Bound = string | number | boolean | null;

function boundsOf(op: string, value: ConditionValue): readonly [Bound, Bound] {
  if (Array.isArray(value)) return [value[0] ?? null, value[1] ?? null];
  const bound = value as Bound;
  if (op === 'at_least') return [bound, null];
  return op === 'at_most' ? [null, bound] : [bound, bound];
}
