/**
 * Reads the queue, settings and usage of one store's enrichment. Every statement names the store. Pages of products
 * are bounded by bytes (read-page.ts); sources that cannot be read come with their damage or are left out. It writes nothing. Unknown
 * products are null or absent; at most 500 ids a call, which callers keep.
 */
// Tests: test/storage/enrichment.test.ts.
import { sql } from 'kysely';
import type { PhraseState } from '../../../contract/words/enrichment.ts';
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

/** Creates the reader of one store’s jobs that wait for phrases, and of its settings and usage of enrichment. */
export function enrichmentReads(database: Clocked, query: Query, storeId: string): EnrichmentReader {
  return {
    ...jobReads(database, query, storeId),
    ...queueableReads(database, query, storeId),
    ...settingReads(database, query, storeId),
    ...listReads(database, query, storeId),
  };
}

/** Conditions in exactly the form of the index of failed jobs, so that both databases use it. */
const neverTried = sql<boolean>`enrichment_jobs.attempts = 0`;
const tried = sql<boolean>`enrichment_jobs.attempts > 0`;

function jobReads(
  { builder, now }: Clocked,
  query: Query,
  storeId: string,
): Pick<EnrichmentReader, 'fresh' | 'repeated' | 'nextMs' | 'countQueued' | 'progress' | 'state'> {
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
  const countOf = (counted: typeof jobs) => counted.select(({ fn }) => fn.countAll<number>().as('count'));
  const repeated = jobs.where(tried).where('enrichment_jobs.state', '=', 'waiting');
  return {
    async fresh({ after, limit }) {
      const rest = after === null ? due : due.where('enrichment_jobs.product_id', '>', after);
      return await readDue(rest.where(neverTried).orderBy('enrichment_jobs.product_id'), limit);
    },
    async repeated(limit) {
      const page = due
        .where(tried)
        .where('enrichment_jobs.state', '=', 'waiting')
        .where('enrichment_jobs.run_at', '<=', now)
        .orderBy('enrichment_jobs.run_at')
        .orderBy('enrichment_jobs.product_id');
      return await readDue(page, limit);
    },
    async nextMs() {
      const next = repeated
        .select(sql<number>`enrichment_jobs.run_at - ${now}`.as('wait'))
        .orderBy('enrichment_jobs.run_at')
        .limit(1);
      const [row] = await query(next);
      return row === undefined ? null : Math.max(0, Math.ceil(Number(row.wait) / 1_000));
    },
    async countQueued() {
      const [row] = await query(countOf(jobs));
      return row?.count ?? 0;
    },
    async progress() {
      const counted = builder
        .selectFrom('stores')
        .select(['product_count', 'in_stock_count', 'enrichment_count'])
        .select(countOf(jobs).as('queued'))
        .select(countOf(jobs.where(tried).where('state', '=', 'failed')).as('failed'))
        .where('id', '=', storeId);
      const [row] = await query(counted);
      const failed = row?.failed ?? 0;
      return {
        products: row?.product_count ?? 0,
        inStock: row?.in_stock_count ?? 0,
        placesTaken: row?.enrichment_count ?? 0,
        ...{ waiting: (row?.queued ?? 0) - failed, failed },
      };
    },
    async state(productId) {
      const job = jobs.select(enrichmentState.names).where('product_id', '=', productId);
      const [row] = await query(job);
      return row === undefined ? null : enrichmentState.decode(row);
    },
  };
}

function queueableReads(
  { builder }: Clocked,
  query: Query,
  storeId: string,
): Pick<EnrichmentReader, 'queueable' | 'neverQueued'> {
  const products = builder.selectFrom('products').where('store_id', '=', storeId);
  return {
    async queueable(externalId) {
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
  };
}

function settingReads(
  { builder }: Clocked,
  query: Query,
  storeId: string,
): Pick<EnrichmentReader, 'settings' | 'changedBlocklist' | 'usage'> {
  const settings = builder.selectFrom('enrichment_settings').selectAll().where('store_id', '=', storeId);
  return {
    async settings() {
      const [row] = await query(settings);
      return row === undefined ? noSettings : toEnrichmentSettings(row);
    },
    async changedBlocklist(after) {
      const [row] = await query(settings.where('blocklist_change', '>', after));
      return row === undefined ? null : toEnrichmentSettings(row);
    },
    async usage(fromDay) {
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

function listReads({ builder }: Clocked, query: Query, storeId: string): Pick<EnrichmentReader, 'list'> {
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
    async list(list, { after, limit }) {
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
