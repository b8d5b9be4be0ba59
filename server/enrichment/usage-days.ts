/**
 * Sums usage and cost of enrichment by day and month in UTC, and keeps the rest of a monthly budget. Pure; money is millionths of a US
 * dollar, times are microseconds since 1970. A request that does not fit is answered `no` (the queue is held until the next month) or
 * `later`; nothing throws.
 */
// Tests: test/api/enrichment.test.ts.
import { dayMicros, formatTimestamp } from '../clock.ts';
import type { EnrichmentSettings, EnrichmentUsage } from '../storage/enrichment/tables.ts';

/** `2026-11-21`. */
export function dayOf(micros: number): string {
  return formatTimestamp(micros).slice(0, 10);
}

/** The day `days` before. */
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

/** The cost since a day, over all generators, in millionths of a US dollar. */
export function spentSince(usage: readonly EnrichmentUsage[], fromDay: string): number {
  return usage.filter(({ day }) => day >= fromDay).reduce((sum, { costMicros }) => sum + costMicros, 0);
}

/** Whether a queue is held for the budget of a past month. */
export function isMonthOver({ hold }: EnrichmentSettings, nowMicros: number): boolean {
  return hold?.code === 'budget_spent' && hold.until <= nowMicros;
}

/**
 * The budget of a store's month: what was spent so far (`spentMicros`) and what the requests in progress are expected to cost, in
 * millionths of a US dollar.
 */
export class MonthBudget {
  #spentMicros: number;
  #reservedMicros = 0;

  constructor(spentMicros: number) {
    this.#spentMicros = spentMicros;
  }

  /**
   * Whether a request fits the budget (null: no limit). `later`: not together with those in progress, which may turn out
   * cheaper.
   */
  fits(budgetMicros: number | null, micros: number): 'yes' | 'later' | 'no' {
    if (budgetMicros === null || micros === 0) return 'yes';
    if (this.#spentMicros + this.#reservedMicros + micros <= budgetMicros) return 'yes';
    return this.#reservedMicros > 0 ? 'later' : 'no';
  }

  reserve(micros: number): void {
    this.#reservedMicros += micros;
  }

  release(micros: number): void {
    this.#reservedMicros -= micros;
  }

  spend(micros: number): void {
    this.#spentMicros += micros;
  }
}
