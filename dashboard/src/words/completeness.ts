/**
 * Turns what the products of a source lack into words. Pure. A source without a name is the API, or imports that are no longer kept.
 */
// Tests: ./completeness.test.ts.
import type { SourceGapsBody } from '../../../contract/analytics.ts';
import type { CountedField } from '../../../contract/words/product.ts';
import { formatCount } from './numbers.ts';

/** The names of the counted fields, as people read them. */
export const fieldLabels: Readonly<Record<CountedField, string>> = {
  image: 'Picture',
  category: 'Category',
  stock: 'Stock count',
  type: 'Type',
};

/** The name of a source: that of its feed or file. */
export function nameOf({ source, name }: Pick<SourceGapsBody, 'source' | 'name'>): string {
  return name ?? (source === 'api' ? 'Sent through the API' : 'Other imports');
}

/** Describes what kind of source it is. */
export function detailOf({ source, feed_id: feedId }: Pick<SourceGapsBody, 'source' | 'feed_id'>): string {
  if (source === 'feed') return feedId === null ? 'Deleted feed' : 'Feed';
  if (source === 'csv') return 'File';
  return source === 'api' ? 'Batches and single products' : 'Expired imports and small sources';
}

/** Describes how many of the products lack a field: "All have one", "12 without", "All without". */
export function wordsOfGap(products: number, lacking: number): string {
  if (lacking === 0) return 'All have one';
  return lacking === products ? `All ${formatCount(lacking)} without` : `${formatCount(lacking)} without`;
}
