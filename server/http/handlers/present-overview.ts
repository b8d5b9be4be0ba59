/**
 * Turns the overview of a store into the dashboard's JSON. Pure; inputs are trusted. Durations are milliseconds with three decimals,
 * times RFC 3339; a duration that was not measured is null.
 */
// Tests: test/api/dashboard-insight.test.ts.
import type * as wire from '../../../contract/overview.ts';
import { formatTimestamp } from '../../clock.ts';
import type { Overview, StoreHealth } from '../../insight/read-overview.ts';

/** Presents all that the overview of a store shows. */
export function presentOverview({
  health,
  bucketSeconds,
  requests,
  totals,
  catalog,
  runs,
  attention,
}: Overview): wire.Overview {
  return {
    health: presentHealth(health),
    requests: {
      bucket_seconds: bucketSeconds,
      buckets: requests.map(({ at, p50Ms, p95Ms, ...counts }) => ({
        at: formatTimestamp(at),
        ...counts,
        p50_ms: rounded(p50Ms),
        p95_ms: rounded(p95Ms),
      })),
    },
    totals: {
      requests: totals.requests,
      errors: totals.errors,
      p50_ms: rounded(totals.p50Ms),
      p95_ms: rounded(totals.p95Ms),
      cached_share: totals.cachedShare,
      graph_share: totals.graphShare,
    },
    catalog: {
      buckets: catalog.map(({ at, inStock, outOfStock }) => ({
        at: formatTimestamp(at),
        in_stock: inStock,
        out_of_stock: outOfStock,
      })),
    },
    runs: runs.map(({ id, source, status, isCancelled, validRows, createdAt }) => ({
      id,
      at: formatTimestamp(createdAt),
      source,
      status,
      cancelled: isCancelled,
      valid_rows: validRows,
    })),
    attention,
  };
}

function presentHealth(health: StoreHealth) {
  return {
    state: health.state,
    index: health.index,
    products: health.products,
    in_stock: health.inStock,
    products_limit: health.productsLimit,
    enriched: health.enriched,
    enriched_limit: health.enrichedLimit,
    queued: health.queued,
  };
}

/** The steps of the histogram are no finer. */
function rounded(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.round(milliseconds * 1_000) / 1_000;
}
