/** Which products were erased, for followers of changes: their rows are gone, so no change shows them. */
import type { StoreReader } from '../storage/storage.ts';

/** Erasures of one read. Chosen. */
const erasuresPerRead = 1_000;

/**
 * Gives the ids of products that were erased after a change and up to another one, and returns that one. To be called
 * once products were read as of `upTo` or later: of an erasure beyond it, a server that follows may still have shown
 * the row.
 */
export async function takeErasures(
  reader: Pick<StoreReader, 'erasedProducts'>,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  erase: (productIds: readonly string[]) => void,
): Promise<number> {
  let place = { changeNumber: after + 1, productId: '' };
  for (let isMore = upTo > after; isMore; ) {
    const erased = await reader.erasedProducts({ after: place, upTo, limit: erasuresPerRead });
    if (erased.length > 0) erase(erased.map(({ productId }) => productId));
    place = erased.at(-1) ?? place;
    isMore = erased.length === erasuresPerRead;
  }
  return Math.max(after, upTo);
}
