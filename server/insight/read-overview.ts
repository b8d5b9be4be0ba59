/**
 * Reads everything that the overview of a store shows. A part that cannot be read is left out and named in `attention`; the rest is
 * shown all the same. It writes nothing. At most 20,000 incomplete products, 100 marks of runs and 10 newest imports are looked at. Damage and
 * held work are left out; any other error rejects, and a store that is gone with `not_found`.
 */
// Tests: ./read-overview.live.test.ts.
import { limits, plans } from '../../contract/limits.ts';
import { AppError, notFound } from '../errors.ts';
import type { QuarantinedStore, ServiceFaults } from '../jobs/quarantine-list.ts';
import { DamageError } from '../storage/damage/damage.ts';
import type { EnrichmentProgress } from '../storage/enrichment/tables.ts';
import type { ListedKey, RequestStatistics, RunMark, Store } from '../storage/records.ts';
import type { Directory, StoreReader } from '../storage/storage.ts';
import { findAttention, isReportable, isWaiting } from './attention.ts';
import { isIndexFailing } from './attention-to-damage.ts';
import {
  type CatalogBucket,
  catalogOverTime,
  type RequestBucket,
  type RequestTotals,
  sumRequests,
} from './overview.ts';
import type { Attention, OverviewPart } from './store-facts.ts';
import { type RangeName, toTimeRange } from './time-buckets.ts';

/** The present state of a store, and its figures over time. */
export interface Overview {
  readonly health: StoreHealth;
  readonly bucketSeconds: number;
  readonly requests: readonly RequestBucket[];
  readonly totals: RequestTotals;
  readonly catalog: readonly CatalogBucket[];
  readonly runs: readonly RunMark[];
  readonly attention: readonly Attention[];
}

/** The present contents of a store. */
export interface StoreHealth {
  /** `attention` where anything is more than information. */
  readonly state: 'ok' | 'attention';
  /** `failing`: it cannot be read, or has no place in memory, so that the store cannot be searched. */
  readonly index: 'ready' | 'loading' | 'failing';
  readonly products: number;
  readonly inStock: number;
  readonly productsLimit: number | null;
  readonly enriched: number;
  readonly enrichedLimit: number | null;
  readonly queued: number;
}

/** The sources of an overview. */
export interface OverviewSources {
  readonly directory: Pick<Directory, 'findStore'>;
  /** Lists keys as `Directory.listApiKeys` does. */
  readonly keys: (storeId: string) => Promise<readonly ListedKey[]>;
  readonly reader: StoreReader;
  /** Figures that were counted and are not written down yet; null for nothing. */
  readonly counted: RequestStatistics | null;
  readonly isIndexLoaded: boolean;
  /** Stores and tables that cannot be read or worked on in this process. */
  readonly faults: ServiceFaults;
}

/** Rejects with `not_found` for a store that is gone. */
export async function readOverview(
  sources: OverviewSources,
  storeId: string,
  rangeName: RangeName,
  nowMicros: number,
): Promise<Overview> {
  const { directory, reader, counted, isIndexLoaded, faults } = sources;
  const range = toTimeRange(rangeName, nowMicros);
  const quarantined = faults.stores.filter((one) => one.storeId === storeId);
  const { read, unread } = createPartReader(quarantined.some(({ work }) => work === 'reads'));
  const [store, keys, statistics, sizes, runs, imports, missing, queue, ofFeeds, webhooks] =
    await Promise.all([
      directory.findStore(storeId),
      read('keys', sources.keys(storeId), []),
      read('requests', reader.statistics.requests(range.from), []),
      read('catalog sizes', reader.statistics.catalog(range.from), []),
      read('imports', reader.imports.marks({ since: range.from, limit: limits.runMarksShown }), []),
      read('imports', reader.imports.page({ before: null, limit: importsLookedAt, without: 'feed' }), []),
      read('products', reader.products.countMissing(limits.missingCountMax), {
        ...{ image: 0, category: 0, isWithoutImages: false },
      }),
      read('phrases', readQueue(reader), null),
      read('feeds', reader.feeds.listWithRuns(1), { feeds: [], runs: [] }),
      read('webhooks', reader.webhooks.list(), { values: [], damaged: [] }),
    ]);
  if (store === null) throw notFound('store');
  if (webhooks.damaged.length > 0) unread.add('webhooks');
  const lastImport = imports.find(isReportable) ?? null;
  const attention = findAttention({
    store,
    keys,
    now: nowMicros,
    feeds: ofFeeds.feeds,
    feedRuns: ofFeeds.runs,
    webhooks: webhooks.values,
    lastImport,
    missing,
    isIndexLoaded,
    waitingImports: imports.filter(isWaiting),
    hold: queue?.hold ?? null,
    quarantined,
    damagedTables: faults.tables,
    unread: [...unread],
  });
  const { buckets, totals } = sumRequests(counted === null ? statistics : [...statistics, counted], range);
  const index = stateOfIndex(isIndexLoaded, quarantined);
  const health = healthOf(store, queue?.progress ?? null, index, attention);
  const now = { inStock: health.inStock, outOfStock: health.products - health.inStock };
  return {
    health,
    bucketSeconds: range.bucketSeconds,
    requests: buckets,
    totals,
    catalog: catalogOverTime(sizes, now, range),
    runs,
    attention,
  };
}

/** Reads parts. A damaged or held part is replaced by `instead`, and its name is kept. */
function createPartReader(isHeld: boolean) {
  const unread = new Set<OverviewPart>();
  async function read<Value>(part: OverviewPart, value: Promise<Value>, instead: Value): Promise<Value> {
    try {
      return await value;
    } catch (error) {
      // An error from another thread has lost its class.
      const code = error instanceof AppError ? error.code : null;
      const isLeftOut = code === 'store_unavailable' || (isHeld && code === 'unavailable');
      if (!isLeftOut && !(error instanceof DamageError)) throw error;
      unread.add(part);
      return instead;
    }
  }
  return { read, unread };
}

/** Reads how many products have phrases and how many wait for them, and why they do so for longer than usual. */
async function readQueue(reader: StoreReader) {
  const progress = await reader.enrichment.progress();
  const { paused, hold } = await reader.enrichment.settings();
  return { progress, hold: paused || progress.waiting + progress.failed === 0 ? null : hold };
}

/** Newest imports that are read. Chosen: some of them may be under way, stopped, or dry runs. */
const importsLookedAt = 10;

function stateOfIndex(isLoaded: boolean, quarantined: readonly QuarantinedStore[]): StoreHealth['index'] {
  if (isLoaded) return 'ready';
  return isIndexFailing(quarantined) ? 'failing' : 'loading';
}

function healthOf(
  store: Store,
  /** Null if it cannot be read: then what the store counts is shown, and no product as waiting. */
  progress: EnrichmentProgress | null,
  index: StoreHealth['index'],
  attention: readonly Attention[],
): StoreHealth {
  const plan = plans[store.plan];
  const { products, inStock, placesTaken, waiting, failed } = progress ?? {
    ...{ products: store.productCount, inStock: store.inStockCount },
    ...{ placesTaken: store.enrichmentCount, waiting: 0, failed: 0 },
  };
  const queued = waiting + failed;
  return {
    state: attention.some(({ severity }) => severity !== 'info') ? 'attention' : 'ok',
    index,
    products,
    inStock,
    productsLimit: plan.products,
    enriched: placesTaken - queued,
    enrichedLimit: plan.enriched,
    queued,
  };
}
