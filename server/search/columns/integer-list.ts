/**
 * A list of unsigned 32-bit integers that grows, for building typed arrays of unknown length. It begins with 64 places and doubles.
 * Nothing is checked: a place that is not there reads as 0, a larger number loses its high bits, and nothing is ever removed.
 */
// Tests: ./posting-table.test.ts.
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
