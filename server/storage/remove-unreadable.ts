/** Takes rows that no reader can decode out of their tables, so that the rest of their store is read again. */
import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';
import { erasureWrites } from './erasure-statements.ts';
import { findDamage } from './json-columns.ts';
import type { Loss, StoredValue, TableShape } from './snapshot.ts';
import type { Storage } from './storage.ts';
import { compiled } from './table-shapes.ts';

/** As of {@link Storage.removeUnreadable}. */
export const removeUnreadable = async (
  database: Database,
  ...[losses, keep]: Parameters<Storage['removeUnreadable']>
): Promise<number> => {
  const shapes = await database.snapshot(({ query }) => database.describe(query));
  let count = 0;
  for (const loss of losses) {
    const shape = shapes.find(({ name }) => name === loss.table);
    if (shape === undefined || loss.key === null) continue;
    const isGone = await database.transaction(loss.storeId, (transaction) =>
      removeRow(database, transaction, { shape, loss, key: loss.key ?? [], keep }),
    );
    if (isGone) count += 1;
  }
  return count;
};

interface Removal {
  readonly shape: TableShape;
  readonly loss: Loss;
  readonly key: readonly StoredValue[];
  readonly keep: Parameters<Storage['removeUnreadable']>[1];
}

async function removeRow(
  { builder, now }: Database,
  transaction: Transaction,
  { shape, loss, key, keep }: Removal,
): Promise<boolean> {
  if (loss.storeId !== null) await transaction.lockStore(loss.storeId);
  const table = sql.table(shape.name);
  const conditions = shape.key.map((column, place) => sql`${sql.ref(column)} = ${key[place]}`);
  const isIt = sql.join(conditions, sql` and `);
  const [row] = await transaction.query(
    compiled(builder, sql<Record<string, StoredValue>>`select * from ${table} where ${isIt}`),
  );
  // Somebody wrote it again.
  if (row === undefined || findDamage(shape.name, row) === null) return false;
  await keep(row, loss);
  if (shape.name === 'products' && loss.storeId !== null) {
    await eraseProduct({ builder, now }, transaction, loss.storeId, row);
  } else await transaction.run(compiled(builder, sql`delete from ${table} where ${isIt}`));
  return true;
}

/**
 * No row names the product any more, the store counts one less, and its indexes take the product out, on every node and
 * where they were saved before.
 */
async function eraseProduct(
  { builder, now }: Pick<Database, 'builder' | 'now'>,
  transaction: Transaction,
  storeId: string,
  row: Readonly<Record<string, StoredValue>>,
): Promise<void> {
  await transaction.run(
    builder
      .updateTable('stores')
      .where('id', '=', storeId)
      .set((eb) => ({
        change_number: eb('change_number', '+', 1),
        product_count: eb('product_count', '-', 1),
        in_stock_count: eb('in_stock_count', '-', Number(row.in_stock)),
        enrichment_count: eb('enrichment_count', '-', Number(row.counts_as_enriched)),
      })),
  );
  const [change] = await transaction.query(
    builder
      .selectFrom('stores')
      .where('id', '=', storeId)
      .select(['change_number as number', now.as('at')]),
  );
  if (change === undefined) throw new Error(`The store ${storeId} has products and no row.`);
  const product = {
    externalId: String(row.external_id),
    id: String(row.id),
    createdAt: Number(row.created_at),
  };
  await erasureWrites(builder, transaction, storeId).eraseProduct(product, change);
  await transaction.run(builder.deleteFrom('shared_indexes').where('store_id', '=', storeId));
  transaction.announce(storeId);
}
