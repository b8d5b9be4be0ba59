/**
 * Reads a store in which something happens between two statements of a read: what is shown then must have been so at some moment. It
 * acts once, after the statement of the given place, from 1.
 */
import type { Storage, StoreReader } from '../../server/storage/storage.ts';

/** Returns a reader that awaits `act` after its statement number `place`. */
export function createActingReader(
  storage: Storage,
  storeId: string,
  { place, act }: { readonly place: number; readonly act: () => Promise<unknown> },
): StoreReader {
  let count = 0;
  return storage.reader(storeId, async (statement) => {
    const found = await statement();
    count += 1;
    if (count === place) await act();
    return found;
  });
}
