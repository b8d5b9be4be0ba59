/** Products in the order of the best tiers that they can have, which are sorted by counting. */

/** Read from the best on. */
export class SortedBounds {
  readonly #order: Uint32Array;
  readonly #tiers: Uint16Array;
  #place = 0;

  /** `tiers` of each product, below `tiersMax`. */
  constructor(tiers: Uint16Array, tiersMax: number) {
    const next = new Uint32Array(tiersMax + 1);
    for (let index = 0; index < tiers.length; index += 1) {
      const at = (tiers[index] ?? 0) + 1;
      next[at] = (next[at] ?? 0) + 1;
    }
    for (let at = 0; at < tiersMax; at += 1) next[at + 1] = (next[at + 1] ?? 0) + (next[at] ?? 0);
    const order = new Uint32Array(tiers.length);
    for (let index = 0; index < tiers.length; index += 1) {
      const at = tiers[index] ?? 0;
      const place = next[at] ?? 0;
      order[place] = index;
      next[at] = place + 1;
    }
    this.#order = order;
    this.#tiers = tiers;
  }

  /** The tiers of the next product; infinite behind the last. */
  get tiers(): number {
    const index = this.#order[this.#place];
    return index === undefined ? Number.POSITIVE_INFINITY : (this.#tiers[index] ?? 0);
  }

  /** Takes the next product: its place in the list that was given. */
  take(): number {
    const index = this.#order[this.#place] ?? 0;
    this.#place += 1;
    return index;
  }
}
