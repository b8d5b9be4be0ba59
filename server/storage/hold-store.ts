// Tests: test/storage/transactions.test.ts.
import type { Database, Transaction } from './database.ts';

/** Whether the store exists. Keeps it from being deleted until the transaction ends, without blocking its writers. */
export async function holdStore(
  { builder, engine }: Database,
  transaction: Transaction,
  storeId: string,
): Promise<boolean> {
  const store = builder.selectFrom('stores').select('id').where('id', '=', storeId);
  return (await transaction.query(engine === 'postgres' ? store.forKeyShare() : store)).length === 1;
}
