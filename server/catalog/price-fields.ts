/** The fields of a row that are about money: price, compare_at_price and currency (§2.1; Contract §4). */
import { parseCurrency } from './currency.ts';
import { parsePrice } from './price.ts';
import { pointerTo, quote } from './problem.ts';
import type { Row } from './row.ts';

export interface ProductPrices {
  /** Decimal text; `''` with a problem on the row if there is none that fits. */
  readonly price: string;
  readonly compareAtPrice: string | null;
  /** The row's own ISO 4217 code; null means the store's. */
  readonly currency: string | null;
}

/**
 * Reads the three fields together, since a currency in a price's text fills `currency` where none is given, and
 * must not contradict one that is: no amount is ever shown under another currency's name.
 */
export function readPrices(row: Row, storeCurrency: string): ProductPrices {
  const given = readCurrency(row);
  const price = readPrice(row, given ?? storeCurrency);
  const currency = given ?? price.currency;
  if (given !== null && price.currency !== null && price.currency !== given) {
    const message = `The currency is ${given}, but the price is in ${price.currency}; give both in one currency.`;
    row.failKey('currency', 'currency_invalid', message, given);
  }
  const compareAtPrice = readCompareAtPrice(row, currency ?? storeCurrency);
  return { price: price.price, compareAtPrice, currency };
}

function readCurrency(row: Row): string | null {
  const key = row.keyOf('currency');
  if (key === null) return null;
  const value = row.raw[key];
  const currency = typeof value === 'string' ? parseCurrency(value) : null;
  if (currency === null) {
    const message = `The currency ${quote(value)} is not an ISO 4217 code; give one like EUR.`;
    row.failKey(key, 'currency_invalid', message, value);
  }
  return currency;
}

function readPrice(row: Row, currency: string): { price: string; currency: string | null } {
  const key = row.keyOf('price');
  if (key === null) {
    row.failKey('price', 'price_missing', 'The product has no price; give it like 12.90.', null);
    return { price: '', currency: null };
  }
  const parsed = parsePrice(row.raw[key], currency);
  if (parsed.ok) return parsed;
  row.fail(parsed.problem);
  return { price: '', currency: null };
}

function readCompareAtPrice(row: Row, currency: string): string | null {
  const key = row.keyOf('compare_at_price');
  if (key === null) return null;
  const value = row.raw[key];
  const parsed = parsePrice(value, currency, pointerTo('', key));
  if (!parsed.ok) {
    row.fail(parsed.problem);
    return null;
  }
  if (parsed.currency !== null && parsed.currency !== currency) {
    const message = `The compare_at_price is in ${parsed.currency}, but the price is in ${currency}; give both in one currency.`;
    row.failKey(key, 'currency_invalid', message, value);
  }
  return parsed.price;
}
