/**
 * JSON whose numbers keep their digits: one that a double cannot hold, such as the id 12345678901234567890, is given as the text that
 * stood there, for the catalog to read. Prices stay numbers: some programs write the double 19.99 with 17 digits or with all 51 of its
 * binary value, and mean 19.99. Pure; never used for bodies beyond the limits of json-body.ts, since it is slower than `JSON.parse`.
 */
// Tests: server/ingest/json-body.test.ts.

/** Only such texts can hold a number that loses digits; others are parsed as they are, which is much faster. */
const mayLoseDigits = /\d[\d.]{15}|\d[eE]/;
/** A decimal of so many digits comes back from a double as it was. */
const exactDigits = 15;

/** Parses one JSON value. Throws as `JSON.parse` does. */
export function parseExactJson(text: string): unknown {
  return mayLoseDigits.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

const prices = new Set(['price', 'compare_at_price']);

function keepDigits(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined || prices.has(key)) return value;
  return isExact(value, context.source) ? value : context.source;
}

function isExact(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false;
  if (!Number.isInteger(value) && String(value) === source) return true;
  if (Number.isSafeInteger(value) && /^-?\d+$/.test(source)) return true;
  const [mantissa = ''] = source.split(/[eE]/);
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
  const isFraction = mantissa.includes('.');
  const digitCount = isFraction ? lengthWithoutZeros(digits) : digits.length;
  // Below the least normal double digits are lost however few there are.
  return digitCount <= exactDigits && (digitCount === 0 || Math.abs(value) > Number.MIN_VALUE * 2 ** 52);
}

/**
 * Returns the length without zeros at the end. A pattern such as `0+$` starts again at each zero and takes an hour for a number
 * of a million digits.
 */
function lengthWithoutZeros(digits: string): number {
  let length = digits.length;
  while (length > 0 && digits.charAt(length - 1) === '0') length -= 1;
  return length;
}
