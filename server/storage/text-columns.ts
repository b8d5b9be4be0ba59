/** The columns of text whose form readers count on: prices, currencies and locales are computed with, not only shown. */

import { isTypeDetails, isWholeType } from './packed-type.ts';

/** Decimal text, as prices are stored. */
const price = (text: string) => /^\d+(?:\.\d+)?$/.test(text);
/** Three letters: which of them are in use changes with the runtime's own data, and the others still name a price. */
const currency = (text: string) => /^[A-Z]{3}$/.test(text);

function locale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

const errors = new Map([
  [price, 'is no decimal number'],
  [currency, 'is no currency code'],
  [locale, 'is no language tag'],
  [isTypeDetails, 'is nothing that is said of a type'],
  [isWholeType, 'is no type of a product'],
]);

const forms = {
  products: { price, compare_at_price: price, currency, type_details: isTypeDetails },
  phrase_sets: { generated_type: isWholeType, edited_type: isWholeType },
  stores: { currency, locale },
};

/** Tables with such columns, and the columns of each. */
export type TextForms = typeof forms;

/** The columns of a table whose form is known. */
export function textColumnsOf(table: string): string[] {
  return Object.keys(formsOf(table));
}

/** What is wrong with a value of such a column; null where nothing is. */
export function textFault(table: string, column: string, value: unknown): string | null {
  const form = formsOf(table)[column];
  if (form === undefined) return null;
  if (typeof value !== 'string') return `holds ${typeof value}, where text belongs`;
  return form(value) ? null : (errors.get(form) ?? null);
}

function formsOf(table: string): Readonly<Record<string, (text: string) => boolean>> {
  return Object.hasOwn(forms, table) ? forms[table as keyof TextForms] : {};
}
