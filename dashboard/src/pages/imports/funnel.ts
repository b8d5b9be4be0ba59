/**
 * Splits the rows of an import into parts that add up to all of them, and says what the plan left out. Pure: it trusts
 * the counters of the service and leaves out parts without rows.
 */
// Tests: ./funnel.test.ts.
import type { FileImportBody } from '../../../../contract/imports.ts';
import { pluralOf } from '../../../../contract/plural.ts';
import { isUndone } from '../../words/imports.ts';
import { countOf } from '../../words/numbers.ts';

export interface FunnelPart {
  readonly name: string;
  readonly count: number;
  /** A custom property of theme.css. */
  readonly color: string;
}

type Counts = Pick<
  FileImportBody,
  | 'dry_run'
  | 'total_rows'
  | 'valid_rows'
  | 'failed_rows'
  | 'skipped_rows'
  | 'created_rows'
  | 'updated_rows'
  | 'unchanged_rows'
>;

/** The rows that a stopped or failed import did not reach. */
function unreachedRows(run: Counts): number {
  return run.total_rows - run.valid_rows - run.failed_rows - run.skipped_rows;
}

/** A note on what became of the rows, for a real, a trial or an undone run; undefined where there is nothing to add. */
export function noteOnRun(
  run: Pick<FileImportBody, 'dry_run' | 'skipped_rows' | 'queued_rows' | 'undo'>,
): string | undefined {
  if (isUndone(run)) return 'These figures are what the import did before it was undone.';
  if (run.skipped_rows > 0) {
    return run.dry_run
      ? 'The plan would be full: new products beyond it would be left out. Products that the store already has would be updated.'
      : 'The plan is full: new products beyond it were left out. Products that the store already has were updated.';
  }
  if (run.queued_rows === 0) return undefined;
  const queued = countOf(run.queued_rows, 'product');
  if (run.dry_run) return `${queued} would be queued for search phrases, and could be found at once.`;
  // What the run did, which stays true: how many wait now is on the page of phrases.
  const were = pluralOf(run.queued_rows, 'was', 'were');
  return `${queued} ${were} queued for search phrases, and can be found already.`;
}

/**
 * The parts that have rows, in the order in which they are drawn. Rows whose id is repeated further down were accepted,
 * and the later row replaced them: their number is the accepted rows minus the counts of written products (Contract
 * §5).
 */
export function funnelParts(run: Counts): readonly FunnelPart[] {
  const would = (done: string, trial: string) => (run.dry_run ? trial : done);
  const repeated = run.valid_rows - run.created_rows - run.updated_rows - run.unchanged_rows;
  const parts = [
    { name: would('Added', 'Would be added'), count: run.created_rows, color: '--chart-graph' },
    { name: would('Changed', 'Would be changed'), count: run.updated_rows, color: '--chart-backend' },
    { name: 'Unchanged', count: run.unchanged_rows, color: '--chart-out-of-stock' },
    { name: 'Repeated further down', count: repeated, color: '--chart-cached' },
    { name: 'Over the plan', count: run.skipped_rows, color: '--warn' },
    { name: 'Failed', count: run.failed_rows, color: '--chart-errors' },
    { name: 'Not reached', count: unreachedRows(run), color: '--line' },
  ];
  return parts.filter(({ count }) => count > 0);
}
