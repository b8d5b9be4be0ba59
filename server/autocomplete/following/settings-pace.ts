/**
 * What the settings of stores may cost the thread that follows them. A store that changes synonyms or rules pays for the time that
 * this took by waiting before its next changes of any kind are read: with a pause of four times as long, a store that sends changes
 * without end has a fifth of the thread, and several of them a quarter together. Stores that owe nothing never wait. What waits is
 * read together, so that sets that were replaced meanwhile cost nothing. Less than 2 ms is free. It forgets debts when they are paid,
 * refuses nothing, and work that rejects is charged like any other.
 */
// Tests: ./settings-pace.test.ts.
import { setTimeout as pauseMs } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';

/** Milliseconds that a store waits for each millisecond that its settings took. Chosen. */
const pausePerMs = 4;

/** Less than this is free: small sets are not slowed down. Chosen. */
const freeMs = 2;

/** The debts of stores. */
export class SettingsPace {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #pause: (ms: number) => Promise<unknown>;
  /** The debts of stores in ms. */
  readonly #debts = new Map<string, number>();
  #paidAtMs = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>, pause: (ms: number) => Promise<unknown> = pauseMs) {
    this.#clock = clock;
    this.#pause = pause;
  }

  /** New settings of the store are being taken; the result is called once they are, and charges the time between. */
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

/** The least debt that is waited for; less is a rest of rounding. */
const leastMs = 0.001;
