/** Everything that the overview of a store shows, read at once. */
import { limits, plans } from '../../contract/limits.ts';
import { notFound } from '../errors.ts';
import type { QuarantinedStore } from '../jobs/quarantine-list.ts';
import type { RequestStatistics, RunMark, Store } from '../storage/records.ts';
import type { Directory, StoreReader } from '../storage/storage.ts';
import { type Attention, findAttention, isTelling } from './attention.ts';
import {
  type CatalogBucket,
  catalogOverTime,
  type RequestBucket,
  type RequestTotals,
  sumRequests,
} from './overview.ts';
import { type RangeName, toTimeRange } from './time-buckets.ts';

/** A store as it is and as it was. */
export interface Overview {
  readonly health: StoreHealth;
  readonly bucketSeconds: number;
  readonly requests: readonly RequestBucket[];
  readonly totals: RequestTotals;
  readonly catalog: readonly CatalogBucket[];
  readonly runs: readonly RunMark[];
  readonly attention: readonly Attention[];
}

/** What a store holds now. */
export interface StoreHealth {
  /** `attention` where anything is more than information. */
  readonly state: 'ok' | 'attention';
  readonly index: 'ready' | 'loading';
  readonly products: number;
  readonly inStock: number;
  readonly productsLimit: number | null;
  readonly enriched: number;
  readonly enrichedLimit: number | null;
  readonly queued: number;
}

/** Where an overview looks. */
export interface OverviewSources {
  readonly directory: Pick<Directory, 'findStore' | 'listApiKeys'>;
  readonly reader: StoreReader;
  /** What was counted and is not written down yet. */
  readonly counted: readonly RequestStatistics[];
  readonly isIndexLoaded: boolean;
  /** Every store in quarantine in this process. */
  readonly quarantined: readonly QuarantinedStore[];
}

/** Rejects with `not_found` for a store that is gone. */
export async function readOverview(
  sources: OverviewSources,
  storeId: string,
  rangeName: RangeName,
  nowMicros: number,
): Promise<Overview> {
  const { directory, reader, counted, isIndexLoaded } = sources;
  const range = toTimeRange(rangeName, nowMicros);
  const [store, keys, statistics, sizes, runs, imports, missing, queued, feeds, webhooks] = await Promise.all(
    [
      directory.findStore(storeId),
      directory.listApiKeys(storeId),
      reader.requestStatistics(range.from),
      reader.catalogStatistics(range.from),
      reader.runMarks({ since: range.from, limit: limits.runMarksShown }),
      reader.imports({ before: null, limit: importsLookedAt, without: 'feed' }),
      reader.countMissing(limits.productsLookedAt),
      reader.queuedEnrichments(),
      reader.feeds(),
      reader.webhooks(),
    ],
  );
  if (store === null) throw notFound('store');
  const feedRuns = await reader.newestFeedRuns(
    feeds.map(({ id }) => id),
    1,
  );
  const lastImport = imports.find(isTelling) ?? null;
  const attention = findAttention({
    ...{ store, keys, feeds, feedRuns, webhooks, lastImport, missing, isIndexLoaded },
    quarantined: sources.quarantined.filter((one) => one.storeId === storeId),
  });
  const { buckets, totals } = sumRequests([...statistics, ...counted], range);
  const now = { inStock: store.inStockCount, outOfStock: store.productCount - store.inStockCount };
  return {
    health: healthOf(store, queued, isIndexLoaded, attention),
    bucketSeconds: range.bucketSeconds,
    requests: buckets,
    totals,
    catalog: catalogOverTime(sizes, now, range),
    runs,
    attention,
  };
}

/** Some of the newest may be under way, stopped, or dry runs. */
const importsLookedAt = 10;

function healthOf(
  store: Store,
  queued: number,
  isIndexLoaded: boolean,
  attention: readonly Attention[],
): StoreHealth {
  const plan = plans[store.plan];
  return {
    state: attention.some(({ severity }) => severity !== 'info') ? 'attention' : 'ok',
    index: isIndexLoaded ? 'ready' : 'loading',
    products: store.productCount,
    inStock: store.inStockCount,
    productsLimit: plan.products,
    enriched: store.enrichmentCount - queued,
    enrichedLimit: plan.enriched,
    queued,
  };
}
