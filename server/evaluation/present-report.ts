/**
 * A report as JSON, for programs. Figures that have no value are null. Latencies are microseconds, shares 0 to 1. Pure: it computes no
 * figure again and cannot fail.
 */
// Tests: ./report-lines.test.ts.
import type { Interval } from './bootstrap.ts';
import type { EngineFigures } from './evaluate.ts';
import type { MetricKey } from './metrics.ts';
import type { JudgedReport, Report } from './report.ts';
import type { RatedProduct } from './worst-queries.ts';

/** The report in the form of `foretype eval --json`; docs/evaluation.md describes it. */
export function presentReport({ catalog, judgments, limit, failedPeers }: Report) {
  return {
    catalog: {
      rows: catalog.rowCount,
      failed_rows: catalog.failedRowCount,
      products: catalog.productCount,
    },
    limit,
    failed_peers: failedPeers,
    judgments: judgments.map(presentJudged),
  };
}

function presentJudged({ file, counts, engines, worst, unjudged }: JudgedReport) {
  return {
    file,
    queries: counts.queryCount,
    queries_with_gain: counts.gainQueryCount,
    queries_with_relevant: counts.relevantQueryCount,
    ratings: counts.ratingCount,
    ratings_of_absent_products: counts.absentRatingCount,
    engines: engines.map(presentEngine),
    worst: worst.map(({ text, ndcg, shown, missed, missedCount }) => ({
      query: text,
      ndcg_at_10: ndcg,
      products: shown.map(presentProduct),
      missed: missed.map(presentProduct),
      missed_count: missedCount,
    })),
    unjudged: unjudged.map(({ text, products }) => ({
      query: text,
      products: products.map(({ place, externalId, title, category }) => ({
        place,
        external_id: externalId,
        title,
        category,
      })),
    })),
  };
}

function presentEngine({ name, metrics, differences, latency }: EngineFigures) {
  const { count, p50, p90, p99, max } = latency;
  return {
    name,
    metrics: presentIntervals(metrics),
    differences: differences === null ? null : presentIntervals(differences),
    latency_us: {
      count,
      p50: finiteOrNull(p50),
      p90: finiteOrNull(p90),
      p99: finiteOrNull(p99),
      max: finiteOrNull(max),
    },
  };
}

function presentIntervals(intervals: ReadonlyMap<MetricKey, Interval>) {
  return Object.fromEntries(
    Array.from(intervals, ([key, { mean, low, high }]) => [
      key,
      { mean: finiteOrNull(mean), low: finiteOrNull(low), high: finiteOrNull(high) },
    ]),
  );
}

function presentProduct({ externalId, title, rating }: RatedProduct) {
  return { external_id: externalId, title, rating };
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
