/**
 * Reads and writes what the runs of one store replaced. Of a row only the columns are kept that the run changed: the product has the
 * others still, as long as nothing else has changed it. Every statement names the store. It must write under the store's lock, and
 * never writes a product. A page has at most 4 MiB; a row that cannot be read is passed over.
 */
// Tests: test/storage/replaced-products.test.ts.
import { type Kysely, sql } from 'kysely';
import { decodeTolerantly } from '../damage/damage.ts';
import type { Query, Transaction } from '../database.ts';
import { deleteSomeOf } from '../delete-some.ts';
import { chunksOf } from '../in-chunks.ts';
import type { RowForm } from '../products/row-form.ts';
import { runBeginning, runsFrom, shortRunId } from '../products/run-ids.ts';
import type { ProductWrite, WholeProduct } from '../products/tables.ts';
import {
  rememberProductValues,
  toOfferValues,
  writtenOffer,
  writtenProduct,
} from '../products/written-rows.ts';
import { readPage } from '../read-page.ts';
import type { Schema } from '../schema.ts';
import { insertOf } from '../snapshots/insert-rows.ts';
import type { StoredValue } from '../snapshots/snapshot.ts';
import {
  type ReplacedProduct,
  type ReplacedReader,
  type ReplacedWriter,
  type RowPart,
  replacedProducts,
} from './tables.ts';

/** Creates the reader of what runs of one store replaced. */
export function replacedReads(builder: Kysely<Schema>, query: Query, storeId: string): ReplacedReader {
  return {
    async page(runId, { after, limit }) {
      const rows = builder
        .selectFrom('replaced_products')
        .select(replacedProducts.names)
        .where('store_id', '=', storeId)
        .where('run', '=', runBeginning(runId))
        .orderBy('external_id');
      const rest = after === null ? rows : rows.where('external_id', '>', after);
      const bounds = { limit, texts: ['replaced_products.before'] };
      const page = await readPage({ builder, query }, rest, bounds);
      const last = page.rows.at(-1)?.external_id ?? null;
      return { rows: decodeTolerantly(page.rows, replacedProducts.decode).values, last, isMore: page.isMore };
    },
  };
}

/** Creates the writer of what runs of one store replaced, within a transaction under the store's lock. */
export function replacedWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  { storeId, rowForm }: { readonly storeId: string; readonly rowForm: RowForm },
): ReplacedWriter {
  const ofStore = builder.selectFrom('replaced_products').where('store_id', '=', storeId);
  const insert = (records: readonly ReplacedProduct[], replaces: readonly ReplacedColumn[] = []) =>
    transaction.insertRows(insertOf(replacedProducts, { storeId, records, replaces }));

  /** Rows that the run keeps already, because it writes a product for the second time. */
  async function keptBefore(runId: string, externalIds: readonly string[]): Promise<ReplacedProduct[]> {
    const kept: ReplacedProduct[] = [];
    for (const ids of chunksOf(externalIds)) {
      const rows = ofStore.select(replacedProducts.names).where('run', '=', runBeginning(runId));
      const found = await transaction.query(rows.where('external_id', 'in', ids));
      kept.push(...decodeTolerantly(found, replacedProducts.decode).values);
    }
    return kept;
  }

  return {
    async keep({ id, changeNumber }, replacements) {
      const isShort = await rowForm(transaction.query);
      const run = runBeginning(id);
      const again = replacements.filter(({ before }) =>
        [id, shortRunId(id)].some((name) => before?.row.run_id === name),
      );
      const first = new Map(
        (
          await keptBefore(
            id,
            again.map(({ externalId }) => externalId),
          )
        ).map((row) => [row.externalId, row]),
      );
      const records = replacements.map(({ externalId, before, after }): ReplacedProduct => {
        const own = {
          ...{ run, externalId, changeNumber },
          beforeChange: before?.catalogChange ?? null,
          before: before === null ? null : partBefore(before.row, after, isShort),
        };
        const earlier = first.get(externalId);
        return earlier === undefined ? own : { ...joined(own, earlier), changeNumber };
      });
      await insert(records, first.size === 0 ? [] : ['change_number', 'before_change', 'before']);
    },
    ...chainWrites(builder, transaction, storeId),
    async delete(rows) {
      await transaction.deleteRows({
        table: 'replaced_products',
        storeId,
        find: ['run', 'text'],
        and: [['external_id', 'text']],
        rows: rows.map(({ run, externalId }) => [run, externalId]),
      });
    },
    deleteBefore: ({ at, limit }) =>
      deleteSomeOf(
        builder,
        transaction,
        storeId,
      )({
        table: 'replaced_products',
        key: ['run', 'external_id'],
        where: sql`run < ${runsFrom(at)}`,
        orderBy: sql`run, external_id`,
        limit,
      }),
  };
}

type ReplacedColumn = (typeof replacedProducts.names)[number];

/** Creates the writes that keep the runs of a product in a chain: each replaced what the one before it left. */
function chainWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): Pick<ReplacedWriter, 'moveChange' | 'leaveOut'> {
  return {
    async moveChange(restored, changeNumber) {
      for (const [before, rows] of Map.groupBy(restored, ({ beforeChange }) => beforeChange)) {
        if (before === null) continue;
        for (const some of chunksOf(rows)) {
          const update = builder
            .updateTable('replaced_products')
            .set({ change_number: changeNumber })
            .where('store_id', '=', storeId)
            .where('change_number', '=', before)
            .where(
              'external_id',
              'in',
              some.map(({ externalId }) => externalId),
            );
          await transaction.run(update);
        }
      }
    },
    async leaveOut(changedSince) {
      for (const [change, rows] of Map.groupBy(changedSince, ({ changeNumber }) => changeNumber)) {
        const byId = new Map(rows.map((row) => [row.externalId, row]));
        for (const ids of chunksOf([...byId.keys()])) {
          const next = builder
            .selectFrom('replaced_products')
            .where('store_id', '=', storeId)
            .select(replacedProducts.names)
            .where('before_change', '=', change)
            .where('external_id', 'in', ids);
          const found = decodeTolerantly(await transaction.query(next), replacedProducts.decode).values;
          const records = found.map((later) => joined(later, byId.get(later.externalId) ?? later));
          if (records.length > 0)
            await transaction.insertRows(
              insertOf(replacedProducts, { storeId, records, replaces: ['before_change', 'before'] }),
            );
        }
      }
    },
  };
}

/** Returns what the later of two changes in a row replaced, as if the earlier had not been. */
function joined(later: ReplacedProduct, earlier: ReplacedProduct): ReplacedProduct {
  const { before, beforeChange } = earlier;
  if (before === null || later.before === null) return { ...later, before: null, beforeChange };
  return { ...later, before: { ...later.before, ...before }, beforeChange };
}

/** Columns that a product has for good, or that other work than imports writes. */
const lasting: ReadonlySet<string> = new Set([
  ...['external_id', 'id', 'counts_as_enriched', 'created_at', 'updated_at', 'created_run_id'],
]);

/** The columns of a row that differ from the row that is written over it. */
function partBefore(
  row: WholeProduct['row'],
  after: ProductWrite | 'out_of_stock',
  isShort: boolean,
): RowPart {
  const part: Record<string, StoredValue> = {};
  const offer = isShort && after !== 'out_of_stock' ? toOfferValues(after) : null;
  const values = after === 'out_of_stock' ? null : (offer ?? rememberProductValues(after, isShort));
  const { names } = offer === null ? writtenProduct : writtenOffer;
  for (const [index, name] of names.entries()) {
    if (lasting.has(name)) continue;
    const before = plain(row[name] ?? null);
    const written = values === null ? valueOutOfStock(name, before) : plain(values[index] ?? null);
    // A long row may be packed later, and then refers to columns that are not those of the row before.
    if (before !== written || (name === 'raw' && values !== null && !isShort)) part[name] = before;
  }
  return part;
}

function valueOutOfStock(name: string, before: StoredValue): StoredValue {
  if (name === 'in_stock') return 0;
  return name === 'content_hash' ? '' : before;
}

/** Truth values as numbers, as SQLite has them. */
function plain(value: StoredValue): StoredValue {
  return typeof value === 'boolean' ? Number(value) : value;
}
