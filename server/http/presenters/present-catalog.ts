/** The history of products as the dashboard gets it. */
import { formatTimestamp } from '../../clock.ts';
import type { HistoryEntry } from '../../insight/product-history.ts';

export function presentHistoryEntry({ at, kind, run, fields }: HistoryEntry) {
  return { at: formatTimestamp(at), kind, run, fields };
}
