/**
 * Revenue: amounts by currency, which are never added to each other. An amount is exact decimal text of any length: a sum is never a
 * float and is rounded only where it is shown. Pure; amounts and currencies were checked before. Nothing here throws.
 */
// Tests: ./revenue.test.ts.
import { addDecimals } from './decimal.ts';
import { formatPrice } from './price.ts';

/** Exact decimal amounts by ISO 4217 code; never empty where it is stored. */
export type Revenue = Readonly<Record<string, string>>;

const amount = /^\d+(?:\.\d+)?$/;
const code = /^[A-Z]{3}$/;

/** Whether a value is what {@link addRevenue} makes. */
export function isRevenue(value: unknown): value is Revenue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([currency, sum]) => code.test(currency) && typeof sum === 'string' && amount.test(sum),
  );
}

/** Adds amounts of the same currency; null is no revenue. */
export function addRevenue(left: Revenue | null, right: Revenue | null): Revenue | null {
  if (left === null || right === null) return left ?? right;
  const sums: Record<string, string> = { ...left };
  for (const [currency, added] of Object.entries(right)) {
    const known = sums[currency];
    sums[currency] = known === undefined ? added : addDecimals(known, added);
  }
  return sums;
}

/** Revenue as it is shown: currencies by name, each amount with the digits of its currency, rounded half up. */
export function formatRevenue(revenue: Revenue | null): Record<string, string> {
  const sorted = Object.entries(revenue ?? {}).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(sorted.map(([currency, sum]) => [currency, formatPrice(sum, currency)]));
}
