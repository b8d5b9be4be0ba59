/** Turns figures of searches into pictures: searches by day and outcome, and clicks by place. Pure. Days are UTC. */
// Tests: test/browser/dashboard-analytics.test.ts.
import type { AnalyticsQueryBody } from '../../../contract/analytics.ts';
import { type Picture, spanOf } from '../charts/chart-options.ts';
import { toSeconds } from './times.ts';

const daySeconds = 86_400;

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

/** The labels of clicks by place; the last place holds all further ones. */
export function placesOf(positions: readonly number[]): { readonly full: string; readonly short: string }[] {
  const last = positions.length;
  return positions.map((_, index) => {
    const short = index + 1 === last ? `${last}+` : String(index + 1);
    return { full: `Place ${short}`, short };
  });
}
