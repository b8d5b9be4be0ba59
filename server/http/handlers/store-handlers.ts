/**
 * The operations about a store itself that an HTTP thread does. Deleting begins at once and cannot be taken back; rows follow in steps
 * of 1,000. A wrong name in the body is refused, an unknown store is 404.
 */
// Tests: test/api/dashboard-store.test.ts.
import type { storeOperations } from '../../../contract/stores.ts';
import { notFound } from '../../errors.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import { presentStore } from '../../resources/stores/present-store.ts';
import type { Services } from '../services.ts';

/** A handler for each operation. */
export function storeHandlers({
  storage,
  readers,
  pipeline,
}: Services): OperationHandlers<typeof storeOperations, 'http'> {
  return {
    async showSettings({ storeId }) {
      const store = await storage.directory.findStore(storeId);
      if (store === null) throw notFound('store');
      return { store: presentStore(store) };
    },
    async deleteStore({ storeId, actor, body: { name } }) {
      const counts = await readers.countRows(storeId);
      const person = actor !== null && actor.email !== null ? { name: actor.name, email: actor.email } : null;
      await pipeline.changeAccounts('deleteStore', { storeId, name, actor: person });
      const { products = 0, feeds = 0, ...others } = counts;
      return {
        message: 'The store is deleted. What it held is being removed.',
        deleted: { store: storeId, products, feeds, ...others },
      };
    },
  };
}
