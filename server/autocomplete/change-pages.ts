/** A store's list of changes, page by page, as an index reads it. */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { SearchDocument } from '../search/document/document.ts';
import type { IndexWriter } from '../search/engine.ts';
import type { ChangePage, ChangePosition, IndexedProduct } from '../storage/records.ts';
import type { StoreReader } from '../storage/storage.ts';

/** A page is applied in one go: chosen so that a call for another store waits for a tenth of a second at most. */
export const productsPerRead = 1_000;

/**
 * A long read makes segments of so many: each product is rewritten by one merge less than with a segment a page, and to
 * build one takes no longer than to take a page apart (measured: 40 µs a product each).
 */
export const productsPerSegment = 4_000;

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

/** Characters of attributes in one slice: chosen so that it takes some 20 ms, however many words they are. */
const sliceCharacters = 100_000;

/** Stages documents; what is too much for one segment is published at once. Calls for other stores run in between. */
export async function stagePage(
  writer: Pick<IndexWriter, 'stage' | 'isHeavy' | 'publishStaged'>,
  documents: readonly SearchDocument[],
): Promise<void> {
  let start = 0;
  let length = 0;
  for (const [place, { attributes }] of documents.entries()) {
    length += attributes.reduce((total, [label, value]) => total + label.length + value.length, 0);
    if (length < sliceCharacters) continue;
    writer.stage(documents.slice(start, place + 1));
    await turnOfOthers();
    if (writer.isHeavy) {
      writer.publishStaged();
      await turnOfOthers();
    }
    start = place + 1;
    length = 0;
  }
  writer.stage(documents.slice(start));
}
