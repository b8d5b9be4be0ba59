/**
 * Smart collections as docs/collections.md describes them, as plainly as can be: one product, one moment, one answer. And rules and
 * products that have much to do with each other, drawn by chance. Times are microseconds, prices decimal texts, a day has 24 hours. It
 * uses nothing of the service's code for members, and is never quick; it cannot fail on rules that the contract allows.
 */
import fc from 'fast-check';
import type { CollectionCondition, CollectionRules } from '../../contract/words/collections.ts';
import { fold } from '../../server/search/text/fold.ts';
import type { CollectedProduct } from '../../server/storage/collections/tables.ts';
import { someTime, uuidOf } from './storage-rows.ts';

const dayMicros = 86_400_000_000;

/** Whether the product is a member at the moment. */
export function isMember(
  { match, conditions }: CollectionRules,
  product: CollectedProduct,
  { storeCurrency, now }: { readonly storeCurrency: string; readonly now: number },
): boolean {
  const met = conditions.map((condition) => isMet(condition, product, storeCurrency, now));
  return match === 'all' ? !met.includes(false) : met.includes(true);
}

type StockAndPrice = readonly [inStock: boolean, price: number];

/** The order of the dearest members first. */
export function byStockAndPrice(
  [inStock, price]: StockAndPrice,
  [otherInStock, otherPrice]: StockAndPrice,
): number {
  return Number(otherInStock) - Number(inStock) || otherPrice - price;
}

function isMet(
  condition: CollectionCondition,
  product: CollectedProduct,
  storeCurrency: string,
  now: number,
): boolean {
  const { field, op, value, name = '', currency = storeCurrency } = condition;
  const texts = (values: readonly string[]) => compareTexts(op, values.map(fold), fold(String(value)));
  const phrases = [...product.suggestionPhrases, ...product.searchPhrases];
  switch (field) {
    case 'title':
      return texts([product.title]);
    case 'brand':
      return texts([product.brand ?? '']);
    case 'phrase':
      if (op === 'is' || op === 'contains') return texts(phrases);
      return phrases.some((phrase) => isAtEdge(op, fold(phrase).split(' '), fold(String(value)).split(' ')));
    case 'attribute': {
      const values = product.attributes
        .filter(([label]) => fold(label) === fold(name))
        .map(([, text]) => text);
      return isNumeric(op) ? hasNumber(op, values, value, now) : texts(values);
    }
    case 'category':
      return isInCategory(op, levelsOf(product.category), levelsOf(String(value)), fold(String(value)));
    case 'in_stock':
      return product.inStock === value;
    case 'price':
      return (product.currency ?? storeCurrency) === currency && isWithin(op, Number(product.price), value);
    case 'stock_quantity':
      return product.stockQuantity !== null && isWithin(op, product.stockQuantity, value);
    default: {
      const age = Math.floor((now - product.createdAt) / dayMicros);
      return isWithin(op, age, value);
    }
  }
}

function isNumeric(op: string): boolean {
  return ['at_least', 'at_most', 'between', 'within_days'].includes(op);
}

/** Whether one of the values is such a number, or the first date among them lies so few days back. */
function hasNumber(
  op: string,
  values: readonly string[],
  wanted: CollectionCondition['value'],
  now: number,
): boolean {
  if (op !== 'within_days')
    return values.some((text) => isWithin(op, Number(text.replace(',', '.')), wanted));
  const dates = values.map((text) => Date.parse(`${text}T00:00:00Z`) * 1_000).filter(Number.isFinite);
  return dates.slice(0, 1).some((date) => date <= now && now < date + (Number(wanted) + 1) * dayMicros);
}

function compareTexts(op: string, values: readonly string[], wanted: string): boolean {
  if (op === 'is_not') return values.every((text) => text !== wanted);
  if (op === 'is') return values.some((text) => text === wanted);
  if (op === 'contains') return values.some((text) => text.split(wanted).length > 1);
  return values.some((text) => text.slice(0, wanted.length) === wanted);
}

function isAtEdge(op: string, words: readonly string[], wanted: readonly string[]): boolean {
  const edge = op === 'starts_with' ? words.slice(0, wanted.length) : words.slice(-wanted.length);
  return edge.join(' ') === wanted.join(' ');
}

function levelsOf(category: string | null): string[] {
  return (category ?? '')
    .split('>')
    .map((level) => fold(level))
    .filter((level) => level !== '');
}

function isInCategory(op: string, path: readonly string[], wanted: readonly string[], text: string): boolean {
  const [all, some] = [`>${path.join('>')}>`, `>${wanted.join('>')}>`];
  if (op === 'contains') return path.some((level) => level.includes(text));
  if (op === 'under') return all.includes(some);
  return all.endsWith(some) === (op === 'is');
}

function isWithin(op: string, number: number, value: CollectionCondition['value']): boolean {
  const [low, high] = Array.isArray(value) ? value.map(Number) : [Number(value), Number(value)];
  const isAbove = low !== undefined && number >= low;
  const isBelow = high !== undefined && number <= high;
  if (op === 'at_least') return isAbove;
  return op === 'at_most' ? isBelow : isAbove && isBelow;
}

const words = ['Red', 'röt', 'SHOES', 'shoe', 'Café', 'cafe', 'ring', 'earring', '靴', 'kırmızı', 'Kirmizi'];
const word = fc.constantFrom(...words);
const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
const category = fc.array(word, { minLength: 1, maxLength: 3 }).map((levels) => levels.join(' > '));
const price = fc.constantFrom('0', '5', '9.99', '10', '10.00', '10.001', '100', '999999999999.999');
const label = fc.constantFrom('Color', 'colour', 'Size', '__proto__');
const number = fc.constantFrom(-1, 0, 0.3, 0.31, 12.5, 100);
const numberText = fc.oneof(number.map(String), fc.constantFrom('12,5', '0.30'));
/** Around the moments of which tests ask. */
const dateText = fc
  .integer({ min: -2, max: 14 })
  .map((day) => new Date(someTime / 1_000 + day * 86_400_000).toISOString().slice(0, 10));
const days = fc.integer({ min: 0, max: 4 });
const pieces = fc.integer({ min: 0, max: 6 });

/** The fields that drawn conditions are about, as a merchant's row has them. */
export const rowFields = fc.record(
  {
    title: text,
    category: fc.option(category),
    brand: fc.option(word),
    price,
    currency: fc.option(fc.constantFrom('USD', 'EUR')),
    stock_quantity: fc.option(pieces),
    in_stock: fc.boolean(),
    attributes: fc.dictionary(fc.constantFrom('Color', 'colour', 'Size'), word, { maxKeys: 2 }),
  },
  { requiredKeys: ['title', 'price'] },
);

/** A product that never was in a database. */
export const collectedProduct: fc.Arbitrary<CollectedProduct> = fc.record({
  id: fc.integer({ min: 1, max: 99 }).map(uuidOf),
  externalId: fc.constant('p'),
  changeNumber: fc.constant(1),
  inStock: fc.boolean(),
  createdAt: fc.integer({ min: 0, max: 5 }).map((age) => someTime - age * dayMicros),
  price,
  currency: fc.option(fc.constantFrom('USD', 'EUR')),
  stockQuantity: fc.option(pieces),
  title: text,
  category: fc.option(category),
  brand: fc.option(word),
  suggestionPhrases: fc.array(text, { maxLength: 2 }),
  searchPhrases: fc.array(text, { maxLength: 2 }),
  attributes: fc.array(fc.tuple(label, fc.oneof(word, numberText, dateText)), { maxLength: 3 }),
});

function pairOf<Value extends string | number>(
  values: fc.Arbitrary<Value>,
): fc.Arbitrary<readonly [Value, Value]> {
  return fc
    .tuple(values, values)
    .map(([a, b]) => (Number(a) <= Number(b) ? ([a, b] as const) : ([b, a] as const)));
}

const condition: fc.Arbitrary<CollectionCondition> = fc.oneof(
  fc.record({
    field: fc.constantFrom('title' as const, 'brand' as const),
    op: fc.constantFrom('is', 'is_not', 'contains', 'starts_with'),
    value: word,
  }),
  fc.record({
    field: fc.constant('attribute' as const),
    name: label,
    op: fc.constantFrom('is', 'is_not', 'contains', 'starts_with'),
    value: word,
  }),
  fc.record({
    field: fc.constant('attribute' as const),
    name: label,
    op: fc.constantFrom('at_least', 'at_most'),
    value: number,
  }),
  fc.record({
    field: fc.constant('attribute' as const),
    name: label,
    op: fc.constant('between'),
    value: pairOf(number),
  }),
  fc.record({
    field: fc.constant('attribute' as const),
    name: label,
    op: fc.constant('within_days'),
    value: days,
  }),
  fc.record({
    field: fc.constant('phrase' as const),
    op: fc.constantFrom('is', 'contains', 'starts_with', 'ends_with'),
    value: text,
  }),
  fc.record({
    field: fc.constant('category' as const),
    op: fc.constantFrom('is', 'is_not', 'under', 'contains'),
    value: fc.oneof(word, category),
  }),
  fc.record({ field: fc.constant('in_stock' as const), op: fc.constant('is'), value: fc.boolean() }),
  fc.record(
    {
      field: fc.constant('price' as const),
      op: fc.constantFrom('is', 'at_least', 'at_most'),
      value: price,
      currency: fc.constantFrom('USD', 'EUR'),
    },
    { requiredKeys: ['field', 'op', 'value'] },
  ),
  fc.record({ field: fc.constant('price' as const), op: fc.constant('between'), value: pairOf(price) }),
  fc.record({
    field: fc.constant('stock_quantity' as const),
    op: fc.constantFrom('is', 'at_least', 'at_most'),
    value: pieces,
  }),
  fc.record({
    field: fc.constant('age_days' as const),
    op: fc.constantFrom('at_least', 'at_most'),
    value: days,
  }),
  fc.record({ field: fc.constant('age_days' as const), op: fc.constant('between'), value: pairOf(days) }),
);

/** Rules of the words of {@link rowFields}, so that many products meet them and many do not. */
export const collectionRules: fc.Arbitrary<CollectionRules> = fc.record({
  match: fc.constantFrom('all' as const, 'any' as const),
  conditions: fc.array(condition, { minLength: 1, maxLength: 4 }),
});
