/**
 * An open transaction on one PostgreSQL connection. A use after its end throws: the connection then belongs to another caller.
 * Integers beyond a number's range, which only damage brings, become columns that throw when they are read. It retries nothing, and
 * waits at most 10 s for a lock. Inputs are trusted.
 */
// Tests: test/storage/postgres.test.ts, test/storage/transactions.test.ts.
import type { Compilable, Kysely } from 'kysely';
import type { ClientBase, FieldDef } from 'pg';
import { calculated, guardIntegers } from '../damage/stored-integers.ts';
import type { Transaction } from '../database.ts';
import type { Schema, StoreRow } from '../schema.ts';
import { takeEnrichments, writePhraseSets, writePhrases } from './enrichment-statements.ts';
import { deleteRows, insertRows, updateRows } from './insert-rows.ts';
import { largeIntegersParsed } from './pool-options.ts';
import {
  enqueueEnrichments,
  existingProducts,
  insertProductChanges,
  knownProducts,
  upsertProducts,
} from './product-statements.ts';

/** Runs a compiled query and returns its rows; their type is the query's, which the driver cannot know. */
export async function runQuery<Row>(client: ClientBase, query: Compilable<Row>): Promise<Row[]> {
  const { sql, parameters } = query.compile();
  const before = largeIntegersParsed();
  const { rows, fields } = await client.query<Row & object>(sql, [...parameters]);
  if (largeIntegersParsed() !== before) await guardRows(client, rows, fields);
  return rows;
}

interface AttributeRow {
  readonly table_id: number;
  readonly place: number;
  readonly table: string;
  readonly column: string;
}

const attributesSql = `
  select attrelid as table_id, attnum as place, attrelid::regclass::text as table, attname as column
  from pg_attribute where attrelid = any($1::oid[])`;

async function guardRows(
  client: ClientBase,
  rows: readonly object[],
  fields: readonly FieldDef[],
): Promise<void> {
  const tableIds = fields.map(({ tableID }) => tableID);
  const { rows: attributes } = await client.query<AttributeRow>(attributesSql, [tableIds]);
  const originOf = (name: string) => {
    const field = fields.find((one) => one.name === name);
    const isIt = ({ table_id, place }: AttributeRow) =>
      table_id === field?.tableID && place === field.columnID;
    return attributes.find(isIt) ?? { table: calculated, column: name };
  };
  for (const row of rows) guardIntegers(row, originOf);
}

/** Lock of members: "coll" in ASCII, beside the hash of a store. Stores with the same hash take turns. */
const membersLock = 0x636f6c6c;

const avoided = ['sort', 'incremental_sort', 'bitmapscan', 'seqscan', 'hashjoin', 'mergejoin'];

/** Statements that switch off sorting and scans wherever an index can do without them ({@link Planning.inIndexOrder}). */
export const inIndexOrder: string = avoided.map((step) => `set local enable_${step} = off`).join('; ');

/** Returns the transaction, the news to announce once it is committed, and a function that forbids its further use. */
export function openTransaction(
  client: ClientBase,
  builder: Kysely<Schema>,
): { transaction: Transaction; news: ReadonlySet<string>; end: () => void } {
  let open = true;
  const news = new Set<string>();
  function current(): ClientBase {
    if (!open) throw new Error('The transaction has ended; await every statement inside it.');
    return client;
  }
  const transaction: Transaction = {
    query: async (query) => await runQuery(current(), query),
    async run(statement) {
      const { sql, parameters } = statement.compile();
      return (await current().query(sql, [...parameters])).rowCount ?? 0;
    },
    async planInIndexOrder() {
      await current().query(inIndexOrder);
    },
    async lockStore(storeId) {
      const store = builder.selectFrom('stores').selectAll().where('id', '=', storeId);
      // Not `for update`: that would also hold up a new key of the store, which refers to the row.
      const rows: StoreRow[] = await runQuery(current(), store.forNoKeyUpdate());
      return rows[0];
    },
    async lockMembers(storeId) {
      await current().query('select pg_advisory_xact_lock($1, hashtext($2))', [membersLock, storeId]);
      // Only who deletes the store waits for a share of its key.
      const { rows } = await current().query('select 1 from stores where id = $1 for key share', [storeId]);
      return rows.length > 0;
    },
    existingProducts: async (storeId, externalIds) => await existingProducts(current(), storeId, externalIds),
    knownProducts: async (storeId, externalIds) => await knownProducts(current(), storeId, externalIds),
    async upsertProducts(storeId, writes, form) {
      await upsertProducts(current(), storeId, writes, form);
    },
    async enqueueEnrichments(storeId, jobs) {
      await enqueueEnrichments(current(), storeId, jobs);
    },
    async insertRows(insert) {
      await insertRows(current(), insert);
    },
    async updateRows(update) {
      await updateRows(current(), update);
    },
    async deleteRows(removal) {
      await deleteRows(current(), removal);
    },
    async insertProductChanges(storeId, changes, kept) {
      await insertProductChanges(current(), storeId, changes, kept);
    },
    announce(one) {
      news.add(one);
    },
    takeEnrichments: async (storeId, jobs) => await takeEnrichments(current(), storeId, jobs),
    writePhrases: async (storeId, writes, changeNumber) =>
      await writePhrases(current(), storeId, writes, changeNumber),
    async writePhraseSets(storeId, sets) {
      await writePhraseSets(current(), storeId, sets);
    },
  };
  return {
    transaction,
    news,
    end() {
      open = false;
    },
  };
}
