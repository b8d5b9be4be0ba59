/**
 * Reads the queue, phrases, types, settings and usage of one store's enrichment. Every statement names the store. Pages of products
 * are bounded by bytes (read-page.ts); sources that cannot be read come with their damage or are left out. It writes nothing. Unknown
 * products are null or absent; at most 500 ids a call, which callers keep.
 */
// Tests: test/storage/enrichment.test.ts.
import { sql } from 'kysely';
import type { PhraseState } from '../../../contract/words/enrichment.ts';
import type { TolerantPlace } from '../damage/damage.ts';
import type { Database, Query } from '../database.ts';
import { longProductTexts } from '../products/rows.ts';
import { readPage } from '../read-page.ts';
import {
  liveColumns,
  noSettings,
  phraseSourceColumns,
  toDueEnrichment,
  toEnrichmentSettings,
  toListedEnrichment,
  toLivePhrases,
  toPhraseSet,
  toPhraseSource,
} from './rows.ts';
import {
  type DueEnrichment,
  type EnrichmentReader,
  type EnrichmentState,
  enrichmentState,
  enrichmentUsage,
  queueableProduct,
} from './tables.ts';

type Clocked = Pick<Database, 'builder' | 'now'>;

export function enrichmentReads(database: Clocked, query: Query, place: TolerantPlace): EnrichmentReader {
  return {
    ...jobReads(database, query, place.storeId),
    ...phraseReads(database, query, place),
    ...outdatedReads(database, query, place.storeId),
    ...settingReads(database, query, place.storeId),
    ...listReads(database, query, place.storeId),
    ...typeReads(database, query, place.storeId),
  };
}

/** Conditions in exactly the form of the index of failed jobs, so that both databases use it. */
const neverTried = sql<boolean>`enrichment_jobs.attempts = 0`;
const tried = sql<boolean>`enrichment_jobs.attempts > 0`;

type JobReads = Pick<
  EnrichmentReader,
  | 'freshEnrichments'
  | 'repeatedEnrichments'
  | 'nextEnrichmentMs'
  | 'queuedEnrichments'
  | 'countEnrichments'
  | 'countWithPhrases'
  | 'enrichmentState'
>;

function jobReads({ builder, now }: Clocked, query: Query, storeId: string): JobReads {
  const jobs = builder.selectFrom('enrichment_jobs').where('enrichment_jobs.store_id', '=', storeId);
  const due = jobs
    .innerJoin('products', (join) =>
      join
        .onRef('products.store_id', '=', 'enrichment_jobs.store_id')
        .onRef('products.id', '=', 'enrichment_jobs.product_id'),
    )
    .select([...phraseSourceColumns, 'products.external_id', 'products.source_hash'])
    .select('enrichment_jobs.source_hash as job_hash')
    .select('enrichment_jobs.attempts');
  async function readDue(page: typeof due, limit: number): Promise<DueEnrichment[]> {
    const { rows } = await readPage({ builder, query }, page, { limit, texts: longProductTexts });
    return rows.map(toDueEnrichment);
  }
  const repeated = jobs.where(tried).where('enrichment_jobs.state', '=', 'waiting');
  return {
    async freshEnrichments({ after, limit }) {
      const rest = after === null ? due : due.where('enrichment_jobs.product_id', '>', after);
      return await readDue(rest.where(neverTried).orderBy('enrichment_jobs.product_id'), limit);
    },
    async repeatedEnrichments(limit) {
      const page = due
        .where(tried)
        .where('enrichment_jobs.state', '=', 'waiting')
        .where('enrichment_jobs.run_at', '<=', now)
        .orderBy('enrichment_jobs.run_at')
        .orderBy('enrichment_jobs.product_id');
      return await readDue(page, limit);
    },
    async nextEnrichmentMs() {
      const next = repeated
        .select(sql<number>`enrichment_jobs.run_at - ${now}`.as('wait'))
        .orderBy('enrichment_jobs.run_at')
        .limit(1);
      const [row] = await query(next);
      return row === undefined ? null : Math.max(0, Math.ceil(Number(row.wait) / 1_000));
    },
    async countEnrichments() {
      const count = jobs.select(({ fn }) => fn.countAll<number>().as('count'));
      const failures = count.where(tried).where('state', '=', 'failed');
      const [all] = await query(count);
      const [failed] = await query(failures);
      return { waiting: (all?.count ?? 0) - (failed?.count ?? 0), failed: failed?.count ?? 0 };
    },
    async queuedEnrichments() {
      const count = jobs.select(({ fn }) => fn.countAll<number>().as('count'));
      return (await query(count))[0]?.count ?? 0;
    },
    async countWithPhrases() {
      const count = builder
        .selectFrom('products')
        .where('store_id', '=', storeId)
        .where(sql<boolean>`(suggestion_phrases <> '[]' or search_phrases <> '[]')`)
        .select(({ fn }) => fn.countAll<number>().as('count'));
      const [row] = await query(count);
      return row?.count ?? 0;
    },
    async enrichmentState(productId) {
      const job = jobs.select(enrichmentState.names).where('product_id', '=', productId);
      const [row] = await query(job);
      return row === undefined ? null : enrichmentState.decode(row);
    },
  };
}

type PhraseReads = Pick<
  EnrichmentReader,
  'phraseSets' | 'livePhrases' | 'queueableProduct' | 'neverQueued' | 'phraseSources'
>;

function phraseReads({ builder }: Clocked, query: Query, { storeId, tolerate }: TolerantPlace): PhraseReads {
  const products = builder.selectFrom('products').where('store_id', '=', storeId);
  return {
    async phraseSets(productIds) {
      if (productIds.length === 0) return new Map();
      const sets = builder
        .selectFrom('phrase_sets')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('product_id', 'in', productIds);
      return new Map((await query(sets)).map((row) => [row.product_id, toPhraseSet(row)]));
    },
    async livePhrases({ after, limit }) {
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
    async queueableProduct(externalId) {
      const [row] = await query(
        products.select(queueableProduct.names).where('external_id', '=', externalId),
      );
      return row === undefined ? null : queueableProduct.decode(row);
    },
    async neverQueued({ after, scan }) {
      const rest = products.where('external_id', '>', after).orderBy('external_id');
      const stretch = rest.select(queueableProduct.names).limit(scan);
      const found = builder
        .selectFrom(stretch.as('stretch'))
        .selectAll()
        .where('counts_as_enriched', '=', false)
        .where('phrases_locked', '=', false)
        .orderBy('external_id');
      const end = rest.select('external_id').offset(scan - 1);
      const [last] = await query(end.limit(1));
      return {
        products: (await query(found)).map(queueableProduct.decode),
        scannedTo: last?.external_id ?? null,
      };
    },
    async phraseSources({ after, limit }) {
      const rest = after === null ? products : products.where('external_id', '>', after);
      const page = rest.select([...phraseSourceColumns, 'external_id']).orderBy('external_id');
      const { rows, isMore } = await readPage({ builder, query }, page, { limit, texts: longProductTexts });
      return {
        products: tolerate(rows, toPhraseSource),
        last: isMore ? (rows.at(-1)?.external_id ?? null) : null,
      };
    },
  };
}

function outdatedReads(
  { builder }: Clocked,
  query: Query,
  storeId: string,
): Pick<EnrichmentReader, 'outdatedProducts'> {
  const products = builder.selectFrom('products').where('store_id', '=', storeId);
  const jobs = builder.selectFrom('enrichment_jobs').where('store_id', '=', storeId);
  return {
    // By ids, not by joins: PostgreSQL would read all jobs for each stretch while their statistics are old.
    async outdatedProducts({ after, scan, rules }) {
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
  { builder }: Clocked,
  query: Query,
  storeId: string,
): Pick<EnrichmentReader, 'productTypes' | 'productsOfType'> {
  return {
    async productTypes({ after, limit }) {
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
        .select(['title', 'category'])
        .where('store_id', '=', storeId)
        .where('product_type', '=', name)
        .limit(limit);
      return (await query(some)).map(({ title, category }) => ({ title, category }));
    },
  };
}

type SettingReads = Pick<EnrichmentReader, 'enrichmentSettings' | 'changedBlocklist' | 'enrichmentUsage'>;

function settingReads({ builder }: Clocked, query: Query, storeId: string): SettingReads {
  const settings = builder.selectFrom('enrichment_settings').selectAll().where('store_id', '=', storeId);
  return {
    async enrichmentSettings() {
      const [row] = await query(settings);
      return row === undefined ? noSettings : toEnrichmentSettings(row);
    },
    async changedBlocklist(after) {
      const [row] = await query(settings.where('blocklist_change', '>', after));
      return row === undefined ? null : toEnrichmentSettings(row);
    },
    async enrichmentUsage(fromDay) {
      const usage = builder
        .selectFrom('enrichment_usage')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('day', '>=', fromDay)
        .orderBy('day')
        .orderBy('generator');
      return (await query(usage)).map(enrichmentUsage.decode);
    },
  };
}

function listReads(
  { builder }: Clocked,
  query: Query,
  storeId: string,
): Pick<EnrichmentReader, 'listEnrichments'> {
  const products = builder
    .selectFrom('products')
    .leftJoin('enrichment_jobs', (join) =>
      join
        .onRef('enrichment_jobs.store_id', '=', 'products.store_id')
        .onRef('enrichment_jobs.product_id', '=', 'products.id'),
    )
    .leftJoin('phrase_sets', (join) =>
      join
        .onRef('phrase_sets.store_id', '=', 'products.store_id')
        .onRef('phrase_sets.product_id', '=', 'products.id'),
    )
    .where('products.store_id', '=', storeId)
    .select([
      'products.id',
      'external_id',
      'title',
      'category',
      'image_url',
      ...liveColumns,
      'phrase_sets.state as phrase_state',
      'enrichment_jobs.state as job_state',
      'enrichment_jobs.attempts as job_attempts',
      'enrichment_jobs.run_at as job_run_at',
      'enrichment_jobs.error as job_error',
      'enrichment_jobs.error_code as job_error_code',
    ])
    .orderBy('products.id');
  return {
    async listEnrichments(list, { after, limit }) {
      // First the ids, by the index that has them in their order; then the few rows.
      const rest = { after: after ?? '', limit };
      const ids = await query(
        list === 'waiting' || list === 'failed'
          ? jobsIn(builder, storeId, { state: list, ...rest })
          : setsIn(builder, storeId, { state: list, ...rest }),
      );
      const page = ids.map((row) => row.product_id);
      if (page.length === 0) return [];
      return (await query(products.where('products.id', 'in', page))).map(toListedEnrichment);
    },
  };
}

interface StatePage<State> {
  readonly state: State;
  readonly after: string;
  readonly limit: number;
}

function jobsIn(
  builder: Clocked['builder'],
  storeId: string,
  { state, after, limit }: StatePage<EnrichmentState['state']>,
) {
  const jobs = builder
    .selectFrom('enrichment_jobs')
    .select('product_id')
    .where('store_id', '=', storeId)
    .where('state', '=', state)
    .where('product_id', '>', after)
    .orderBy('product_id')
    .limit(limit);
  return state === 'failed' ? jobs.where(tried) : jobs;
}

function setsIn(
  builder: Clocked['builder'],
  storeId: string,
  { state, after, limit }: StatePage<PhraseState>,
) {
  return builder
    .selectFrom('phrase_sets')
    .select('product_id')
    .where('store_id', '=', storeId)
    .where('state', '=', state)
    .where('product_id', '>', after)
    .orderBy('product_id')
    .limit(limit);
}
