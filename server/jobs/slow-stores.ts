/**
 * Remembers stores whose servers kept calls waiting lately, as one worker saw it. It asks no server; a restart forgets it. A call is
 * slow from 1,000 ms on (`limits.slowCallMs`), for forty times its length; a quick one is not noted. Durations are milliseconds. A
 * store that is not known counts as quick; nothing throws.
 */
// Tests: ./slow-stores.test.ts.
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';

/**
 * A store is slow for forty times as long as its longest call took. So each store whose calls hang, whichever servers it names,
 * uses the slots for quick stores for at most a fortieth of the time.
 */
export class SlowStores {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** The time until which each store is slow. */
  readonly #untilMs = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Notes how long a call of the store took, or has taken until now. */
  note(storeId: string, tookMs: number): void {
    if (tookMs < limits.slowCallMs) return;
    const untilMs = this.#clock.monotonicMs() + tookMs * limits.slowCallFactor;
    this.#untilMs.set(storeId, Math.max(untilMs, this.#untilMs.get(storeId) ?? 0));
  }

  has(storeId: string): boolean {
    return (this.#untilMs.get(storeId) ?? 0) > this.#clock.monotonicMs();
  }

  /** The stores that are slow now. */
  all(): string[] {
    for (const storeId of this.#untilMs.keys()) if (!this.has(storeId)) this.#untilMs.delete(storeId);
    return [...this.#untilMs.keys()];
  }
}
