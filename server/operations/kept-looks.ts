/**
 * Results of long looks at a store, kept so that a page shows at once what the last look found. What took long to find is shown as it
 * was while the next look is under way; what is found quickly is never old. A look is long from 200 ms on; results are kept for 24
 * hours and 1,000 stores. It never shows one store's result to another; a look that fails rejects for those who wait, and the last
 * result stays.
 */
// Tests: ./kept-looks.test.ts.
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** A look that takes longer is worth an older result. Chosen: a page that waits longer feels slow. */
const longLookMs = 200;
/** An older result is not shown. Chosen. */
const ageMaxMs = 24 * 3_600_000;
/** Stores of which results are kept. Chosen. */
const storesMax = 1_000;

interface Kept<Result> {
  readonly result: Result;
  readonly version: string;
  readonly tookMs: number;
  readonly madeAtMs: number;
}

/** The kept results of one kind of look, by store. */
export class KeptLooks<Result extends object> {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #kept = new LRUCache<string, Kept<Result>>({ max: storesMax });
  readonly #underWay = new Map<string, { readonly version: string; readonly made: Promise<Result> }>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /**
   * The result for a store. `version` names the state of the store that `look` would see: a kept result of the same one is returned,
   * an earlier one only while it is a day old at most and took long. Calls for the same version share one look. Rejects as `look`
   * does, where nothing is kept that may be shown.
   */
  async read(storeId: string, version: string, look: () => Promise<Result>): Promise<Result> {
    const kept = this.#kept.get(storeId);
    if (kept?.version === version && this.#isRecent(kept)) return kept.result;
    const underWay = this.#underWay.get(storeId);
    const older = kept !== undefined && this.#mayBeShown(kept) ? kept.result : null;
    if (underWay !== undefined && underWay.version !== version && older === null) {
      await underWay.made.catch(() => {});
      return await this.read(storeId, version, look);
    }
    const made = underWay?.made ?? this.#look(storeId, version, look);
    if (older === null) return await made;
    // The next call tries again.
    made.catch(() => {});
    return older;
  }

  #mayBeShown(kept: Kept<Result>): boolean {
    return kept.tookMs > longLookMs && this.#isRecent(kept);
  }

  #isRecent({ madeAtMs }: Kept<Result>): boolean {
    return this.#clock.monotonicMs() - madeAtMs < ageMaxMs;
  }

  #look(storeId: string, version: string, look: () => Promise<Result>): Promise<Result> {
    const begun = this.#clock.monotonicMs();
    const made = look()
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
