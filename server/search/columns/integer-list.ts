/** A list of unsigned integers that grows, for building typed arrays of unknown length. */
export class IntegerList {
  #items = new Uint32Array(64);
  length = 0;

  push(value: number): void {
    if (this.length === this.#items.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.#items[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#items[index] = value;
  }

  /** The items so far, as a view that is valid until the next push. */
  view(): Uint32Array {
    return this.#items.subarray(0, this.length);
  }
}

/** Numbers distinct strings in the order of their first appearance. */
export class Interner {
  readonly texts: string[] = [];
  readonly #ids = new Map<string, number>();

  id(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.texts.length;
    this.texts.push(text);
    this.#ids.set(text, id);
    return id;
  }

  /** New numbers by the order of `sorted`, which holds the same texts: old id -> place in it. */
  ranksIn(sorted: readonly string[]): Uint32Array {
    const ranks = new Uint32Array(sorted.length);
    sorted.forEach((text, place) => {
      ranks[this.#ids.get(text) ?? 0] = place;
    });
    return ranks;
  }
}
