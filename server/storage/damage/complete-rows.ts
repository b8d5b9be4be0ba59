/**
 * Restores what must hold between rows after some of them were lost, in a repaired file and after a restore alike: no row names a lost
 * product, and counters are counted again. A whole database is not changed by it. It must run within a transaction that locks the
 * store; a statement that fails rolls all of it back. It never invents a product.
 */
// Tests: test/storage/repair.test.ts.
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import { productTables } from '../products/erasures.ts';
import { compiled } from '../snapshots/table-shapes.ts';

/** Statements for SQLite and PostgreSQL alike, in the order in which they run within a transaction of the store. */
export function completionsOf(storeId: string): RawBuilder<unknown>[] {
  return [
    ...removalsOf(storeId),
    // Such a product has the next change of its store, by which indexes find it.
    sql`
      update products set change_number = (select change_number + 1 from stores where id = ${storeId})
      where store_id = ${storeId} and change_number = 0`,
    recountOf(storeId),
    ...typeRecountsOf(storeId),
    sql`
      update collection_generations set member_count = places.members
      from (select generation.number, count(place.product_id) as members
        from collection_generations as generation left join collection_products as place
          on place.store_id = generation.store_id and place.generation = generation.number
        where generation.store_id = ${storeId} group by generation.number) as places
      where store_id = ${storeId} and collection_generations.number = places.number
        and member_count <> places.members`,
  ];
}

/** Inserts the directory's row if it is missing: no start succeeds without it. */
export const directoryCompletion: RawBuilder<unknown> = sql`
  insert into directory_state (id, version) select 1, 1 where not exists (select 1 from directory_state)`;

/** Completes all stores within one transaction, which may enter every store. */
export async function completeDatabase(
  { builder, enterStore }: Pick<Database, 'builder' | 'enterStore'>,
  transaction: Transaction,
): Promise<void> {
  for (const { id } of await transaction.query(builder.selectFrom('stores').select('id'))) {
    await completeStore({ builder, enterStore }, transaction, id);
  }
  await transaction.run(compiled(builder, directoryCompletion));
}

/** Completes each store in a transaction of its own, while others continue to write. Returns how many rows changed. */
export async function completeStores(database: Database): Promise<number> {
  let changed = 0;
  for (const { id } of await database.read(null, database.builder.selectFrom('stores').select('id'))) {
    changed += await database.exclusive(async (transaction) => {
      await transaction.lockStore(id);
      return await completeStore(database, transaction, id);
    });
  }
  return changed;
}

async function completeStore(
  { builder, enterStore }: Pick<Database, 'builder' | 'enterStore'>,
  transaction: Transaction,
  storeId: string,
): Promise<number> {
  await enterStore(transaction.query, storeId);
  let changed = 0;
  for (const statement of completionsOf(storeId)) {
    changed += await transaction.run(compiled(builder, statement));
  }
  return changed;
}

/** Deletes the rows of lost products that an erasure would delete: nothing else would ever remove them. */
function removalsOf(storeId: string): RawBuilder<unknown>[] {
  return Object.entries(productTables).flatMap(([table, { column, rule }]) => {
    if (rule === 'kept' || table === 'products') return [];
    const named = sql.ref(rule === 'by_external_id' ? 'external_id' : 'id');
    const further = rule === 'as_key' ? sql` and kind = 'product'` : sql``;
    return sql`
      delete from ${sql.table(table)} where store_id = ${storeId}${further} and not exists (
        select 1 from products as product
        where product.store_id = ${storeId} and product.${named} = ${sql.table(table)}.${sql.ref(column)})`;
  });
}

function recountOf(storeId: string): RawBuilder<unknown> {
  return sql`
    update stores set product_count = found.products, in_stock_count = found.in_stock,
      enrichment_count = found.enriched,
      change_number = case when found.last_change > change_number then found.last_change else change_number end
    from (select count(*) as products, coalesce(max(change_number), 0) as last_change,
        count(case when in_stock then 1 end) as in_stock,
        count(case when counts_as_enriched then 1 end) as enriched
      from products where store_id = ${storeId}) as found
    where id = ${storeId} and (product_count <> found.products or in_stock_count <> found.in_stock
      or enrichment_count <> found.enriched or change_number < found.last_change)`;
}

/** Recounts the products of each type. Writes nothing if every count is right. */
function typeRecountsOf(storeId: string): RawBuilder<unknown>[] {
  return [
    sql`
      delete from product_types where store_id = ${storeId} and not exists (
        select 1 from products where products.store_id = ${storeId} and product_type = product_types.name)`,
    sql`
      insert into product_types (store_id, name, products)
      select ${storeId}, product_type, count(*) from products
      where store_id = ${storeId} and product_type is not null group by product_type
      on conflict (store_id, name) do update set products = excluded.products
      where product_types.products <> excluded.products`,
  ];
}
