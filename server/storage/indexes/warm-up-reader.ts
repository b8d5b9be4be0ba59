/**
 * Reads whole catalogs from a server that follows the main one, so that a node that starts is no burden for writers. If that server is
 * behind or away, the main one is read: it holds everything that the other one holds, so the switch may happen between any two pages.
 * It writes nothing. Only a 503 of the follower, or a damaged page there, makes it read the main server; any other error is passed on.
 */
// Tests: test/api/warm-up.test.ts.
import { AppError } from '../../errors.ts';
import type { ProductReader } from '../products/tables.ts';
import type { Store } from '../records.ts';
import type { Storage } from '../storage.ts';

/** The reads of each of the two servers. */
type Server = Pick<Storage, 'directory' | 'reader'>;

/**
 * Creates the reader of a store’s products for a start: on the follower if there is one and it has come as far as
 * `changeNumber`, else on the main server.
 */
export async function createWarmUpReader(
  main: Server,
  follower: Server | null,
  { id, changeNumber }: Pick<Store, 'id' | 'changeNumber'>,
): Promise<Pick<ProductReader, 'changed'>> {
  const { products } = main.reader(id);
  const found = await follower?.directory.findStore(id).catch(passUnavailable);
  if (follower === null || found === undefined || found === null || found.changeNumber < changeNumber) {
    return products;
  }
  const following = follower.reader(id).products;
  return {
    async changed(page) {
      const found = await following.changed(page).catch(passUnavailable);
      const isWhole = found !== null && found.damaged.length === 0;
      return isWhole ? found : await products.changed(page);
    },
  };
}

function passUnavailable(error: unknown): null {
  // A follower whose own disk is damaged is as good as away.
  if (error instanceof AppError && error.status === 503) return null;
  throw error;
}
