import type { Database, Transaction } from './database.ts';

/** Whether there is such a store; it is not deleted before the transaction ends, and its writers go on. */
export async function holdStore(
  { builder, engine }: Database,
  transaction: Transaction,
  storeId: string,
): Promise<boolean> {
  const store = builder.selectFrom('stores').select('id').where('id', '=', storeId);
  return (await transaction.query(engine === 'postgres' ? store.forKeyShare() : store)).length === 1;
}
