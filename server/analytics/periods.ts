/**
 * Days and periods of figures, in UTC, written `2026-11-21`. Pure. Text that is no day gives null or an empty list; a
 * span has at most 400 days (`limits.searchStatisticsDays`). It never reads a clock: today comes from the caller.
 */
// Tests: ./figures.test.ts.
import { limits } from '../../contract/limits.ts';
import { dayMicros, formatDay } from '../clock.ts';
import type { DaySpan } from '../storage/analytics/tables.ts';

/** A period, and as many days right before it. */
export interface Period extends DaySpan {
  readonly previous: DaySpan;
}

const dayPattern = /^\d{4}-\d\d-\d\d$/;

/** The beginning of a day in microseconds, or null for text that is no day. */
function microsOf(day: string): number | null {
  if (!dayPattern.test(day)) return null;
  const micros = Date.parse(`${day}T00:00:00Z`) * 1_000;
  return Number.isNaN(micros) || formatDay(micros) !== day ? null : micros;
}

/** Whether it is a day of the calendar, `2026-11-21`. */
export function isDay(text: string): boolean {
  return microsOf(text) !== null;
}

/** The period from one day to another, both included; null if they are in the wrong order or too far apart. */
export function periodOf(from: string, to: string): Period | null {
  const days = daysOf({ from, to });
  const first = microsOf(from);
  if (first === null || days.length === 0) return null;
  const previous = { from: formatDay(first - days.length * dayMicros), to: formatDay(first - dayMicros) };
  return { from, to, previous };
}

/** The day `days` days before another one, which must be valid. */
export function dayBefore(day: string, days: number): string {
  return formatDay((microsOf(day) ?? 0) - days * dayMicros);
}

/** Every day of a span; none for an invalid span. */
export function daysOf({ from, to }: DaySpan): string[] {
  const [first, last] = [microsOf(from), microsOf(to)];
  if (first === null || last === null) return [];
  const count = (last - first) / dayMicros + 1;
  if (count < 1 || count > limits.searchStatisticsDays) return [];
  return Array.from({ length: count }, (_, index) => formatDay(first + index * dayMicros));
}
