/**
 * Scores as a map that never changes, made from the one before without copying all of it: few changes lie over a base that
 * both share. Once they are many, both become a base of their own.
 */

/** Part of the base that changes may amount to before all is copied. Chosen: a copy then costs a change little. */
const changesPerBase = 1 / 4;

type Scores = ReadonlyMap<string, number>;

/** Reads as any map; in no particular order. */
export class ScoreLayers implements Scores {
  readonly #base: Scores;
  readonly #changes: ReadonlyMap<string, number>;
  readonly size: number;

  private constructor(base: Scores, changes: ReadonlyMap<string, number>, size: number) {
    this.#base = base;
    this.#changes = changes;
    this.size = size;
  }

  /** `before` with changes; `before` stays as it is. */
  static change(before: Scores, changes: readonly (readonly [key: string, score: number])[]): Scores {
    const layers = before instanceof ScoreLayers ? before : new ScoreLayers(before, new Map(), before.size);
    if (layers.#changes.size + changes.length > layers.#base.size * changesPerBase) {
      const whole = new Map(before);
      for (const [key, score] of changes) whole.set(key, score);
      return whole;
    }
    const over = new Map(layers.#changes);
    let { size } = layers;
    for (const [key, score] of changes) {
      if (!over.has(key) && !layers.#base.has(key)) size += 1;
      over.set(key, score);
    }
    return new ScoreLayers(layers.#base, over, size);
  }

  get(key: string): number | undefined {
    return this.#changes.get(key) ?? this.#base.get(key);
  }

  has(key: string): boolean {
    return this.#changes.has(key) || this.#base.has(key);
  }

  *entries(): MapIterator<[string, number]> {
    for (const [key, score] of this.#base) if (!this.#changes.has(key)) yield [key, score];
    yield* this.#changes;
  }

  *keys(): MapIterator<string> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<number> {
    for (const [, score] of this.entries()) yield score;
  }

  [Symbol.iterator](): MapIterator<[string, number]> {
    return this.entries();
  }

  forEach(callback: (score: number, key: string, map: Scores) => void): void {
    for (const [key, score] of this.entries()) callback(score, key, this);
  }
}
