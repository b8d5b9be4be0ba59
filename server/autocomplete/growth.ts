/** How fast an index grows, by the products that were read of late. */

/** Chosen: what comes at more than so many products within {@link windowMs} is an import, and merges wait for its end. */
const importProducts = 4_000;

/** After so long products count by the e-th part. Chosen: reads during an import are a second apart or a little more. */
const windowMs = 10_000;

/** Notes what was read; both times of one clock. */
export class Growth {
  /** As of {@link Growth.#atMs}. */
  #products = 0;
  #atMs = 0;

  add(products: number, nowMs: number): void {
    this.#products = this.#at(nowMs) + products;
    this.#atMs = nowMs;
  }

  /** Whether an import is under way, by what came until now. */
  isImport(nowMs: number): boolean {
    return this.#at(nowMs) >= importProducts;
  }

  #at(nowMs: number): number {
    return this.#products * Math.exp((this.#atMs - nowMs) / windowMs);
  }
}
