/** Products that are wanted by their ids. */
import type { StoredProduct } from './records.ts';
import type { StoreReader } from './storage.ts';

/** Chosen: longer statements do not get faster. */
const idsPerRead = 500;

/** By external id, a page at a time; unknown ids are absent, and so are rows that cannot be read. */
export async function* productsAmong(
  reader: Pick<StoreReader, 'products'>,
  externalIds: readonly string[],
): AsyncGenerator<readonly StoredProduct[]> {
  for (let start = 0; start < externalIds.length; start += idsPerRead) {
    const among = externalIds.slice(start, start + idsPerRead);
    for (let after: string | null = null; ; ) {
      const page = await reader.products({ after, limit: among.length, among });
      yield page.products;
      after = page.next;
      if (after === null) break;
    }
  }
}
