/**
 * Removes rows that no reader can decode, so that the rest of their store can be read again. A row stays if only integers are too
 * large: they are replaced. Each row is passed to `keep` before it changes, in a transaction of its own; a row that was written again
 * meanwhile is left alone. It never touches a row that can be read, and runs only when an operator asks for it; an error of `keep`
 * leaves the row as it is. Units are rows, one a transaction.
 */
// Tests: test/storage/repair.test.ts.
import { type RawBuilder, sql } from 'kysely';
import { timeOfId } from '../../ids.ts';
import type { Database, Transaction } from '../database.ts';
import { erasureWrites } from '../products/erasures.ts';
import { findAllDamage } from '../schema.ts';
import type { Loss, StoredValue, TableShape } from '../snapshots/snapshot.ts';
import { compiled } from '../snapshots/table-shapes.ts';
import type { Storage } from '../storage.ts';
import { openedRow } from './damage.ts';
import { replaceableTexts, replacementFor } from './replace-damaged.ts';

/** Implements {@link Storage.removeUnreadable}. */
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
  // The row was written again meanwhile.
  if (row === undefined || findAllDamage(shape.name, row).length === 0) return false;
  const values = openedRow(row) as typeof row;
  await keep(values, loss);
  const place = { builder, table: shape.name, isIt, row: values };
  const right = rightValues(shape.name, row, values);
  if (shape.name === 'stores') await recountStore(place, transaction);
  else if (right !== null) await setValues(place, transaction, loss.storeId, right);
  else if (shape.name === 'products' && loss.storeId !== null) {
    await eraseProduct({ builder, now }, transaction, loss.storeId, values);
  } else await transaction.run(compiled(builder, sql`delete from ${table} where ${isIt}`));
  return true;
}

/** Added to the newest change number of products where the store's own is lost, since settings use change numbers too. Chosen: more than any store's. */
const changesAhead = 1_000_000;

/** A row by the condition that finds it, as it was. */
interface FoundRow extends Pick<Database, 'builder'> {
  readonly table: string;
  readonly isIt: RawBuilder<unknown>;
  readonly row: Readonly<Record<string, StoredValue>>;
}

/** The values that replace damaged ones; null if one of them is not known. */
function rightValues(
  table: string,
  read: Readonly<Record<string, StoredValue>>,
  row: FoundRow['row'],
): Map<string, ReturnType<typeof replacementFor>> | null {
  const right = new Map<string, ReturnType<typeof replacementFor>>();
  for (const { column } of findAllDamage(table, read)) {
    const value = column === null ? undefined : replacementFor(table, column, row);
    if (column === null || value === undefined) return null;
    right.set(column, value);
  }
  return right;
}

/** Sets values of a row. A product gets the next change number of its store, so that indexes read it again. */
async function setValues(
  { builder, table, isIt }: FoundRow,
  transaction: Transaction,
  storeId: string | null,
  right: ReadonlyMap<string, ReturnType<typeof replacementFor>>,
): Promise<void> {
  const sets = Array.from(right, ([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await transaction.run(
    compiled(builder, sql`update ${sql.table(table)} set ${sql.join(sets)} where ${isIt}`),
  );
  if (table !== 'products' || storeId === null) return;
  const next = sql`update stores set change_number = change_number + 1 where id = ${storeId}`;
  await transaction.run(compiled(builder, next));
  const number = sql`(select change_number from stores where id = ${storeId})`;
  await transaction.run(
    compiled(
      builder,
      sql`update products set change_number = ${number} where store_id = ${storeId} and ${isIt}`,
    ),
  );
  transaction.announce(storeId);
}

/** Keeps the row of a store, and replaces the values in it that cannot be read. */
async function recountStore({ builder, row }: FoundRow, transaction: Transaction): Promise<void> {
  const id = String(row.id);
  const products = sql`from products where store_id = ${id}`;
  const isNumber = (column: string) => Number.isSafeInteger(Number(row[column]));
  await transaction.run(
    builder
      .updateTable('stores')
      .where('id', '=', id)
      .set({
        product_count: sql`(select count(*) ${products})`,
        in_stock_count: sql`(select count(*) ${products} and in_stock)`,
        enrichment_count: sql`(select count(*) ${products} and counts_as_enriched)`,
        failure_bytes: sql`(select coalesce(sum(failure_bytes), 0) from imports where store_id = ${id})`,
        ...Object.fromEntries(
          replaceableTexts('stores', row).map(({ column }) => [
            column,
            replacementFor('stores', column ?? '', row),
          ]),
        ),
        ...(isNumber('created_at') ? {} : { created_at: timeOfId(id) ?? 0 }),
        ...(isNumber('change_number')
          ? {}
          : {
              change_number: sql`${sql.lit(changesAhead)} + (
                select coalesce(max(change_number), 0) ${products} and change_number <= ${sql.lit(Number.MAX_SAFE_INTEGER)})`,
            }),
      }),
  );
  transaction.announce(id);
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
    createdAt: timeOfId(String(row.id)) ?? 0,
  };
  await erasureWrites(builder, transaction, storeId).erase([product], change);
  await transaction.run(builder.deleteFrom('shared_indexes').where('store_id', '=', storeId));
  transaction.announce(storeId);
}
