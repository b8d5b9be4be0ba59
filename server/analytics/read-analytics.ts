/**
 * Reads the figures of a period beside those of the period before. Lists end at 500,000 entries (`limits.analyticsEntriesMax`). It
 * holds no snapshot: figures that change meanwhile may differ by a search. It writes nothing, and shows no query of fewer than 3
 * visitors. Periods are trusted (periods.ts); days without figures count as zero.
 */
// Tests: test/api/analytics.test.ts.
import { limits } from '../../contract/limits.ts';
import { addRevenue, type Revenue } from '../catalog/revenue.ts';
import type {
  ClickPositions,
  DaySpan,
  ProductDay,
  ProductFigures,
  QueryOrder,
  RevenueOf,
  SearchDay,
} from '../storage/analytics/tables.ts';
import type { CardProduct } from '../storage/collections/tables.ts';
import type { StoreReader } from '../storage/storage.ts';
import {
  averageOf,
  type ComparedQuery,
  type CountedDay,
  noSales,
  risingOf,
  type Sales,
  type SearchTotals,
  searchedSales,
  sumOfSales,
  totalsOf,
} from './figures.ts';
import { daysOf, type Period } from './periods.ts';
import { addPositions, addTally, emptyTally } from './search-tally.ts';

/** The period and the part of the list that are asked for. */
export interface AnalyticsQuestion {
  readonly period: Period;
  readonly limit: number;
  /** The number of entries of the list that were sent already. */
  readonly offset: number;
}

/** A part of a list. */
interface Page<Entry> {
  readonly entries: Entry[];
  /** Null where nothing follows. */
  readonly nextOffset: number | null;
}

/** Makes a page of entries from the offset on. One entry more than the limit was read, to know whether more follow. */
function pageOf<Entry>(found: readonly Entry[], { limit, offset }: AnalyticsQuestion): Page<Entry> {
  const next = offset + limit;
  const goesOn = found.length > limit && next < limits.analyticsEntriesMax;
  return { entries: found.slice(0, limit), nextOffset: goesOn ? next : null };
}

/** Searches of a period. */
export interface SearchAnalytics {
  readonly period: Period;
  readonly totals: SearchTotals;
  readonly previous: SearchTotals;
  /** Every day, those without searches included. */
  readonly days: readonly (SearchDay & Sales)[];
  readonly queries: readonly ComparedQuery[];
  /** The offset of the next page; null at the end of the list. */
  readonly nextOffset: number | null;
}

/** Search analytics with clicks, by position and by the number of letters typed. */
export interface ClickAnalytics extends SearchAnalytics {
  readonly positions: ClickPositions;
  readonly letters: readonly number[];
  readonly averageLetters: number | null;
}

/** Reads the most frequent queries, and those that rose. */
export async function readSearches(
  reader: StoreReader,
  question: AnalyticsQuestion,
): Promise<SearchAnalytics & { readonly rising: readonly ComparedQuery[] }> {
  // Queries that rose may be far below the most frequent ones.
  const most = limits.analyticsLimitMax;
  const top = await readQueries(reader, { ...question, limit: most + 1, offset: 0 }, 'searches');
  const { limit, offset } = question;
  const page =
    offset + limit <= most
      ? pageOf(top.slice(offset), question)
      : await readQueryPage(reader, question, 'searches');
  return {
    ...(await readDays(reader, question)),
    ...{ queries: page.entries, nextOffset: page.nextOffset },
    rising: risingOf(top.slice(0, most), limit),
  };
}

/** Reads queries without results. */
export async function readNoResults(
  reader: StoreReader,
  question: AnalyticsQuestion,
): Promise<SearchAnalytics> {
  const { entries: queries, nextOffset } = await readQueryPage(reader, question, 'no_results');
  return { ...(await readDays(reader, question)), queries, nextOffset };
}

/** Reads whether and where shoppers clicked, and the queries whose results were never clicked. */
export async function readClicks(reader: StoreReader, question: AnalyticsQuestion): Promise<ClickAnalytics> {
  const { entries: queries, nextOffset } = await readQueryPage(reader, question, 'unclicked');
  const searches = await readDays(reader, question);
  const sum = emptyTally();
  for (const day of searches.days) addTally(sum, { ...day, queries: new Map() });
  const { positions, letters } = sum;
  return { ...searches, queries, nextOffset, positions, letters, averageLetters: averageOf(letters) };
}

/** One query over a period. */
export interface QueryAnalytics extends Omit<SearchAnalytics, 'queries' | 'nextOffset' | 'days'> {
  readonly query: string;
  readonly days: readonly CountedDay[];
  /** Clicks on products by place. */
  readonly positions: readonly number[];
}

/** Reads the figures of one query, as it is counted. */
export async function readQuery(reader: StoreReader, query: string, period: Period): Promise<QueryAnalytics> {
  const known = await reader.analytics.daysOfQuery(period, query);
  const before = await reader.analytics.daysOfQuery(period.previous, query);
  const byDay = new Map(known.map((day) => [day.day, day]));
  const sum: { positions?: readonly number[] } = {};
  for (const { positions } of known) addPositions(sum, positions);
  return {
    ...{ query, period },
    totals: totalsOf(known),
    previous: totalsOf(before),
    days: daysOf(period).map((day) => byDay.get(day) ?? { ...emptyTally(), ...noSales, day }),
    positions: sum.positions ?? emptyTally().positions.products,
  };
}

async function readDays(
  reader: StoreReader,
  { period }: AnalyticsQuestion,
): Promise<Omit<SearchAnalytics, 'queries' | 'nextOffset'>> {
  const days = await readSearchDays(reader, period);
  const before = await readSearchDays(reader, period.previous);
  return { period, totals: totalsOf(days), previous: totalsOf(before), days };
}

/** Every day of a span with its searches, and with the carts and purchases that began in the search box. */
async function readSearchDays(reader: StoreReader, span: DaySpan): Promise<(SearchDay & Sales)[]> {
  const searches = new Map((await reader.analytics.searchDays(span)).map((day) => [day.day, day]));
  const values = new Map((await reader.analytics.valueDays(span)).map((day) => [day.day, day]));
  return daysOf(span).map((day) => ({
    ...(searches.get(day) ?? { ...emptyTally(), day }),
    ...searchedSales(values.get(day)),
  }));
}

/** A page of queries in an order, each beside its searches of the period before. */
export async function readQueryPage(
  reader: StoreReader,
  question: AnalyticsQuestion,
  order: QueryOrder,
): Promise<Page<ComparedQuery>> {
  return pageOf(await readQueries(reader, { ...question, limit: question.limit + 1 }, order), question);
}

async function readQueries(
  reader: StoreReader,
  { period, limit, offset }: AnalyticsQuestion,
  order: QueryOrder,
): Promise<ComparedQuery[]> {
  const queries = await reader.analytics.rankedQueries(period, order, limit, offset);
  const names = queries.map(({ query }) => query);
  const before = await reader.analytics.queryFigures(period.previous, names);
  const searchesBefore = new Map(before.map(({ query, searches }) => [query, searches]));
  const revenue = sumsByKey(await reader.analytics.queryRevenue(period, names));
  return queries.map((query) => ({
    ...query,
    revenue: revenue.get(query.query) ?? null,
    previousSearches: searchesBefore.get(query.query) ?? 0,
  }));
}

function sumsByKey(rows: readonly RevenueOf[]): Map<string, Revenue> {
  const sums = new Map<string, Revenue>();
  for (const { key, revenue } of rows) sums.set(key, addRevenue(sums.get(key) ?? null, revenue) ?? revenue);
  return sums;
}

/** A product with its clicks and purchases. */
export interface ComparedProduct extends ProductFigures, Sales {
  readonly product: CardProduct;
  readonly previousClicks: number;
}

/** The clicks, carts and purchases of a day. */
type ProductCounts = ProductDay & Sales;

/** The clicks, carts and purchases of shoppers. */
export interface ProductAnalytics {
  readonly period: Period;
  readonly totals: Omit<ProductCounts, 'day'>;
  readonly previous: Omit<ProductCounts, 'day'>;
  readonly days: readonly ProductCounts[];
  readonly products: readonly ComparedProduct[];
  /** The offset of the next page; null at the end of the list. */
  readonly nextOffset: number | null;
}

/** Reads clicked and bought products; deleted ones are left out. */
export async function readProducts(
  reader: StoreReader,
  question: AnalyticsQuestion,
): Promise<ProductAnalytics> {
  const { period, limit, offset } = question;
  const known = await readProductDays(reader, period);
  const before = await readProductDays(reader, period.previous);
  const { entries: ranked, nextOffset } = pageOf(
    await reader.analytics.rankedProducts(period, limit + 1, offset),
    question,
  );
  const ids = ranked.map(({ productId }) => productId);
  const products = new Map(
    (await reader.collections.cardProducts(ids)).map((product) => [product.id, product]),
  );
  const previous = new Map(
    (await reader.analytics.productFigures(period.previous, ids)).map(({ productId, clicks }) => [
      productId,
      clicks,
    ]),
  );
  const revenue = sumsByKey(await reader.analytics.productRevenue(period, ids));
  return {
    ...{ period, nextOffset },
    totals: sumOf(known),
    previous: sumOf(before),
    days: known,
    products: ranked.flatMap((figures) => {
      const product = products.get(figures.productId);
      const previousClicks = previous.get(figures.productId) ?? 0;
      const ofProduct = { ...figures, revenue: revenue.get(figures.productId) ?? null };
      return product === undefined ? [] : [{ ...ofProduct, product, previousClicks }];
    }),
  };
}

/** Every day of a span. Its revenue is that of all purchases: products that were deleted since had some, too. */
async function readProductDays(reader: StoreReader, span: DaySpan): Promise<ProductCounts[]> {
  const counts = new Map((await reader.analytics.productDays(span)).map((day) => [day.day, day]));
  const values = new Map((await reader.analytics.valueDays(span)).map((day) => [day.day, day]));
  return daysOf(span).map((day) => ({
    ...{ day, clicks: 0, ...noSales },
    ...counts.get(day),
    revenue: values.get(day)?.revenue ?? null,
  }));
}

function sumOf(days: readonly ProductCounts[]): Omit<ProductCounts, 'day'> {
  return { clicks: days.reduce((sum, { clicks }) => sum + clicks, 0), ...sumOfSales(days) };
}
