/**
 * Numbers as decimal text. Nothing here computes with floats: the digits of the JSON number are kept. Pure; its inputs are trusted to
 * be finite or digits, as price.ts has checked them. A text of another form gives a wrong result, not an error; there is no limit of
 * digits here.
 */
// Tests: ./decimal.test.ts.

/**
 * The shortest decimal text that reads back as the same number, without an exponent: `1e-7` becomes `0.0000001`,
 * `-0` becomes `0`. The number must be finite.
 */
export function decimalText(value: number): string {
  const shortest = String(value);
  const exponentAt = shortest.indexOf('e');
  if (exponentAt === -1) return shortest;
  const sign = value < 0 ? '-' : '';
  const [whole = '', fraction = ''] = shortest.slice(sign.length, exponentAt).split('.');
  const pointAt = whole.length + Number(shortest.slice(exponentAt + 1));
  const digits = whole + fraction;
  if (pointAt <= 0) return `${sign}0.${'0'.repeat(-pointAt)}${digits}`;
  return `${sign}${digits.padEnd(pointAt, '0')}`;
}

/**
 * A code given as a JSON number, as text; null if its digits cannot be trusted: beyond 2^53 not every integer can be
 * represented, so the number may be another product's code.
 */
export function codeText(value: number): string | null {
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) return null;
  return decimalText(value);
}

/**
 * Rounds non-negative decimal text (`1299.995`) half up to exactly `places` digits after the point, on the text.
 * Missing digits become zeros.
 */
export function roundDecimal(decimal: string, places: number): string {
  const pointAt = decimal.indexOf('.');
  const whole = pointAt === -1 ? decimal : decimal.slice(0, pointAt);
  const fraction = pointAt === -1 ? '' : decimal.slice(pointAt + 1);
  if (fraction.length <= places) return places === 0 ? whole : `${whole}.${fraction.padEnd(places, '0')}`;
  const kept = BigInt(whole + fraction.slice(0, places));
  return withPoint(fraction.charCodeAt(places) >= 0x35 ? kept + 1n : kept, places);
}

/** Adds non-negative decimal texts, exactly: `0.1` and `0.25` are `0.35`. */
export function addDecimals(left: string, right: string): string {
  const aligned = align(left, right);
  return withPoint(BigInt(aligned.left) + BigInt(aligned.right), aligned.places);
}

/** Takes the smaller of two non-negative decimal texts from the larger, exactly; `0` where the second one is larger. */
export function subtractDecimals(left: string, right: string): string {
  const aligned = align(left, right);
  const rest = BigInt(aligned.left) - BigInt(aligned.right);
  return rest <= 0n ? '0' : withPoint(rest, aligned.places);
}

/** Multiplies non-negative decimal text by a whole number from 0 on, exactly: `19.90` times 3 is `59.70`. */
export function multiplyDecimal(decimal: string, factor: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  return withPoint(BigInt(whole + fraction) * BigInt(factor), fraction.length);
}

function withPoint(digits: bigint, places: number): string {
  const text = digits.toString().padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}

/** Compares non-negative decimal texts without leading zeros, exactly: negative, zero or positive. */
export function compareDecimals(left: string, right: string): number {
  const { left: leftDigits, right: rightDigits } = align(left, right);
  if (leftDigits.length !== rightDigits.length) return leftDigits.length - rightDigits.length;
  return leftDigits < rightDigits ? -1 : leftDigits > rightDigits ? 1 : 0;
}

/** The digits of two decimals, with as many places in both. */
function align(left: string, right: string) {
  const [leftWhole = '', leftFraction = ''] = left.split('.');
  const [rightWhole = '', rightFraction = ''] = right.split('.');
  const places = Math.max(leftFraction.length, rightFraction.length);
  return {
    places,
    left: leftWhole + leftFraction.padEnd(places, '0'),
    right: rightWhole + rightFraction.padEnd(places, '0'),
  };
}
