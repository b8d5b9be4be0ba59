/** Stores whose servers kept calls waiting lately, as one worker saw it. */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';

/**
 * A store is slow for forty times as long as its longest call took: however many stores have calls that hang, and however
 * they change their servers, each of them has calls in the slots for quick stores for a fortieth of the time.
 */
export class SlowStores {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** By store, until when it is slow. */
  readonly #untilMs = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** A call of the store took so long, or has taken so long until now. */
  note(storeId: string, tookMs: number): void {
    if (tookMs < limits.slowCallMs) return;
    const untilMs = this.#clock.monotonicMs() + tookMs * limits.slowCallFactor;
    this.#untilMs.set(storeId, Math.max(untilMs, this.#untilMs.get(storeId) ?? 0));
  }

  has(storeId: string): boolean {
    return (this.#untilMs.get(storeId) ?? 0) > this.#clock.monotonicMs();
  }

  /** Those that are slow now. */
  all(): string[] {
    for (const storeId of this.#untilMs.keys()) if (!this.has(storeId)) this.#untilMs.delete(storeId);
    return [...this.#untilMs.keys()];
  }
}
