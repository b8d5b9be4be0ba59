/** The merchandising of one store between merchandising.ts and its table. */

import type { Kysely, Selectable } from 'kysely';
import type { Query, Transaction } from './database.ts';
import { readJson } from './json-columns.ts';
import type {
  MerchandisingReader,
  MerchandisingWriter,
  NamableProduct,
  StoreMerchandising,
} from './merchandising.ts';
import type { MerchandisingSetsTable } from './merchandising-tables.ts';
import type { ProductsTable, Schema } from './schema.ts';

/** Ids in one `in (…)` list: chosen, as for products. */
const idsPerStatement = 500;

export function merchandisingReads(
  builder: Kysely<Schema>,
  query: Query,
  storeId: string,
): MerchandisingReader {
  const set = builder.selectFrom('merchandising_sets').selectAll().where('store_id', '=', storeId);
  const products = builder
    .selectFrom('products')
    .select(['id', 'external_id', 'brand', 'category'])
    .where('store_id', '=', storeId);
  return {
    async merchandising() {
      const [row] = await query(set);
      return toStoreMerchandising(row);
    },
    async changedMerchandising(after) {
      const [row] = await query(set.where('change_number', '>', after));
      return row === undefined ? null : toStoreMerchandising(row);
    },
    async namableProducts({ after, limit }) {
      const rest = after === null ? products : products.where('external_id', '>', after);
      return (await query(rest.orderBy('external_id').limit(limit))).map(toNamable);
    },
    async namedProducts(externalIds) {
      const found: NamableProduct[] = [];
      for (let start = 0; start < externalIds.length; start += idsPerStatement) {
        const ids = externalIds.slice(start, start + idsPerStatement);
        found.push(...(await query(products.where('external_id', 'in', ids))).map(toNamable));
      }
      return found;
    },
  };
}

export function merchandisingWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): MerchandisingWriter {
  return {
    async replaceMerchandising({ changeNumber, updatedAt, rules }) {
      const values = { change_number: changeNumber, updated_at: updatedAt, rules: JSON.stringify(rules) };
      const upsert = builder
        .insertInto('merchandising_sets')
        .values({ store_id: storeId, ...values })
        .onConflict((conflict) => conflict.column('store_id').doUpdateSet(values));
      await transaction.run(upsert);
    },
  };
}

/** What a store without a row has: no rules. */
function toStoreMerchandising(row: Selectable<MerchandisingSetsTable> | undefined): StoreMerchandising {
  if (row === undefined) return { rules: [], changeNumber: 0, updatedAt: null };
  return {
    rules: readJson('merchandising_sets', row, 'rules'),
    changeNumber: row.change_number,
    updatedAt: row.updated_at,
  };
}

type NamableRow = Pick<Selectable<ProductsTable>, 'id' | 'external_id' | 'brand' | 'category'>;

function toNamable({ id, external_id: externalId, brand, category }: NamableRow): NamableProduct {
  return { id, externalId, brand, category };
}
