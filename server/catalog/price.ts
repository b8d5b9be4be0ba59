/**
 * Prices (§2.1 price; Contract §4): from a JSON number or a merchant's text to exact decimal text, and from there
 * to what is shown. A price is never a float, never rounded when it is stored, and never guessed: text that could
 * mean two amounts by the Contract's rules fails the row.
 */
import { limits } from '../../contract/limits.ts';
import type { RowCode } from '../../contract/words/product-import.ts';
import { currencyDecimals } from './currency.ts';
import { decimalText, roundDecimal } from './decimal.ts';
import { parseAmount, splitMoney } from './money-text.ts';
import { nameType, type Problem, problem, quote } from './problem.ts';
import { toOneLine } from './text.ts';

export type ParsedPrice =
  | {
      readonly ok: true;
      /** Decimal text: digits, at most one point, no sign, no exponent. */
      readonly price: string;
      /** The ISO 4217 code that the text itself named; null if it named none. */
      readonly currency: string | null;
    }
  | { readonly ok: false; readonly problem: Problem };

/** Code units of a price text (chosen: 12 digits, their groups, a fraction and two currency marks fit well). */
const priceTextMaxLength = 64;
/** Digits after the point (chosen: every ordinary JSON number fits; it bounds what `1e-300` would be written as). */
const fractionMaxDigits = 32;

const advice = 'give it like 12.90 or "12,90 EUR"';

/**
 * Reads a price. `currency` is the one that the price is in if its text names none: it decides whether three
 * digits after a single separator are decimals (`1,234` is 1.234 in KWD). `path` is where the value stood.
 */
export function parsePrice(value: unknown, currency: string, path = '/price'): ParsedPrice {
  if (typeof value === 'number') return parseNumber(value, path);
  if (typeof value === 'string') return parseText(value, currency, path);
  return refuse(path, 'price_invalid', `${nameOf(path)} is ${nameType(value)}; ${advice}.`, value);
}

/**
 * A stored price as it is shown: with the currency's usual digits after the point, at least 2 unless the currency
 * has none (`19.90`; `1200` for JPY), rounded half up on the text.
 */
export function formatPrice(price: string, currency: string): string {
  const usual = currencyDecimals(currency);
  return roundDecimal(price, usual === 0 ? 0 : Math.max(2, usual));
}

function parseNumber(value: number, path: string): ParsedPrice {
  if (!Number.isFinite(value)) {
    return refuse(
      path,
      'price_invalid',
      `${nameOf(path)} ${String(value)} is not finite; ${advice}.`,
      String(value),
    );
  }
  if (value < 0) return refuseNegative(value, path);
  return accept(decimalText(value), null, value, path);
}

function parseText(value: string, currency: string, path: string): ParsedPrice {
  const text = toOneLine(value);
  const money = text.length > priceTextMaxLength ? null : splitMoney(text);
  if (money === null) {
    return refuse(
      path,
      'price_invalid',
      `${nameOf(path)} ${quote(value)} is not a number; ${advice}.`,
      value,
    );
  }
  if (money.unknownCurrency !== null) {
    const message = `${nameOf(path)} ${quote(value)} names the currency ${money.unknownCurrency}, which is unknown or not the only one; ${advice}.`;
    return refuse(path, 'currency_invalid', message, value);
  }
  const amount = parseAmount(money.amount, money.marked, currencyDecimals(money.currency ?? currency));
  if (amount === null) {
    const message = `${nameOf(path)} ${quote(value)} can be read in more than one way or in none; ${advice}.`;
    return refuse(path, 'price_invalid', message, value);
  }
  if (money.negative && /[1-9]/.test(amount)) return refuseNegative(value, path);
  return accept(amount, money.currency, value, path);
}

/** The last checks that numbers and text share. `decimal` has no sign. */
function accept(decimal: string, currency: string | null, value: unknown, path: string): ParsedPrice {
  const price = decimal.startsWith('0') ? decimal.replace(/^0+(?=\d)/, '') : decimal;
  const pointAt = price.indexOf('.');
  const wholeDigits = pointAt === -1 ? price.length : pointAt;
  if (wholeDigits > limits.priceIntegerDigits || price.length - wholeDigits - 1 > fractionMaxDigits) {
    const message = `${nameOf(path)} ${quote(value)} has too many digits; at most ${limits.priceIntegerDigits} may stand before the point.`;
    return refuse(path, 'price_invalid', message, value);
  }
  return { ok: true, price, currency };
}

function refuseNegative(value: unknown, path: string): ParsedPrice {
  return refuse(
    path,
    'price_negative',
    `${nameOf(path)} ${quote(value)} is below zero; give zero or more.`,
    value,
  );
}

/** `price` and `compare_at_price` have the same rules. */
function nameOf(path: string): string {
  return `The ${path.slice(1)}`;
}

function refuse(path: string, code: RowCode, message: string, value: unknown): ParsedPrice {
  return { ok: false, problem: problem(path, code, message, value) };
}
