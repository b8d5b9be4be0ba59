/**
 * Turns the outcome of an import into words. Pure: it trusts the counters of the service, and leaves out what has no rows.
 */
// Tests: ./imports.test.ts.
import type { FileImportBody, ImportBody } from '../../../contract/imports.ts';
import { pluralOf } from '../../../contract/plural.ts';
import { countOf, formatCount } from './numbers.ts';

type Counts = Pick<
  FileImportBody,
  'dry_run' | 'created_rows' | 'updated_rows' | 'unchanged_rows' | 'failed_rows' | 'skipped_rows'
>;

/** Whether all of an import was undone; an undo that was interrupted does not count. */
export function isUndone({ undo }: Partial<Pick<ImportBody, 'undo'>>): boolean {
  return undo != null && undo.undone_at !== null;
}

/** The outcome of an import in one line, such as `28 products added, 2 rows need fixing`. */
export function wordsOfOutcome(run: Counts): string {
  const would = run.dry_run ? 'would be ' : '';
  const products = [
    { count: run.created_rows, words: `${would}added` },
    { count: run.updated_rows, words: `${would}changed` },
    { count: run.unchanged_rows, words: 'unchanged' },
  ].filter(({ count }) => count > 0);
  const parts = [
    ...products.map(({ count, words }, at) =>
      at === 0 ? `${countOf(count, 'product')} ${words}` : `${formatCount(count)} ${words}`,
    ),
    ...(run.skipped_rows > 0 ? [`${countOf(run.skipped_rows, 'row')} over the plan`] : []),
    ...(run.failed_rows > 0
      ? [`${countOf(run.failed_rows, 'row')} ${pluralOf(run.failed_rows, 'needs', 'need')} fixing`]
      : []),
  ];
  return parts.length === 0 ? 'No products' : parts.join(', ');
}
