/**
 * Compares a run with the last one before it that imported the feed: the same figures and their differences, as texts.
 * Pure.
 */
// Tests: ./comparison.test.ts.
import type { FeedRunBody } from '../../../../contract/feeds.ts';
import { formatBytes, formatCount } from '../../words/numbers.ts';
import { formatTook, secondsOfRun } from './timing.ts';

export interface Comparison {
  readonly name: string;
  readonly now: string;
  /** Empty where there is nothing to compare with. */
  readonly before: string;
  /** `+12`, `−3`, `same`; empty where there is nothing to compare. */
  readonly difference: string;
}

export function compareRuns(run: FeedRunBody, before: FeedRunBody | null): readonly Comparison[] {
  const figures = [
    {
      name: run.reading === 'whole' ? 'Rows in the feed' : 'Rows read',
      of: (each: FeedRunBody) => each.total_rows,
      format: formatCount,
    },
    { name: 'New', of: (each: FeedRunBody) => each.created_rows, format: formatCount },
    { name: 'Changed', of: (each: FeedRunBody) => each.updated_rows, format: formatCount },
    { name: 'Unchanged', of: (each: FeedRunBody) => each.unchanged_rows, format: formatCount },
    { name: 'Removed', of: (each: FeedRunBody) => each.removed_rows, format: formatCount },
    { name: 'Back in stock', of: (each: FeedRunBody) => each.restored_rows, format: formatCount },
    { name: 'Without an id', of: (each: FeedRunBody) => each.unidentified_rows, format: formatCount },
    { name: 'Over the plan', of: (each: FeedRunBody) => each.skipped_rows, format: formatCount },
    { name: 'Failed', of: (each: FeedRunBody) => each.failed_rows, format: formatCount },
    { name: 'Size', of: (each: FeedRunBody) => each.fetch?.bytes_decoded ?? null, format: formatBytes },
    { name: 'Time', of: (each: FeedRunBody) => secondsOfRun(each), format: formatTook },
  ];
  const isShown = ({ name, of }: (typeof figures)[number]) =>
    !rareFigures.includes(name) || of(run) !== 0 || (before !== null && of(before) !== 0);
  return figures.filter(isShown).map(({ name, of, format }) => {
    const [now, then] = [of(run), before === null ? null : of(before)];
    return {
      name,
      now: now === null ? '' : format(now),
      before: then === null ? '' : format(then),
      difference: now === null || then === null ? '' : differenceOf(now, then, format),
    };
  });
}

/** Figures that are shown only if one of the two runs has any. */
const rareFigures: readonly string[] = ['Back in stock', 'Without an id', 'Over the plan'];

/** The difference as text. Values that are formatted alike count as the same. */
function differenceOf(now: number, then: number, format: (value: number) => string): string {
  if (format(now) === format(then)) return 'same';
  return `${now > then ? '+' : '−'}${format(Math.abs(now - then))}`;
}
