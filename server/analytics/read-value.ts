/**
 * Reads what a store sold in a period, and how much of it began in the search box, beside the period before. Currencies are kept apart.
 * It writes nothing; periods are trusted (periods.ts), and days without figures count as zero.
 */
// Tests: test/api/value.test.ts.
import { fold } from '../search/text/fold.ts';
import type { DaySpan, ValueDay } from '../storage/analytics/tables.ts';
import type { StoreReader } from '../storage/storage.ts';
import { type ComparedQuery, noSales, type Sales, searchedSales, sumOfSales } from './figures.ts';
import { daysOf, type Period } from './periods.ts';
import { type AnalyticsQuestion, readQueryPage } from './read-analytics.ts';

/** What was sold, and of this what began in the search box. */
export interface SoldBy {
  readonly all: Sales;
  readonly searched: Sales;
}

/** A query and what it led to. */
export interface SoldQuery extends ComparedQuery {
  /** Whether shoppers clicked it as a suggestion. */
  readonly isSuggestion: boolean;
}

/** Carts, purchases and revenue of a period. */
export interface ValueAnalytics {
  readonly period: Period;
  readonly totals: SoldBy;
  readonly previous: SoldBy;
  /** Every day, those without any included. */
  readonly days: readonly (SoldBy & { readonly day: string })[];
  /** The queries that led to most purchases. */
  readonly queries: readonly SoldQuery[];
  /** The offset of the next page; null at the end of the list. */
  readonly nextOffset: number | null;
}

/** Reads the days of a period, their sums, and the queries that purchases and carts began with. */
export async function readValue(reader: StoreReader, question: AnalyticsQuestion): Promise<ValueAnalytics> {
  const { period } = question;
  const { entries, nextOffset } = await readQueryPage(reader, question, 'purchases');
  const queries = await markSuggestions(reader, entries);
  const days = await readDays(reader, period);
  const before = await readDays(reader, period.previous);
  return { period, totals: sumOf(days), previous: sumOf(before), days, queries, nextOffset };
}

async function markSuggestions(reader: StoreReader, queries: readonly ComparedQuery[]): Promise<SoldQuery[]> {
  const keys = new Set(queries.map(({ query }) => fold(query)));
  const clicked = new Set((await reader.events.popularity('phrase', [...keys])).map(({ key }) => key));
  return queries.map((query) => ({ ...query, isSuggestion: clicked.has(fold(query.query)) }));
}

async function readDays(reader: StoreReader, span: DaySpan): Promise<ValueAnalytics['days']> {
  const known = new Map((await reader.analytics.valueDays(span)).map((day) => [day.day, day]));
  return daysOf(span).map((day) => ({ day, ...soldBy(known.get(day)) }));
}

function soldBy(day: ValueDay | undefined): SoldBy {
  return day === undefined ? { all: noSales, searched: noSales } : { all: day, searched: searchedSales(day) };
}

function sumOf(days: readonly SoldBy[]): SoldBy {
  return {
    all: sumOfSales(days.map(({ all }) => all)),
    searched: sumOfSales(days.map(({ searched }) => searched)),
  };
}
