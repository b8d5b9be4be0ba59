/** The best few of many items: a sorted list of bounded length, O(length) an insertion, nothing kept of the rest. */
export class TopList<Item> {
  readonly items: Item[] = [];
  readonly #limit: number;
  readonly #compare: (left: Item, right: Item) => number;

  /** `compare` is below 0 where `left` is better; it should be a total order, so that answers are repeatable. */
  constructor(limit: number, compare: (left: Item, right: Item) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** The last item of a full list, which a further one has to beat; undefined while there is room. */
  get toBeat(): Item | undefined {
    return this.items[this.#limit - 1];
  }

  offer(item: Item): void {
    const { toBeat } = this;
    if (toBeat !== undefined && this.#compare(item, toBeat) >= 0) return;
    let place = this.items.length;
    while (place > 0) {
      const before = this.items[place - 1];
      if (before === undefined || this.#compare(before, item) <= 0) break;
      place -= 1;
    }
    this.items.splice(place, 0, item);
    if (this.items.length > this.#limit) this.items.pop();
  }
}
