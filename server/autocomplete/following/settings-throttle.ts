/**
 * Throttles stores whose settings cost the thread that follows them much time. After a store changed synonyms or rules, its next
 * changes of any kind are read only after a pause of four times as long. So a store that sends changes without end has a fifth
 * of the thread, and several such stores a quarter together. Stores that owe nothing never wait. Changes that wait are read
 * together, so sets that were replaced meanwhile cost nothing. Less than 2 ms is free. It refuses nothing, and charges work that
 * rejects like any other.
 */
// Tests: ./settings-throttle.test.ts.
import { setTimeout as pauseMs } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';

/** Milliseconds that a store waits for each millisecond that its settings took. Chosen. */
const pausePerMs = 4;

/** Less than this is free: small sets are not slowed down. Chosen. */
const freeMs = 2;

/** The time that stores owe. */
export class SettingsThrottle {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #pause: (ms: number) => Promise<unknown>;
  /** The debts of stores in ms. */
  readonly #debts = new Map<string, number>();
  #paidAtMs = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>, pause: (ms: number) => Promise<unknown> = pauseMs) {
    this.#clock = clock;
    this.#pause = pause;
  }

  /** Starts the clock for new settings of the store. The caller calls the result when they are applied, which charges the time between. */
  begin(storeId: string): () => void {
    const begunMs = this.#clock.monotonicMs();
    return () => {
      this.#pay();
      const owed = (this.#clock.monotonicMs() - begunMs - freeMs) * pausePerMs;
      if (owed > 0) this.#debts.set(storeId, owed + (this.#debts.get(storeId) ?? 0));
    };
  }

  /** Whether the store has to wait. */
  owes(storeId: string): boolean {
    this.#pay();
    return this.#debts.has(storeId);
  }

  /** Resolves when the store owes nothing. */
  async turn(storeId: string): Promise<void> {
    while (this.owes(storeId)) {
      await this.#pause(Math.ceil((this.#debts.get(storeId) ?? 0) * this.#debts.size));
    }
  }

  /** The time that passed is shared by all stores that owe. */
  #pay(): void {
    const nowMs = this.#clock.monotonicMs();
    let leftMs = nowMs - this.#paidAtMs;
    this.#paidAtMs = nowMs;
    while (leftMs > 0 && this.#debts.size > 0) {
      const count = this.#debts.size;
      const paid = Math.min(leftMs / count, ...this.#debts.values());
      leftMs -= paid * count;
      for (const [storeId, owed] of this.#debts) {
        if (owed - paid < leastMs) this.#debts.delete(storeId);
        else this.#debts.set(storeId, owed - paid);
      }
    }
  }
}

/** The least debt in ms for which a store waits; less is a rounding error. */
const leastMs = 0.001;
