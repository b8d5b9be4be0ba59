import type { Directory } from '../storage/storage.ts';

/** Stores that are asked about in one statement. */
const storesPerRead = 1_000;

/** Changes that the index lacks which is furthest behind, of those in memory: `shown` goes up to a change of each store. */
export async function changesBehind(
  directory: Pick<Directory, 'changedStores'>,
  shown: ReadonlyMap<string, number>,
): Promise<number> {
  const storeIds = [...shown.keys()];
  let most = 0;
  for (let start = 0; start < storeIds.length; start += storesPerRead) {
    const among = storeIds.slice(start, start + storesPerRead);
    for (const { id, changeNumber } of await directory.changedStores(shown, among)) {
      most = Math.max(most, changeNumber - (shown.get(id) ?? changeNumber));
    }
  }
  return most;
}
