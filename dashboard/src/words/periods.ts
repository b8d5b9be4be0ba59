/**
 * The periods of figures: some days up to today, or from one UTC day to another. Pure; the address of a page may say
 * anything, and only a valid period is taken.
 */
// Tests: ./periods.test.ts.
import { limits } from '../../../contract/limits.ts';
import { utcDayOf } from './clock.ts';

/** Periods with a button, in days up to the present one. */
export const periodDays = [1, 7, 30, 90] as const;
/** One of {@link periodDays}. */
export type PeriodDays = (typeof periodDays)[number];

/** A span from one UTC day to another, both included. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** A period of figures: a number of days up to today, or a span of days. */
export type Period = { readonly days: PeriodDays } | DaySpan;

/** The period in the address of the page; empty for the usual one. */
export type PeriodSearch = Partial<DaySpan & { readonly days: PeriodDays }>;

const usual: Period = { days: 30 };
const dayMs = 24 * 3_600_000;

/** Reads the period of an address; anything invalid is dropped. */
export function parsePeriod({ days, from, to }: Readonly<Record<string, unknown>>): PeriodSearch {
  if (isDay(from) && isDay(to) && from <= to) return { from, to };
  const known = periodDays.find((number) => String(number) === days);
  return known === undefined ? {} : { days: known };
}

/** Returns the period that an address names; 30 days up to today if it names none. */
export function periodOf({ days, from, to }: PeriodSearch): Period {
  if (from !== undefined && to !== undefined) return { from, to };
  return days === undefined ? usual : { days };
}

/** The UTC days of a period. */
export function spanOf(period: Period, nowMs: number): DaySpan {
  if ('from' in period) return { from: period.from, to: period.to };
  return { from: utcDayOf(nowMs - (period.days - 1) * dayMs), to: utcDayOf(nowMs) };
}

/** Says why the service has no figures for a span of days; undefined if it has some. */
export function faultOfSpan({ from, to }: DaySpan, today: string): string | undefined {
  if (!isDay(from) || !isDay(to)) return 'Choose two days.';
  if (from > to) return 'The period would end before it begins.';
  if (to > today) return `Today is ${today} in UTC: later days have no figures yet.`;
  const most = limits.searchStatisticsDays;
  if ((Date.parse(to) - Date.parse(from)) / dayMs + 1 > most) return `Figures are kept for ${most} days.`;
}

function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && utcDayOf(ms) === text;
}
