/**
 * Turns figures of searches into words: shares with their confidence interval, and changes against the period before.
 * Pure. Shares are from 0 to 1; a share of fewer than `limits.shareCountMin` searches is null, and the words say what it needs.
 */
// Tests: ./analytics.test.ts.
import type { QueryFiguresBody, ShareBody } from '../../../contract/analytics.ts';
import { limits } from '../../../contract/limits.ts';
import { countOf, formatCount, formatPrice, formatShare } from './numbers.ts';

/** `12%`; a dash where there is not enough data. */
export function wordsOfShare(share: ShareBody | null): string {
  return formatShare(share?.value ?? null);
}

/** `9% to 15% at 95% confidence`, or how many searches are needed until the share is shown. */
export function wordsOfBand(share: ShareBody | null): string {
  if (share === null) return wordsOfNeed;
  return `${formatShare(share.low)} to ${formatShare(share.high)} at 95% confidence`;
}

/** Says what a share waits for. */
export const wordsOfNeed = `Needs ${limits.shareCountMin} searches to show`;

/** `12% more than in the previous 30 days (340)`; each period has `days` days. */
export function wordsOfChange(count: number, before: number, days: number): string {
  const period = days === 1 ? 'the day before' : `the previous ${countOf(days, 'day')}`;
  if (before === 0) return `None ${days === 1 ? 'on' : 'in'} ${period}`;
  if (count === before) return `Same as in ${period}`;
  const change = formatShare(Math.abs(count - before) / before);
  return `${change} ${count > before ? 'more' : 'fewer'} than in ${period} (${formatCount(before)})`;
}

/** Describes the share of the period before, beside the present one. */
export function wordsOfShareBefore(before: ShareBody | null): string {
  return before === null ? 'Too few searches before to compare' : `${formatShare(before.value)} before`;
}

/** `+12`, `−3`, `new`: searches of a query against the period before. */
export function wordsOfGain(count: number, before: number): string {
  if (before === 0) return 'new';
  if (count === before) return '±0';
  return count > before ? `+${formatCount(count - before)}` : `−${formatCount(before - count)}`;
}

/** Amounts with their currency, `€129.90`, one for each currency; none without any value. */
export function amountsOf(revenue: Readonly<Record<string, string>>): string[] {
  return Object.entries(revenue).map(([currency, amount]) => formatPrice(amount, currency));
}

/** What searches led to, as a sentence after another one; nothing where they led to nothing. */
export function wordsOfSales({ carts, purchases, revenue }: Sales): string {
  if (carts + purchases === 0) return '';
  const amounts = amountsOf(revenue);
  const paid = amounts.length === 0 ? '' : ` for ${amounts.join(' and ')}`;
  return ` Led to ${countOf(carts, 'cart')} and ${countOf(purchases, 'purchase')}${paid}.`;
}

type Sales = Pick<QueryFiguresBody, 'carts' | 'purchases' | 'revenue'>;
