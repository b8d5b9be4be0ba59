/**
 * Reads and writes the changes of one store's products, and the runs that wrote them. Every statement names the store. It decides no
 * retention: callers pass times (microseconds since 1970) and counts, and a deletion takes at most `limit` rows. A run that is gone
 * is null.
 */
// Tests: test/storage/insight.test.ts.
import { type Kysely, sql } from 'kysely';
import type { Query, Transaction } from '../database.ts';
import { deleteSomeOf } from '../delete-some.ts';
import { type RunName, runName } from '../imports/tables.ts';
import type { Schema } from '../schema.ts';
import { runIdRange, sameRun } from './run-ids.ts';
import { type ProductReader, type ProductWriter, productChanges, type RecordedChange } from './tables.ts';

export function historyReads(
  builder: Kysely<Schema>,
  query: Query,
  storeId: string,
): Pick<ProductReader, 'recordedChanges' | 'runs'> {
  const imports = builder.selectFrom('imports').where('store_id', '=', storeId);
  async function runNamed(stored: string | null | undefined): Promise<RunName | null> {
    if (stored === null || stored === undefined) return null;
    const [least, greatest] = runIdRange(stored);
    const run = imports.select(runName.names).where('id', '>=', least).where('id', '<=', greatest);
    const [row] = await query(run.limit(1));
    return row === undefined ? null : runName.decode(row);
  }
  return {
    async recordedChanges(externalId, { before, limit }) {
      const runs = imports.select(runName.names).as('runs');
      const changes = builder
        .selectFrom('product_changes')
        .leftJoin(runs, 'runs.id', 'product_changes.run_id')
        .select(['change_number', 'at', 'kind', 'fields', 'runs.id', 'runs.source', 'runs.filename'])
        .where('product_changes.store_id', '=', storeId)
        .where('external_id', '=', externalId);
      const older = before === null ? changes : changes.where('change_number', '<', before);
      return (await query(older.orderBy('change_number', 'desc').limit(limit))).map(toRecordedChange);
    },
    async runs(externalId) {
      const product = builder
        .selectFrom('products')
        .select(['run_id', 'created_run_id'])
        .where('store_id', '=', storeId)
        .where('external_id', '=', externalId);
      const [row] = await query(product);
      const lastRun = await runNamed(row?.run_id);
      const isSame = row?.created_run_id === sameRun || row?.created_run_id === row?.run_id;
      return { created: isSame ? lastRun : await runNamed(row?.created_run_id), last: lastRun };
    },
  };
}

/** The columns of a change but for its run. */
const changeRecord = productChanges.pick('change_number', 'at', 'kind', 'fields');

/** An import as an outer join gives it. */
type JoinedRun = { readonly [Name in keyof RunName]: RunName[Name] | null };

function toRecordedChange(row: Parameters<typeof changeRecord.decode>[0] & JoinedRun): RecordedChange {
  const { id, source, filename } = row;
  const run = id === null || source === null ? null : { id, source, filename: filename ?? '' };
  return { ...changeRecord.decode(row), run };
}

export function historyWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): Pick<ProductWriter, 'insertChanges' | 'deleteChangesBefore'> {
  const deleteSome = deleteSomeOf(builder, transaction, storeId);
  return {
    insertChanges: (changes, kept) => transaction.insertProductChanges(storeId, changes, kept),
    deleteChangesBefore: ({ at, limit }) =>
      deleteSome({
        table: 'product_changes',
        key: ['external_id', 'change_number'],
        limit,
        where: sql`at < ${at}`,
        orderBy: sql`at`,
      }),
  };
}
