/** Days and months of usage, in UTC. Pure. */
import { formatTimestamp } from '../clock.ts';
import type { EnrichmentUsage } from '../storage/enrichment.ts';

const dayMicros = 86_400_000_000;

/** `2026-11-21`. */
export function dayOf(micros: number): string {
  return formatTimestamp(micros).slice(0, 10);
}

/** The day so many days before. */
export function dayBefore(micros: number, days: number): string {
  return dayOf(micros - days * dayMicros);
}

/** The first day of the month. */
export function monthOf(micros: number): string {
  return `${dayOf(micros).slice(0, 7)}-01`;
}

/** The beginning of the next month. */
export function nextMonthMicros(micros: number): number {
  let next = micros - (micros % dayMicros);
  while (monthOf(next) === monthOf(micros)) next += dayMicros;
  return next;
}

/** What was spent since a day, all generators together, in millionths of a US dollar. */
export function spentSince(usage: readonly EnrichmentUsage[], fromDay: string): number {
  return usage.filter(({ day }) => day >= fromDay).reduce((sum, { costMicros }) => sum + costMicros, 0);
}
