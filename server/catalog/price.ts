/**
 * Prices (§2.1 price; Contract §4): parses a JSON number or a merchant's text to exact decimal text, and formats it. A price is never
 * a float, never rounded when it is stored, and never guessed: text that could mean two amounts under the rules of the Contract fails
 * the row. Limits: 12 digits before the point, 32 after it, 64 characters of text; a price beyond them is a `Problem` with the code
 * `price_invalid`. Pure; it never throws.
 */
// Tests: ./price.test.ts.
import { limits } from '../../contract/limits.ts';
import type { RowCode } from '../../contract/words/product-import.ts';
import { currencyDecimals, parseCurrency, sharesMark } from './currency.ts';
import { decimalText, roundDecimal } from './decimal.ts';
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
 * Reads a price. `currency` applies if the text names none: it decides whether three digits after a single separator are
 * decimals (`1,234` is 1.234 in KWD). `path` is the JSON pointer of the value.
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
  const named = money.currency ?? currency;
  if (money.sharedMark !== null && !sharesMark(named, money.sharedMark)) {
    const message = `${nameOf(path)} ${quote(value)} has the mark of another currency than ${named}; name its currency, as in "12.90 USD".`;
    return refuse(path, 'currency_invalid', message, value);
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

/** A price text taken apart: `USD -1,299.00` has the amount `1,299.00`. */
interface MoneyText {
  /** Digits, separators and blanks; begins with a digit or one separator and ends with a digit. */
  readonly amount: string;
  readonly negative: boolean;
  /** Whether anything like a currency stood beside the amount, even one that does not decide which. */
  readonly marked: boolean;
  /** ISO 4217; null if none was named or the mark is shared by several currencies. */
  readonly currency: string | null;
  /** The first mark that several currencies share, in the form of {@link currencyMarks}; null if there is none. */
  readonly sharedMark: string | null;
  /** The invalid currency, or the second of two different ones; null if there is no problem. */
  readonly unknownCurrency: string | null;
}

/** A mark in lower case and the one currency that it names, or the symbol that several currencies share. */
const currencyMarks: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['₽', 'RUB'],
  ['₴', 'UAH'],
  ['₪', 'ILS'],
  ['₫', 'VND'],
  ['₱', 'PHP'],
  ['฿', 'THB'],
  ['₦', 'NGN'],
  ['zł', 'PLN'],
  ['kč', 'CZK'],
  ['円', 'JPY'],
  ['us$', 'USD'],
  ['r$', 'BRL'],
  ['$', '$'],
  ['¥', '¥'],
  ['￥', '¥'],
  ['kr', 'kr'],
  ['kr.', 'kr'],
  ['rs', 'Rs'],
  ['rs.', 'Rs'],
]);

/** Marks, one number, marks. A separator right after a letter belongs to the mark (`Rs.500`). */
const moneyPattern = /^(\D*?)((?:(?<!\p{L})[.,])?[0-9](?:[0-9.,'’\s]*[0-9])?)(\D*)$/u;
const signPattern = /^[-−]|[-−]$/;

/** Splits the text of a price; null unless it is one amount with only currency marks and a sign around it. */
function splitMoney(text: string): MoneyText | null {
  const match = moneyPattern.exec(text);
  if (match === null) return null;
  const [, before = '', amount = '', after = ''] = match;
  const lead = before.trim();
  const negative = signPattern.test(lead);
  const marks = `${negative ? lead.replace(signPattern, '') : lead} ${after}`.split(/\s+/);
  let marked = false;
  let currency: string | null = null;
  let sharedMark: string | null = null;
  let unknownCurrency: string | null = null;
  for (const mark of marks) {
    if (mark === '') continue;
    marked = true;
    const named = currencyMarks.get(mark.toLowerCase());
    if (named !== undefined && parseCurrency(named) === null) {
      sharedMark ??= named;
      continue;
    }
    const code = named ?? parseCurrency(mark);
    if (code === null && !/^[a-z]{3}$/i.test(mark)) return null;
    if (code === null || (currency !== null && code !== currency)) unknownCurrency ??= mark.toUpperCase();
    currency ??= code;
  }
  return { amount, negative, marked, currency, sharedMark, unknownCurrency };
}

const plainNumber = /^[0-9]+(?:\.[0-9]+)?$/;
const digits = /^[0-9]+$/;
/** `1,299,000`, `1 299`, `1'299`: one kind of separator throughout, three digits after each. */
const groupedByThousand = /^[1-9][0-9]{0,2}([.,' ])[0-9]{3}(?:\1[0-9]{3})*$/;
/** `1,29,900`, as India groups: pairs, and three digits last. */
const groupedByLakh = /^[1-9][0-9]?([.,' ])[0-9]{2}(?:\1[0-9]{2})*\1[0-9]{3}$/;

/**
 * Decimal text of an amount; null if the rules leave its meaning open. `marked` says that a currency stood beside
 * it, `decimals` how many digits the currency usually has after the point.
 *
 * `12.345` unmarked is a JSON number. Else, with both `.` and `,`, the last one is the decimal sign. A separator
 * that stands alone is the decimal sign before one or two digits (or three, where the currency has three), and
 * groups thousands before exactly three: `15,990` is 15990. `0,990` fails: no group begins with a zero, and to
 * read it as 990 would be wrong by a factor of a thousand.
 */
function parseAmount(text: string, marked: boolean, decimals: number): string | null {
  if (!marked && plainNumber.test(text)) return text;
  const amount = text.replace(/\s/g, ' ').replaceAll('’', "'");
  const signAt = findDecimalSign(amount, decimals);
  const whole = ungroup(signAt === -1 ? amount : amount.slice(0, signAt));
  if (whole === null || signAt === -1) return whole;
  const fraction = amount.slice(signAt + 1);
  return digits.test(fraction) ? `${whole}.${fraction}` : null;
}

/** The index of the decimal sign, -1 if the amount is whole. */
function findDecimalSign(amount: string, decimals: number): number {
  const lastPoint = amount.lastIndexOf('.');
  const lastComma = amount.lastIndexOf(',');
  const last = Math.max(lastPoint, lastComma);
  if (last === -1 || (lastPoint !== -1 && lastComma !== -1)) return last;
  const standsAlone = amount.indexOf(amount.charAt(last)) === last;
  const followers = amount.length - last - 1;
  const isDecimal = followers <= 2 || (followers === 3 && decimals >= 3);
  return standsAlone && isDecimal ? last : -1;
}

/** The digits of a whole number without its grouping; an empty one (`.50`) is zero; null if grouped irregularly. */
function ungroup(whole: string): string | null {
  if (whole === '') return '0';
  if (digits.test(whole)) return whole;
  if (!groupedByThousand.test(whole) && !groupedByLakh.test(whole)) return null;
  return whole.replace(/[^0-9]/g, '');
}
