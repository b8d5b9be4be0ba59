/**
 * Reads and writes for the review of one store's phrases: standing decisions, counts by pattern, and products with their phrases.
 * Every statement names the store. Counts read a row for each product of the store, but no text of phrases. Products that cannot be
 * read are left out. At most 500 ids a call, which callers keep.
 */
// Tests: test/storage/phrase-decisions.test.ts.
import { sql } from 'kysely';
import type { TolerantPlace } from '../damage/damage.ts';
import type { Database, Query, Transaction } from '../database.ts';
import { phraseDecisions, type ReviewReader, type ReviewWriter } from './review-tables.ts';
import {
  phraseSourceColumns,
  type ReviewedRow,
  reviewedColumns,
  toPhraseSource,
  toReviewedProduct,
} from './rows.ts';

type Builder = Pick<Database, 'builder'>;

/** Products whose phrases a generator wrote and standing decisions may decide. */
const isOpen = sql<boolean>`(phrase_sets.state = 'generated' or (phrase_sets.state = 'approved' and phrase_sets.by_decision))`;

/** Creates the reader of one store’s decisions and of the phrases that they are about. */
export function reviewReads(
  { builder }: Builder,
  query: Query,
  { storeId, tolerate }: TolerantPlace,
): ReviewReader {
  const sets = builder
    .selectFrom('phrase_sets')
    .where('phrase_sets.store_id', '=', storeId)
    .where('generator', 'is not', null);
  const reviewed = sets
    .innerJoin('products', (join) =>
      join
        .onRef('products.store_id', '=', 'phrase_sets.store_id')
        .onRef('products.id', '=', 'phrase_sets.product_id'),
    )
    .select(reviewedColumns)
    .where(isOpen)
    .orderBy('phrase_sets.product_id');
  const present = (rows: readonly ReviewedRow[]) => tolerate(rows, toReviewedProduct);
  return {
    ...sourceReads({ builder }, query, { storeId, tolerate }),
    ...typeReads({ builder }, query, storeId),
    async decisions() {
      const decisions = builder
        .selectFrom('phrase_decisions')
        .select(phraseDecisions.names)
        .where('store_id', '=', storeId)
        .orderBy('id', 'desc');
      return (await query(decisions)).map(phraseDecisions.decode);
    },
    async patternCounts() {
      const counts = sets
        .select(({ fn }) => [
          ...(['state', 'by_decision', 'patterns'] as const),
          fn.countAll<number>().as('products'),
          fn.min<string>('product_id').as('first'),
          fn.max<string>('product_id').as('last'),
        ])
        .where('state', 'in', ['generated', 'approved', 'rejected'])
        .groupBy(['state', 'by_decision', 'patterns']);
      return (await query(counts)).map(({ state, by_decision, patterns, products, first, last }) => ({
        ...{ state, patterns, products, examples: first === last ? [first] : [first, last] },
        isOpen: state === 'generated' || (state === 'approved' && Boolean(by_decision)),
      }));
    },
    async reviewed({ after, limit, holding }) {
      const page = reviewed.where('phrase_sets.product_id', '>', after).limit(limit);
      const rest = holding === undefined ? page : page.where('patterns', 'like', `%${holding}%`);
      return present(await query(rest));
    },
    async reviewedAmong(productIds) {
      if (productIds.length === 0) return [];
      return present(await query(reviewed.where('phrase_sets.product_id', 'in', productIds)));
    },
    async countSets(upTo) {
      const all = builder.selectFrom('phrase_sets').where('store_id', '=', storeId);
      const count = all.select(({ fn }) => fn.countAll<number>().as('count'));
      const [total] = await query(count);
      const [done] = await query(count.where('product_id', '<=', upTo));
      return { done: done?.count ?? 0, total: total?.count ?? 0 };
    },
  };
}

/** Characters of the packed details that begin with the confidence in hundredths (packed-type.ts). */
const confidenceLength = 3;

function typeReads(
  { builder }: Builder,
  query: Query,
  storeId: string,
): Pick<ReviewReader, 'typeCounts' | 'typeBrands'> {
  const ofTypes = (names: readonly string[] | null) => {
    const typed = builder
      .selectFrom('products')
      .where('products.store_id', '=', storeId)
      .where('product_type', 'is not', null);
    return names === null ? typed : typed.where('product_type', 'in', names);
  };
  return {
    async typeCounts(names) {
      if (names?.length === 0) return [];
      const certainty = sql<string | null>`substr(type_details, 1, ${sql.lit(confidenceLength)})`;
      const counts = ofTypes(names)
        .leftJoin('phrase_sets', (join) =>
          join
            .onRef('phrase_sets.store_id', '=', 'products.store_id')
            .onRef('phrase_sets.product_id', '=', 'products.id'),
        )
        .select(({ fn }) => [
          ...(['product_type', 'state', 'by_decision', 'generator'] as const),
          certainty.as('certainty'),
          fn.countAll<number>().as('products'),
        ])
        .groupBy(['product_type', 'state', 'by_decision', 'generator', certainty]);
      return (await query(counts)).flatMap((row) => {
        if (row.product_type === null) return [];
        const isApproved = row.state === 'approved' && Boolean(row.by_decision);
        const isGenerated = row.state === 'generated' || isApproved;
        return {
          name: row.product_type,
          isOpen: row.generator !== null && isGenerated,
          isDecided: row.state !== null && !isGenerated,
          confidence: (Number.parseInt(row.certainty ?? '0', 10) || 0) / 100,
          products: row.products,
        };
      });
    },
    async typeBrands(names) {
      if (names?.length === 0) return [];
      const pairs = ofTypes(names)
        .select(['product_type', 'brand'])
        .distinct()
        .where('brand', 'is not', null);
      return (await query(pairs)).flatMap(({ product_type: name, brand }) =>
        name === null || brand === null ? [] : [{ name, brand }],
      );
    },
  };
}

function sourceReads(
  { builder }: Builder,
  query: Query,
  { storeId, tolerate }: Pick<TolerantPlace, 'storeId' | 'tolerate'>,
): Pick<ReviewReader, 'patternSources'> {
  return {
    async patternSources(productIds) {
      if (productIds.length === 0) return new Map();
      const sources = builder
        .selectFrom('products')
        .select([...phraseSourceColumns.filter((name) => name !== 'products.description'), 'external_id'])
        .where('store_id', '=', storeId)
        .where('id', 'in', productIds);
      const rows = (await query(sources)).map((row) => ({ ...row, description: null }));
      return new Map(tolerate(rows, toPhraseSource).map((source) => [source.id, source]));
    },
  };
}

/** Creates the writer of one store’s decisions, within a transaction under the store’s lock. */
export function reviewWrites({ builder }: Builder, transaction: Transaction, storeId: string): ReviewWriter {
  const ofStore = builder.deleteFrom('phrase_decisions').where('store_id', '=', storeId);
  return {
    async saveDecision(decision) {
      const { kind, subject } = decision;
      await transaction.run(ofStore.where('kind', '=', kind).where('subject', '=', subject));
      await transaction.run(
        builder
          .insertInto('phrase_decisions')
          .values({ store_id: storeId, ...phraseDecisions.encode(decision) }),
      );
    },
    async deleteDecision(id) {
      return (await transaction.run(ofStore.where('id', '=', id))) > 0;
    },
  };
}
