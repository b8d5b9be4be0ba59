/**
 * Reads the phrases of one store's products with their origin, and the types of products. Every statement names the store. Pages of
 * products are bounded by bytes (read-page.ts); sources that cannot be read are left out. It writes nothing. Unknown products are
 * absent; at most 500 ids a call, which callers keep.
 */
// Tests: test/storage/enrichment.test.ts.
import { sql } from 'kysely';
import type { TolerantPlace } from '../damage/damage.ts';
import type { Database, Query } from '../database.ts';
import { longProductTexts } from '../products/rows.ts';
import { readPage } from '../read-page.ts';
import { reviewReads } from './review-reads.ts';
import type { ReviewReader } from './review-tables.ts';
import { liveColumns, phraseSourceColumns, toLivePhrases, toPhraseSet, toPhraseSource } from './rows.ts';
import { type PhraseReader, productOfType, queueableProduct } from './tables.ts';

type Builder = Pick<Database, 'builder'>;

/** Creates the reader of one store’s phrases and types, and of what generators learn about its products. */
export function phraseReads(
  database: Builder,
  query: Query,
  place: TolerantPlace,
): PhraseReader & ReviewReader {
  return {
    ...reviewReads(database, query, place),
    ...setReads(database, query, place),
    ...outdatedReads(database, query, place.storeId),
    ...typeReads(database, query, place.storeId),
  };
}

function setReads(
  { builder }: Builder,
  query: Query,
  { storeId, tolerate }: TolerantPlace,
): Pick<PhraseReader, 'sets' | 'live' | 'sources' | 'countProducts'> {
  const products = builder.selectFrom('products').where('store_id', '=', storeId);
  return {
    async sets(productIds) {
      if (productIds.length === 0) return new Map();
      const sets = builder
        .selectFrom('phrase_sets')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('product_id', 'in', productIds);
      return new Map((await query(sets)).map((row) => [row.product_id, toPhraseSet(row)]));
    },
    async live({ after, limit }) {
      const page = builder
        .selectFrom('phrase_sets')
        .innerJoin('products', (join) =>
          join
            .onRef('products.store_id', '=', 'phrase_sets.store_id')
            .onRef('products.id', '=', 'phrase_sets.product_id'),
        )
        .select(['products.id', ...liveColumns, 'state', 'generator'])
        .where('phrase_sets.store_id', '=', storeId)
        .where('phrase_sets.product_id', '>', after)
        .orderBy('phrase_sets.product_id')
        .limit(limit);
      return (await query(page)).map(toLivePhrases);
    },
    async sources({ after, limit }) {
      const rest = after === null ? products : products.where('external_id', '>', after);
      const page = rest.select([...phraseSourceColumns, 'external_id']).orderBy('external_id');
      const { rows, isMore } = await readPage({ builder, query }, page, { limit, texts: longProductTexts });
      return {
        products: tolerate(rows, toPhraseSource),
        last: isMore ? (rows.at(-1)?.external_id ?? null) : null,
      };
    },
    async countProducts() {
      const count = products
        .where(sql<boolean>`(suggestion_phrases <> '[]' or search_phrases <> '[]')`)
        .select(({ fn }) => fn.countAll<number>().as('count'));
      const [row] = await query(count);
      return row?.count ?? 0;
    },
  };
}

function outdatedReads({ builder }: Builder, query: Query, storeId: string): Pick<PhraseReader, 'outdated'> {
  const products = builder.selectFrom('products').where('store_id', '=', storeId);
  const jobs = builder.selectFrom('enrichment_jobs').where('store_id', '=', storeId);
  return {
    // By ids, not by joins: PostgreSQL would read all jobs for each stretch while their statistics are old.
    async outdated({ after, scan, rules }) {
      const rest = builder
        .selectFrom('phrase_sets')
        .where('store_id', '=', storeId)
        .where('product_id', '>', after)
        .orderBy('product_id');
      const stretch = rest
        .select(['product_id', 'state', 'generator', 'model', 'prompt_version'])
        .limit(scan);
      const outdated = builder
        .selectFrom(stretch.as('stretch'))
        .select('product_id')
        .where('state', 'in', ['generated', 'approved'])
        .where('generator', 'is not', null)
        .where(({ eb, or }) =>
          or([
            eb('generator', 'is distinct from', rules.generator),
            eb('model', 'is distinct from', rules.model),
            eb('prompt_version', 'is distinct from', rules.promptVersion),
          ]),
        );
      const ids = (await query(outdated)).map((row) => row.product_id);
      const [last] = await query(
        rest
          .select('product_id')
          .offset(scan - 1)
          .limit(1),
      );
      const scannedTo = last?.product_id ?? null;
      if (ids.length === 0) return { products: [], scannedTo };
      const waiting = jobs.select('product_id').where('product_id', 'in', ids).where('state', '<>', 'failed');
      const underWay = new Set((await query(waiting)).map((row) => row.product_id));
      const free = ids.filter((id) => !underWay.has(id));
      if (free.length === 0) return { products: [], scannedTo };
      const found = products.select(queueableProduct.names).where('id', 'in', free).orderBy('id');
      return { products: (await query(found)).map(queueableProduct.decode), scannedTo };
    },
  };
}

function typeReads(
  { builder }: Builder,
  query: Query,
  storeId: string,
): Pick<PhraseReader, 'types' | 'productsOfType'> {
  return {
    async types({ after, limit }) {
      const types = builder
        .selectFrom('product_types')
        .select(['name', 'products'])
        .where('store_id', '=', storeId)
        .orderBy('products', 'desc')
        .orderBy('name')
        .limit(limit);
      if (after === null) return await query(types);
      const rest = types
        .where('products', '<=', after.products)
        .where(({ eb, or }) => or([eb('products', '<', after.products), eb('name', '>', after.name)]));
      return await query(rest);
    },
    async productsOfType(name, limit) {
      const some = builder
        .selectFrom('products')
        .select(productOfType.names)
        .where('store_id', '=', storeId)
        .where('product_type', '=', name)
        .limit(limit);
      return (await query(some)).map(productOfType.decode);
    },
  };
}
