/**
 * Counts how many products of a store have which type. Counts move where types are written, under the store's lock, so that the table
 * of types never lags behind the products and is never rebuilt from all of them. It must run under the store's lock, once for each
 * write. A count of 0 is deleted; inputs are trusted.
 */
// Tests: test/storage/enrichment.test.ts.
import type { Kysely } from 'kysely';
import type { Transaction } from '../database.ts';
import { inChunks } from '../in-chunks.ts';
import type { Schema } from '../schema.ts';

/** Types by the names of products; a product without a type, or that does not exist, is absent. */
export type TypesById = ReadonlyMap<string, string>;

/** Counting within a transaction of one store. */
export interface TypeCounts {
  /** The present types of these products, which are named by `column`. */
  typesOf(column: 'id' | 'external_id', values: readonly string[]): Promise<TypesById>;
  /** Subtracts one from the type `from` and adds one to the type `to` for each product; null: no type. */
  move(changes: Iterable<readonly [from: string | null, to: string | null]>): Promise<void>;
}

/** Creates the counter of one store’s types, within a transaction under the store’s lock. */
export function typeCounts(builder: Kysely<Schema>, transaction: Transaction, storeId: string): TypeCounts {
  return {
    async typesOf(column, values) {
      const typed = builder
        .selectFrom('products')
        .select([`${column} as name`, 'product_type'])
        .where('store_id', '=', storeId);
      const rows = await inChunks(values, (some) => transaction.query(typed.where(column, 'in', some)));
      // The statement has no condition on the type: with one, a database might read the whole store by the index of types.
      return new Map(
        rows.flatMap((row) => (row.product_type === null ? [] : [[row.name, row.product_type]])),
      );
    },
    async move(changes) {
      const differences = new Map<string, number>();
      const add = (name: string | null, count: number) => {
        if (name !== null) differences.set(name, (differences.get(name) ?? 0) + count);
      };
      for (const [from, to] of changes) {
        add(from, -1);
        add(to, 1);
      }
      const rows = [...differences].filter(([, count]) => count !== 0);
      if (rows.length === 0) return;
      await transaction.insertRows({
        table: 'product_types',
        columns: [
          ['store_id', 'text'],
          ['name', 'text'],
          ['products', 'bigint'],
        ],
        rows: rows.map(([name, count]) => [storeId, name, count]),
        key: ['store_id', 'name'],
        replaces: [],
        adds: ['products'],
      });
      const fewer = rows.flatMap(([name, count]) => (count < 0 ? [name] : []));
      const none = builder
        .deleteFrom('product_types')
        .where('store_id', '=', storeId)
        .where('products', '<=', 0);
      await inChunks(fewer, async (some) => {
        await transaction.run(none.where('name', 'in', some));
        return [];
      });
    },
  };
}
