/**
 * Stores the keys by which members are ordered once for each product, with an index for each order: a new price then writes one row,
 * however many collections hold the product. Memberships keep the columns that nodes of the version before read and write. It may take
 * minutes for large collections; no member is lost. A failure rolls all of it back. It never changes which products a collection
 * holds. Times are microseconds, prices whole numbers that sort.
 */
// Tests: test/api/dashboard-members.test.ts.
import { sql } from 'kysely';
import { compiled } from '../snapshots/table-shapes.ts';
import { addColumns, createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the table of what is there, and notes that generations are followed as far as they were. */
export async function memberKeys(step: MigrationStep): Promise<void> {
  const { builder, engine, transaction } = step;
  const run = (statement: ReturnType<typeof sql>) => transaction.run(compiled(builder, statement));
  await createTenantTable(step, {
    name: 'member_keys',
    columns: [
      ...(['store_id text', 'product_id text', 'in_stock flag'] as const),
      ...(['title_key text', 'price_key count', 'created_at count'] as const),
    ],
    key: ['store_id', 'product_id'],
    indexes: [
      ['store_id', 'in_stock', 'title_key', 'product_id'],
      ['store_id', 'in_stock', 'price_key', 'product_id'],
      ['store_id', 'in_stock', 'created_at', 'product_id'],
    ],
  });
  await addColumns(step, {
    name: 'collection_generations',
    columns: ['keyed_change count', 'keyed_external_id text'],
    defaults: { keyed_change: '-1', keyed_external_id: '' },
  });
  await addColumns(step, {
    name: 'collection_stores',
    columns: ['keyed_version count', 'keyed_change count'],
    defaults: { keyed_version: '-1', keyed_change: '-1' },
  });
  await run(
    sql`update collection_stores set keyed_version = followed_version, keyed_change = followed_change`,
  );
  // A migration owns the tables, and enters every store at once.
  const entered = ['collection_products', 'collection_generations', 'member_keys'].map((name) =>
    sql.id(name),
  );
  if (engine === 'postgres') {
    for (const table of entered) await run(sql`alter table ${table} no force row level security`);
  }
  await run(sql`
    insert into member_keys (store_id, product_id, in_stock, title_key, price_key, created_at)
    select store_id, product_id, in_stock, title_key, price_key, created_at
    from (
      select *, row_number() over (
        partition by store_id, product_id order by generation desc, from_at desc) as place
      from collection_products) as placed
    where place = 1`);
  await run(sql`
    update collection_generations set keyed_change = seen_change, keyed_external_id = seen_external_id
    where store_id in (select id from stores)`);
  if (engine === 'postgres') {
    for (const table of entered) await run(sql`alter table ${table} force row level security`);
  }
  for (const key of ['title_key', 'price_key', 'created_at']) {
    await run(
      sql`drop index ${sql.id(`collection_products_by_store_id_generation_in_stock_${key}_product_id`)}`,
    );
  }
  await run(sql`
    create index collection_products_by_generation
    on collection_products (store_id, generation, product_id, from_at, until_at)`);
}
