/**
 * Turns figures of searches into words: shares with their confidence interval, and changes against the period before.
 * Pure. Shares are from 0 to 1; a share of fewer than `limits.shareCountMin` searches is null, and the words say so.
 */
// Tests: ./analytics.test.ts.
import type { ShareBody } from '../../../contract/analytics.ts';
import { limits } from '../../../contract/limits.ts';
import { countOf, formatCount, formatShare } from './numbers.ts';

/** `12%`, or that there is not enough data. */
export function wordsOfShare(share: ShareBody | null): string {
  return share === null ? 'Not enough data' : formatShare(share.value);
}

/** `9% to 15% at 95% confidence`, or from how many searches on the share is shown. */
export function wordsOfBand(share: ShareBody | null): string {
  if (share === null) return `shown from ${limits.shareCountMin} searches on`;
  return `${formatShare(share.low)} to ${formatShare(share.high)} at 95% confidence`;
}

/** `12% more than before (340)`; each period has `days` days. */
export function wordsOfChange(count: number, before: number, days: number): string {
  const period = days === 1 ? 'the day before' : `the ${countOf(days, 'day')} before`;
  if (before === 0) return count === 0 ? `none in ${period} either` : `none in ${period}`;
  if (count === before) return `as in ${period}`;
  const change = formatShare(Math.abs(count - before) / before);
  return `${change} ${count > before ? 'more' : 'less'} than in ${period} (${formatCount(before)})`;
}

/** Describes the share of the period before, beside the present one. */
export function wordsOfShareBefore(before: ShareBody | null): string {
  return before === null ? 'too few searches before' : `${formatShare(before.value)} before`;
}

/** `+12`, `−3`, `new`: searches of a query against the period before. */
export function wordsOfGain(count: number, before: number): string {
  if (before === 0) return 'new';
  if (count === before) return '±0';
  return count > before ? `+${formatCount(count - before)}` : `−${formatCount(before - count)}`;
}
