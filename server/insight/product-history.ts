/**
 * Reads the history of a product: its changes, newest first, and at the end its creation. At most 50 changes of a product are kept. It
 * changes nothing. A number before the oldest kept change gives the creation alone. Times are microseconds. A product without history
 * has its creation alone; errors of the database reject.
 */
// Tests: test/api/products.test.ts.
import type { RecordedChange, RunName, StoredProduct } from '../storage/records.ts';
import type { StoreReader } from '../storage/storage.ts';

/** A change, or the making of the product. */
export interface HistoryEntry extends Pick<RecordedChange, 'at' | 'fields'> {
  readonly kind: RecordedChange['kind'] | 'created';
  readonly run: RunName | null;
}

/** Some entries, and where the next ones begin. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  /** The change number before which the next entries are; null at the end. */
  readonly next: number | null;
}

/**
 * Reads the entries before a change number; null: from the newest on. The end of the last page is the making of the
 * product.
 */
export async function readHistory(
  reader: StoreReader,
  product: StoredProduct,
  page: { readonly before: number | null; readonly limit: number },
): Promise<HistoryPage> {
  const { before, limit } = page;
  // None that is newer than the product, which was read before.
  const newest = { before: before ?? product.changeNumber + 1, limit: limit + 1 };
  const changes = await reader.products.recordedChanges(product.externalId, newest);
  const shown = changes.slice(0, limit);
  if (changes.length > limit) return { entries: shown, next: shown.at(-1)?.changeNumber ?? null };
  const { created } = await reader.products.runs(product.externalId);
  const making: HistoryEntry = { at: product.createdAt, kind: 'created', run: created, fields: [] };
  return { entries: [...shown, making], next: null };
}
