/**
 * The grammar of a price as people write it (Contract §4 price): currency marks around an amount, and the amount's
 * separators. Pure text to text; which prices are allowed is decided in price.ts.
 */
import { parseCurrency } from './currency.ts';

/** A price text taken apart: `USD -1,299.00` has the amount `1,299.00`. */
export interface MoneyText {
  /** Digits, separators and blanks; begins with a digit or one separator and ends with a digit. */
  readonly amount: string;
  readonly negative: boolean;
  /** Whether anything like a currency stood beside the amount, even one that does not decide which. */
  readonly marked: boolean;
  /** ISO 4217; null if none was named or the mark is shared by several currencies. */
  readonly currency: string | null;
  /** What was named as a currency and is none, or the second of two that differ; null if all is well. */
  readonly unknownCurrency: string | null;
}

/** Marks in lower case. Null: several currencies share the mark, so it says nothing about which one. */
const currencyMarks: ReadonlyMap<string, string | null> = new Map([
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
  ['$', null],
  ['¥', null],
  ['￥', null],
  ['kr', null],
  ['kr.', null],
  ['rs', null],
  ['rs.', null],
]);

/** Marks, one number, marks. A separator right after a letter belongs to the mark (`Rs.500`). */
const moneyPattern = /^(\D*?)((?:(?<!\p{L})[.,])?[0-9](?:[0-9.,'’\s]*[0-9])?)(\D*)$/u;
const signPattern = /^[-−]|[-−]$/;

/** Takes a price text apart; null if it is not an amount with nothing but currency marks and a sign around it. */
export function splitMoney(text: string): MoneyText | null {
  const match = moneyPattern.exec(text);
  if (match === null) return null;
  const [, before = '', amount = '', after = ''] = match;
  const lead = before.trim();
  const negative = signPattern.test(lead);
  const marks = `${negative ? lead.replace(signPattern, '') : lead} ${after}`.split(/\s+/);
  let marked = false;
  let currency: string | null = null;
  let unknownCurrency: string | null = null;
  for (const mark of marks) {
    if (mark === '') continue;
    marked = true;
    const named = currencyMarks.get(mark.toLowerCase());
    if (named === null) continue;
    const code = named ?? parseCurrency(mark);
    if (code === null && !/^[a-z]{3}$/i.test(mark)) return null;
    if (code === null || (currency !== null && code !== currency)) unknownCurrency ??= mark.toUpperCase();
    currency ??= code;
  }
  return { amount, negative, marked, currency, unknownCurrency };
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
export function parseAmount(text: string, marked: boolean, decimals: number): string | null {
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
