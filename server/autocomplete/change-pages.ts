/** A store's list of changes, page by page, as an index reads it. */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { ChangePage, ChangePosition, IndexedProduct } from '../storage/records.ts';
import type { StoreReader } from '../storage/storage.ts';

/** A page is applied in one go: chosen so that a call for another store waits for a tenth of a second at most. */
export const productsPerRead = 1_000;

/** A page, and the place that a reader has reached with it. */
interface ReadPage {
  readonly page: ChangePage<IndexedProduct>;
  readonly position: ChangePosition | null;
  readonly isLast: boolean;
}

/** Pages after a place, at least up to the change number. Waiting calls run between two pages. */
export async function* changePages(
  source: Pick<StoreReader, 'changedProducts'>,
  after: ChangePosition | null,
  changeNumber: number,
): AsyncGenerator<ReadPage> {
  for (let position = after, isLast = false; !isLast; ) {
    const page = await source.changedProducts({ after: position, limit: productsPerRead });
    isLast = !page.isMore || (page.last?.changeNumber ?? 0) > changeNumber;
    position = page.last ?? position;
    yield { page, position, isLast };
    await turnOfOthers();
  }
}
