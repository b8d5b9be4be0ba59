/**
 * All that one evaluation found, before it is put into words (report-lines.ts) or into JSON (present-report.ts). Counts are rows,
 * products or queries. It computes no measure and cannot fail: judgments of unknown products are counted, not refused.
 */
// Tests: ./report.test.ts.
import type { EngineFigures } from './evaluate.ts';
import { type JudgedQuery, relevantRating } from './judgments.ts';
import type { Metric } from './metrics.ts';
import type { UnjudgedQuery } from './unjudged.ts';
import type { WorstQuery } from './worst-queries.ts';

/** The result of an evaluation. */
export interface Report {
  readonly catalog: CatalogCounts;
  /** Products asked of each query. */
  readonly limit: number;
  readonly metrics: readonly Metric[];
  readonly failedPeers: readonly { readonly name: string; readonly reason: string }[];
  /** The reports of each file of judgments, one at least. */
  readonly judgments: readonly [JudgedReport, ...JudgedReport[]];
}

/** The worth of the same answers by one file of judgments. */
export interface JudgedReport {
  readonly file: string;
  readonly counts: JudgmentCounts;
  /** The judged engine first; at least this one. */
  readonly engines: readonly [EngineFigures, ...EngineFigures[]];
  /** Empty where they were not asked for. */
  readonly worst: readonly WorstQuery[];
  /** Empty where they were not asked for. */
  readonly unjudged: readonly UnjudgedQuery[];
}

/** The contents of the catalog's file. */
export interface CatalogCounts {
  readonly rowCount: number;
  readonly failedRowCount: number;
  /** Products that were indexed: the last valid row of each id. */
  readonly productCount: number;
}

/** The contents of the judgments' file. */
export interface JudgmentCounts {
  readonly queryCount: number;
  /** Queries with a product rated over 0: those that nDCG speaks of. */
  readonly gainQueryCount: number;
  /** Queries with a relevant product: those that the other measures speak of. */
  readonly relevantQueryCount: number;
  readonly ratingCount: number;
  /** Ratings of products that the catalog does not have: they lower what any engine can reach. */
  readonly absentRatingCount: number;
}

/** Counts judgments against the products of the catalog. */
export function countJudgments(
  judged: readonly JudgedQuery[],
  isInCatalog: (externalId: string) => boolean,
): JudgmentCounts {
  const atLeast = (rating: number) =>
    judged.filter(({ ratings }) => ratings.values().some((given) => given >= rating)).length;
  const rated = judged.flatMap(({ ratings }) => [...ratings.keys()]);
  return {
    queryCount: judged.length,
    gainQueryCount: atLeast(1),
    relevantQueryCount: atLeast(relevantRating),
    ratingCount: rated.length,
    absentRatingCount: rated.filter((externalId) => !isInCatalog(externalId)).length,
  };
}
