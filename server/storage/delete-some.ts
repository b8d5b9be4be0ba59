/**
 * Deletes old rows of a store, at most `limit` a call, so that other writes of the store come in between. The caller's transaction
 * commits them. It never deletes rows of another store, and returns less than `limit` only when none are left. Units are rows; a
 * statement that fails rejects, and the caller's transaction is rolled back.
 */
// Tests: test/storage/store-deletions.test.ts.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Transaction } from './database.ts';
import type { Schema } from './schema.ts';
import { compiled } from './snapshots/table-shapes.ts';

/** Rows of one table that may be deleted. */
export interface DeletableRows<Table extends keyof Schema> {
  readonly table: Table;
  /** Columns that identify a row within its store. */
  readonly key: readonly (keyof Schema[Table] & string)[];
  readonly where: RawBuilder<unknown>;
  /** The order of deletion, by columns of an index; without it, any order. */
  readonly orderBy?: RawBuilder<unknown>;
  readonly limit: number;
}

/** Deletes such rows of one store, and returns how many, at most `limit`. */
export type DeleteSome = <Table extends keyof Schema>(rows: DeletableRows<Table>) => Promise<number>;

/** Deletes rows of the store in its transaction. */
export function deleteSomeOf(builder: Kysely<Schema>, transaction: Transaction, storeId: string): DeleteSome {
  return ({ table, key, where, orderBy, limit }) => {
    const columns = sql.join(key.map((column) => sql.ref(column)));
    const order = orderBy === undefined ? sql`` : sql`order by ${orderBy}`;
    const statement = sql<object>`
      delete from ${sql.table(table)} where store_id = ${storeId} and (${columns}) in (
        select ${columns} from ${sql.table(table)}
        where store_id = ${storeId} and ${where} ${order} limit ${limit})`;
    return transaction.run(compiled(builder, statement));
  };
}
