/**
 * Turns figures of searches into pictures: searches by day and outcome, the share without a result, and clicks by place. Pure. Days
 * are UTC.
 */
// Tests: ./analytics-pictures.test.ts, test/browser/dashboard-analytics.test.ts.
import type { AnalyticsQueryBody } from '../../../contract/analytics.ts';
import { limits } from '../../../contract/limits.ts';
import { type Picture, spanOf } from '../charts/chart-options.ts';
import { toSeconds } from './times.ts';

const daySeconds = 86_400;
/** The days before and with a day from which its share is computed: single days have few searches. Chosen. */
export const shareDays = 7;

/** Searches of each day: clicked, not clicked, nothing found. */
export function searchesPicture(days: AnalyticsQueryBody['days']): Picture {
  const xs = days.map(({ day }) => toSeconds(`${day}T00:00:00Z`));
  return {
    xs,
    span: spanOf(xs, daySeconds, 'bars'),
    shape: 'bars',
    layers: [
      { label: 'Clicked', color: '--chart-graph', values: days.map(({ clicked }) => clicked) },
      {
        label: 'Not clicked',
        color: '--chart-cached',
        // Clicks may be counted a moment before their searches.
        values: days.map(({ searches, no_results: none, clicked }) => Math.max(0, searches - none - clicked)),
      },
      { label: 'Nothing found', color: '--chart-errors', values: days.map((day) => day.no_results) },
    ],
  };
}

/**
 * The share of searches without a result, of each day and up to six days of the period before it. A day has no value if
 * these had too few searches for a share; null if no day has one.
 */
export function missedSharePicture(days: AnalyticsQueryBody['days']): Picture | null {
  const values = days.map((_, index) => {
    const week = days.slice(Math.max(0, index + 1 - shareDays), index + 1);
    const sum = (pick: (day: (typeof days)[number]) => number) =>
      week.reduce((all, day) => all + pick(day), 0);
    const searches = sum((day) => day.searches);
    return searches < limits.shareCountMin ? null : sum((day) => day.no_results) / searches;
  });
  if (values.every((value) => value === null)) return null;
  const xs = days.map(({ day }) => toSeconds(`${day}T00:00:00Z`));
  return {
    xs,
    span: spanOf(xs, daySeconds, 'areas'),
    shape: 'areas',
    layers: [],
    line: { label: 'Without a result', color: '--chart-errors', unit: 'share', values },
  };
}

/** The labels of clicks by place; the last place holds all further ones. */
export function placesOf(positions: readonly number[]): { readonly full: string; readonly short: string }[] {
  const last = positions.length;
  return positions.map((_, index) => {
    const short = index + 1 === last ? `${last}+` : String(index + 1);
    return { full: `Place ${short}`, short };
  });
}
