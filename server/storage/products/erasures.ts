/**
 * Erases products: the one list of tables whose rows name a product, and the statements over it. It runs under the store's lock
 * in the caller's transaction: an error leaves the products whole. An unknown product changes nothing. Daily figures are searched for 400
 * days, older ones are gone. It never erases a product of another store.
 */
// Tests: test/storage/erasures.test.ts, test/storage/repair.test.ts.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import { dayMicros, formatDay } from '../../clock.ts';
import type { Query, Transaction } from '../database.ts';
import { deleteSomeOf } from '../delete-some.ts';
import { typeCounts } from '../enrichment/type-counts.ts';
import { intentKey } from '../events/tables.ts';
import type { Schema } from '../schema.ts';
import type { ErasedProduct, ErasureReader, ErasureWriter } from './erasure-tables.ts';
import { readablePartColumns, toReadableParts } from './rows.ts';

/**
 * The rule for the rows of each tenant table that name a product, and the column that names it. A test compares this
 * list with the tables of the database.
 *
 * | rule | the rows |
 * | --- | --- |
 * | `by_external_id`, `by_id` | are deleted with the product |
 * | `by_day` | are deleted; their key leads with the day, so every day of the product is named |
 * | `as_key` | are deleted where `kind` is `product`, and where it is `intent` and the key begins with the product's |
 * | `kept` | stay until their time is over: a random id that names nothing any more, or a report about rows of a file |
 */
export const productTables = {
  products: { column: 'external_id', rule: 'by_external_id' },
  product_changes: { column: 'external_id', rule: 'by_external_id' },
  replaced_products: { column: 'external_id', rule: 'by_external_id' },
  enrichment_jobs: { column: 'product_id', rule: 'by_id' },
  phrase_sets: { column: 'product_id', rule: 'by_id' },
  collection_products: { column: 'product_id', rule: 'by_id' },
  member_keys: { column: 'product_id', rule: 'by_id' },
  product_days: { column: 'product_id', rule: 'by_day' },
  popularity: { column: 'key', rule: 'as_key' },
  product_erasures: { column: 'product_id', rule: 'kept' },
  events: { column: 'product_id', rule: 'kept' },
  import_failures: { column: 'external_id', rule: 'kept' },
} as const satisfies Partial<
  Record<keyof Schema, { readonly column: string; readonly rule: (typeof rules)[number] }>
>;

const rules = ['by_external_id', 'by_id', 'by_day', 'as_key', 'kept'] as const;

/** Creates the reader of one store’s erased products, and of the parts of a product that can still be read. */
export function erasureReads(builder: Kysely<Schema>, query: Query, storeId: string): ErasureReader {
  const products = builder.selectFrom('products').where('store_id', '=', storeId);
  return {
    async readableParts(externalId) {
      const [row] = await query(products.select(readablePartColumns).where('external_id', '=', externalId));
      return row === undefined ? null : toReadableParts(row);
    },
    async list({ after, upTo, limit }) {
      const erased = builder
        .selectFrom('product_erasures')
        .select(['change_number', 'product_id'])
        .where('store_id', '=', storeId)
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('change_number', 'product_id'), '>', tuple(after.changeNumber, after.productId)),
        )
        .where('change_number', '<=', upTo)
        .orderBy('change_number')
        .orderBy('product_id')
        .limit(limit);
      const rows = await query(erased);
      return rows.map((row) => ({ changeNumber: row.change_number, productId: row.product_id }));
    },
  };
}

/** Creates the eraser of one store’s products, within a transaction under the store’s lock. */
export function erasureWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): ErasureWriter {
  return {
    async erase(products, change) {
      if (products.length === 0) return;
      const ids = products.map(({ id }) => id);
      // The follower of changes may be about to make them members.
      await transaction.lockMembers(storeId);
      await forgetMembers(builder, transaction, storeId, ids);
      const types = typeCounts(builder, transaction, storeId);
      await types.move([...(await types.typesOf('id', ids)).values()].map((name) => [name, null] as const));
      for (const [table, { column, rule }] of Object.entries(productTables)) {
        if (rule === 'kept') continue;
        const named = rule === 'by_external_id' ? products.map(({ externalId }) => externalId) : ids;
        const remove = sql`
          delete from ${sql.table(table)}
          where store_id = ${storeId} and ${keyed(rule, column, named)}${further(rule, products, change.at)}`;
        await transaction.run({ compile: () => remove.compile(builder) });
      }
      const erased = ids.map((product_id) => ({
        ...{ store_id: storeId, change_number: change.number, product_id, at: change.at },
      }));
      await transaction.run(builder.insertInto('product_erasures').values(erased));
    },
    deleteBefore: ({ at, limit }) =>
      deleteSomeOf(
        builder,
        transaction,
        storeId,
      )({
        table: 'product_erasures',
        key: ['change_number', 'product_id'],
        where: sql`at < ${at}`,
        orderBy: sql`change_number`,
        limit,
      }),
  };
}

/** Returns the condition that finds the rows of a rule that name one of the products. */
function keyed(rule: string, column: string, named: readonly string[]): RawBuilder<unknown> {
  const isNamed = sql`${sql.ref(column)} in (${sql.join(named)})`;
  if (rule !== 'as_key') return isNamed;
  // What follows the space of an intent's key stands before what begins with the next character.
  const ofIntents = named.map(
    (id) =>
      sql`(kind = 'intent' and ${sql.ref(column)} > ${intentKey(id, '')} and ${sql.ref(column)} < ${`${id}!`})`,
  );
  return sql`(${sql.join([sql`(kind = 'product' and ${isNamed})`, ...ofIntents], sql` or `)})`;
}

/** Returns a further condition for the rows of a rule, so that they are looked up by their key. */
function further(rule: string, products: readonly ErasedProduct[], now: number): RawBuilder<unknown> {
  return rule === 'by_day' ? sql` and day in (${sql.join(daysOf(products, now))})` : sql``;
}

/** Takes the products' places out of the counts of generations; the rows themselves go with all others. */
async function forgetMembers(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
  productIds: readonly string[],
): Promise<void> {
  const places = builder
    .selectFrom('collection_products')
    .where('store_id', '=', storeId)
    .where('product_id', 'in', productIds);
  const ofGeneration = sql<number>`(
    select count(*) from collection_products
    where store_id = ${storeId} and product_id in (${sql.join(productIds)})
      and generation = collection_generations.number)`;
  const update = builder
    .updateTable('collection_generations')
    .set({ member_count: sql<number>`member_count - ${ofGeneration}` })
    .where('store_id', '=', storeId)
    .where('number', 'in', places.select('generation'));
  await transaction.run(update);
}

/** The days on which one of the products can have been counted; older figures are gone. */
function daysOf(products: readonly ErasedProduct[], now: number): string[] {
  const createdAt = products.reduce((first, product) => Math.min(first, product.createdAt), now);
  const oldest = now - limits.searchStatisticsDays * dayMicros;
  // Clocks of nodes may differ.
  const first = Math.min(Math.max(createdAt, oldest), now) - dayMicros;
  const days: string[] = [];
  for (let at = first; at <= now + dayMicros; at += dayMicros) days.push(formatDay(at));
  return days;
}
