/**
 * Rewrites rows of an earlier version in their short form (record 0051): a stretch of a store at a time, in the order of their ids.
 * The store's row says how far it came, in the same transaction, so that it can stop anywhere. It never changes a product, and
 * announces nothing. A row that cannot be read stays as it is. A stretch has at most 4 MiB and the caller's `limit` of rows.
 */
// Tests: test/storage/short-rows.test.ts.
import type { Kysely } from 'kysely';
import { shortHash } from '../../catalog/source-hash.ts';
import type { Transaction } from '../database.ts';
import { readPage } from '../read-page.ts';
import type { Schema } from '../schema.ts';
import type { RowOf } from '../table.ts';
import { packRaw } from './pack-raw.ts';
import type { RowForm } from './row-form.ts';
import { attributesOf, rawColumns } from './row-raw.ts';
import { longProductTexts } from './rows.ts';
import { sameRun, shortRunId } from './run-ids.ts';
import type { ProductWriter, products } from './tables.ts';

/** The value of `stores.shortened_to` once all rows are short; else it is a place: `after` and an id. */
const allShort = 'all';
const after = 'after ';

const changedColumns = ['raw', 'content_hash', 'source_hash', 'run_id', 'created_run_id'] as const;
type PlainRow = Pick<
  RowOf<typeof products.columns>,
  (typeof rawColumns)[number] | (typeof changedColumns)[number]
>;

export function shortRowWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  { storeId, rowForm }: { readonly storeId: string; readonly rowForm: RowForm },
): Pick<ProductWriter, 'shortenRows'> {
  const { query } = transaction;
  return {
    async shortenRows(limit) {
      const [store] = await query(
        builder.selectFrom('stores').select('shortened_to').where('id', '=', storeId),
      );
      const place = store?.shortened_to ?? after;
      if (!place.startsWith(after) || !(await rowForm(query))) return false;
      // Without counts of a new table PostgreSQL would sort all of the store for each stretch.
      await transaction.planInIndexOrder();
      const stretch = builder
        .selectFrom('products')
        .select([...rawColumns, ...changedColumns])
        .where('store_id', '=', storeId)
        .where('external_id', '>', place.slice(after.length))
        .orderBy('external_id');
      const texts = [...longProductTexts, 'products.raw'];
      const { rows, isMore } = await readPage({ builder, query }, stretch, { limit, texts });
      await transaction.updateRows({
        table: 'products',
        storeId,
        find: ['external_id', 'text'],
        sets: changedColumns.map((name) => [name, 'text'] as const),
        rows: rows.flatMap(shortened),
      });
      const last = isMore ? rows.at(-1) : undefined;
      const shortened_to = last === undefined ? allShort : `${after}${last.external_id}`;
      await transaction.run(builder.updateTable('stores').set({ shortened_to }).where('id', '=', storeId));
      return isMore;
    },
  };
}

/** The id and {@link changedColumns}; none where the row is short already, or its attributes cannot be read. */
function shortened(row: PlainRow): (string | null)[][] {
  const attributes = attributesOf(row.attributes);
  if (attributes === null) return [];
  const { run_id: last, created_run_id: first } = row;
  const name = (id: string | null) => (id === null ? null : shortRunId(id));
  const short = {
    raw: packRaw(row.raw, { ...row, attributes }),
    content_hash: shortHash(row.content_hash),
    source_hash: shortHash(row.source_hash),
    run_id: name(last),
    created_run_id: first !== null && first === last ? sameRun : name(first),
  };
  const isShort = changedColumns.every((column) => short[column] === row[column]);
  return isShort ? [] : [[row.external_id, ...changedColumns.map((column) => short[column])]];
}
