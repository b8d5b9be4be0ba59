/**
 * Caches results that are computed from a whole store, so that a page has an answer at once. A result that took long is served
 * stale while the next one is computed (stale-while-revalidate); a result that is computed quickly is never stale. A computation is
 * slow from 200 ms on; results are kept for 24 hours and for 1,000 stores. It never returns one store's result for another. A
 * computation that fails rejects for those who wait, and the last result stays.
 */
// Tests: ./stale-result-cache.test.ts.
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** A computation that takes longer is answered with a stale result. Chosen: a page that waits longer feels slow. */
const slowMs = 200;
/** An older result is not served. Chosen. */
const ageMaxMs = 24 * 3_600_000;
/** Stores whose results are kept; beyond it the least recently used is dropped. Chosen. */
const storesMax = 1_000;

interface Kept<Result> {
  readonly result: Result;
  readonly version: string;
  readonly tookMs: number;
  readonly madeAtMs: number;
}

/** The results of one kind of computation, by store. */
export class StaleResultCache<Result extends object> {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #kept = new LRUCache<string, Kept<Result>>({ max: storesMax });
  readonly #underWay = new Map<string, { readonly version: string; readonly made: Promise<Result> }>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /**
   * The result for a store. `version` names the state of the store that `compute` would see: a cached result of the same version is
   * returned, an earlier one only if it took long and is a day old at most. Calls for the same version share one computation.
   * Rejects as `compute` does, if no cached result may be served.
   */
  async read(storeId: string, version: string, compute: () => Promise<Result>): Promise<Result> {
    const kept = this.#kept.get(storeId);
    if (kept?.version === version && this.#isRecent(kept)) return kept.result;
    const underWay = this.#underWay.get(storeId);
    const older = kept !== undefined && this.#mayBeServed(kept) ? kept.result : null;
    if (underWay !== undefined && underWay.version !== version && older === null) {
      await underWay.made.catch(() => {});
      return await this.read(storeId, version, compute);
    }
    const made = underWay?.made ?? this.#compute(storeId, version, compute);
    if (older === null) return await made;
    // The next call tries again.
    made.catch(() => {});
    return older;
  }

  #mayBeServed(kept: Kept<Result>): boolean {
    return kept.tookMs > slowMs && this.#isRecent(kept);
  }

  #isRecent({ madeAtMs }: Kept<Result>): boolean {
    return this.#clock.monotonicMs() - madeAtMs < ageMaxMs;
  }

  #compute(storeId: string, version: string, compute: () => Promise<Result>): Promise<Result> {
    const begun = this.#clock.monotonicMs();
    const made = compute()
      .then((result) => {
        const madeAtMs = this.#clock.monotonicMs();
        this.#kept.set(storeId, { result, version, tookMs: madeAtMs - begun, madeAtMs });
        return result;
      })
      .finally(() => this.#underWay.delete(storeId));
    this.#underWay.set(storeId, { version, made });
    return made;
  }
}
