/** What a store's month may still cost: what was spent, and what the requests under way are expected to. */

import type { EnrichmentSettings } from '../storage/enrichment.ts';

/** Whether a queue is held for the budget of a month that is over. */
export function isMonthOver({ hold }: EnrichmentSettings, nowMicros: number): boolean {
  return hold?.code === 'budget_spent' && hold.until <= nowMicros;
}

/** All amounts are millionths of a US dollar; `spentMicros`: in this month so far. */
export class MonthBudget {
  #spentMicros: number;
  #reservedMicros = 0;

  constructor(spentMicros: number) {
    this.#spentMicros = spentMicros;
  }

  /**
   * Whether a request fits the budget (null: whatever it costs). `later`: not beside those that are under way, which
   * may turn out cheaper.
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
