/**
 * Turns figures of searches, clicks and products into the JSON of answers. Pure; inputs are trusted. Shares are 0 to 1 with four
 * digits; a share of fewer than 30 searches is null, and days are `2026-11-21` in UTC. It never shows a visitor.
 */
// Tests: test/api/analytics.test.ts.
import type {
  AnalyticsClicksBody,
  AnalyticsNoResultsBody,
  AnalyticsProductsBody,
  AnalyticsQueryBody,
  AnalyticsSearchesBody,
  AnalyticsValueBody,
  CompletenessBody,
  ProductFiguresBody,
  QueryFiguresBody,
  RevenueBody,
  SearchTotalsBody,
  ValueTotalsBody,
} from '../../../contract/analytics.ts';
import type { Completeness } from '../../analytics/completeness.ts';
import type { ComparedQuery, CountedDay, Sales, SearchTotals, Share } from '../../analytics/figures.ts';
import type { Period } from '../../analytics/periods.ts';
import type {
  ClickAnalytics,
  ComparedProduct,
  ProductAnalytics,
  QueryAnalytics,
  SearchAnalytics,
} from '../../analytics/read-analytics.ts';
import type { SoldBy, ValueAnalytics } from '../../analytics/read-value.ts';
import { formatRevenue, type Revenue } from '../../catalog/revenue.ts';
import { formatTimestamp } from '../../clock.ts';
import { encodeCursor } from '../../operations/cursor.ts';

/** Searches of a period, with the queries that were asked most. */
export function presentSearches(
  analytics: SearchAnalytics & { readonly rising: readonly ComparedQuery[] },
): AnalyticsSearchesBody {
  return { ...presentNoResults(analytics), rising: analytics.rising.map(presentQuery) };
}

/** Searches of a period, with the queries that found nothing. */
export function presentNoResults({
  period,
  totals,
  previous,
  days,
  queries,
  nextOffset,
}: SearchAnalytics): AnalyticsNoResultsBody {
  return {
    ...presentPeriod(period),
    totals: presentTotals(totals),
    previous: presentTotals(previous),
    days: days.map(presentDay),
    queries: queries.map(presentQuery),
    next_cursor: presentPlace(nextOffset),
  };
}

function presentDay(counted: CountedDay): AnalyticsQueryBody['days'][number] {
  const { day, searches, noResults, clicked } = counted;
  return { day, searches, no_results: noResults, clicked, ...presentSales(counted) };
}

function presentSales({ carts, purchases, revenue }: Sales): Sold {
  return { carts, purchases, revenue: formatRevenue(revenue) };
}

type Sold = Pick<ValueTotalsBody, 'carts' | 'purchases'> & { revenue: RevenueBody };

/** Presents one query over a period. */
export function presentQueryFigures(analytics: QueryAnalytics): AnalyticsQueryBody {
  const { query, period, totals, previous, days, positions } = analytics;
  return {
    query,
    ...presentPeriod(period),
    totals: presentTotals(totals),
    previous: presentTotals(previous),
    days: days.map(presentDay),
    positions: [...positions],
  };
}

/** Presents the clicks of shoppers in a period, with the queries that led there. */
export function presentClicks(analytics: ClickAnalytics): AnalyticsClicksBody {
  const { positions, letters, averageLetters } = analytics;
  return {
    ...presentNoResults(analytics),
    ...{ positions, letters },
    average_letters: averageLetters === null ? null : round(averageLetters),
  };
}

/** Clicks and purchases of a period, with the products that had most. */
export function presentProducts({
  period,
  totals,
  previous,
  days,
  products,
  nextOffset,
}: ProductAnalytics): AnalyticsProductsBody {
  return {
    ...presentPeriod(period),
    totals: { clicks: totals.clicks, ...presentSales(totals) },
    previous: { clicks: previous.clicks, ...presentSales(previous) },
    days: days.map((one) => ({ day: one.day, clicks: one.clicks, ...presentSales(one) })),
    products: products.map(presentProduct),
    next_cursor: presentPlace(nextOffset),
  };
}

/** Presents what a store sold in a period, and how much of it began in the search box. */
export function presentValue(analytics: ValueAnalytics): AnalyticsValueBody {
  const { period, totals, previous, days, queries, nextOffset } = analytics;
  return {
    ...presentPeriod(period),
    totals: presentValueTotals(totals),
    previous: presentValueTotals(previous),
    days: days.map((day) => ({ day: day.day, ...presentSold(day) })),
    queries: queries.map((query) => ({ ...presentQuery(query), is_suggestion: query.isSuggestion })),
    next_cursor: presentPlace(nextOffset),
  };
}

function presentValueTotals(sold: SoldBy): ValueTotalsBody {
  return { ...presentSold(sold), revenue_share: sharesOf(sold.searched.revenue, sold.all.revenue) };
}

function presentSold({ all, searched }: SoldBy) {
  return { ...presentSales(all), from_searches: presentSales(searched) };
}

/** The shares alone are floats: what they are shares of was added exactly. */
function sharesOf(part: Revenue | null, whole: Revenue | null): Record<string, number> {
  const paid = Object.entries(whole ?? {}).filter(([, sum]) => Number(sum) > 0);
  return Object.fromEntries(
    paid.map(([currency, sum]) => [currency, round(Number(part?.[currency] ?? 0) / Number(sum))]),
  );
}

/** What the products of each source lack. */
export function presentCompleteness({ products, isWhole, sources }: Completeness): CompletenessBody {
  return {
    products,
    is_whole: isWhole,
    sources: sources.map(({ feedId, newestImport, ...source }) => ({
      ...source,
      feed_id: feedId,
      newest_import: newestImport && {
        id: newestImport.id,
        created_at: formatTimestamp(newestImport.createdAt),
      },
    })),
  };
}

function presentPlace(nextOffset: number | null): string | null {
  return nextOffset === null ? null : encodeCursor(String(nextOffset));
}

function presentPeriod({ from, to, previous }: Period) {
  return { from, to, previous_period: { from: previous.from, to: previous.to } };
}

function presentTotals(totals: SearchTotals): SearchTotalsBody {
  const { searches, noResults, clicked, noResultRate, clickThrough } = totals;
  return {
    ...{ searches, no_results: noResults, clicked, ...presentSales(totals) },
    no_result_rate: presentShare(noResultRate),
    click_through: presentShare(clickThrough),
  };
}

function presentShare(share: Share | null): SearchTotalsBody['click_through'] {
  return share === null
    ? null
    : { value: round(share.value), low: round(share.low), high: round(share.high) };
}

function presentQuery(figures: ComparedQuery): QueryFiguresBody {
  const { query, searches, noResults, clicked, previousSearches } = figures;
  const counts = { query, searches, no_results: noResults, clicked, ...presentSales(figures) };
  return { ...counts, previous_searches: previousSearches };
}

function presentProduct(figures: ComparedProduct): ProductFiguresBody {
  const { product, clicks, previousClicks } = figures;
  const { id, externalId, title, imageUrl } = product;
  return {
    ...{ id, external_id: externalId, title, image_url: imageUrl },
    ...{ clicks, ...presentSales(figures), previous_clicks: previousClicks },
  };
}

/** Four digits: what lies beyond is noise. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
