/**
 * A few pairs of characters in common are no word in common: what is held of a run without spaces counts for nothing
 * unless it is more than half of the run.
 */

/** The runs of one query. */
export class RunScraps {
  /** For each word its run, and for each run how many words it has. */
  readonly #runOf: Uint8Array;
  readonly #sizes: Uint8Array;
  readonly #held: Uint8Array;

  /** `words` in their order. */
  constructor(words: readonly { readonly run: number }[]) {
    const runs = Array.from(new Set(words.map(({ run }) => run)));
    this.#runOf = Uint8Array.from(words, ({ run }) => runs.indexOf(run));
    this.#sizes = new Uint8Array(runs.length);
    this.#held = new Uint8Array(runs.length);
    for (const run of this.#runOf) this.#sizes[run] = (this.#sizes[run] ?? 0) + 1;
  }

  /** Drops scraps from what the words are worth in a product; returns how many words are held then. */
  drop(values: Uint8Array): number {
    const held = this.#held.fill(0);
    for (let index = 0; index < values.length; index += 1) {
      const run = this.#runOf[index] ?? 0;
      if (values[index] !== 0) held[run] = (held[run] ?? 0) + 1;
    }
    let total = 0;
    for (let index = 0; index < values.length; index += 1) {
      const run = this.#runOf[index] ?? 0;
      if ((held[run] ?? 0) * 2 <= (this.#sizes[run] ?? 0)) values[index] = 0;
      else if (values[index] !== 0) total += 1;
    }
    return total;
  }
}
