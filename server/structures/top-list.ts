/** Keeps the best few of many items, sorted. Pure. It never throws; `limit` is trusted to be at least 0. */
// Tests: ./top-list.test.ts.

/**
 * A sorted list of bounded length: O(log length) comparisons an insertion; items beyond the bound are dropped. Without a bound it
 * is a sorted queue.
 */
export class TopList<Item> {
  readonly items: Item[] = [];
  readonly #limit: number;
  #toBeat: Item | undefined = undefined;
  readonly #compare: (left: Item, right: Item) => number;

  /** `compare` is below 0 where `left` is better; it should be a total order, so that answers are repeatable. */
  constructor(limit: number, compare: (left: Item, right: Item) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** The last item of a full list, which a further one has to beat; undefined while there is room. */
  get toBeat(): Item | undefined {
    return this.#toBeat;
  }

  /** Removes and returns the best item; undefined if there is none. */
  takeFirst(): Item | undefined {
    this.#toBeat = undefined;
    return this.items.shift();
  }

  /** Removes the item at a place, which a list that was full is no more. */
  removeAt(place: number): void {
    this.#toBeat = undefined;
    this.items.splice(place, 1);
  }

  /** Inserts an item. Equal items keep the order of their arrival. */
  offer(item: Item): void {
    const { toBeat } = this;
    if (toBeat !== undefined && this.#compare(item, toBeat) >= 0) return;
    const { items } = this;
    const place = this.#placeOf(item);
    let end = items.length;
    // The last one of a full list makes room.
    if (end < this.#limit) items.push(item);
    else end -= 1;
    for (let at = end; at > place; at -= 1) items[at] = items[at - 1] as Item;
    items[place] = item;
    if (items.length === this.#limit) this.#toBeat = items[this.#limit - 1];
  }

  /** The place of an item: behind all that are better or equal. */
  #placeOf(item: Item): number {
    let start = 0;
    let end = this.items.length;
    // Most items come behind all others.
    if (end === 0 || this.#compare(this.items[end - 1] as Item, item) <= 0) return end;
    while (start < end) {
      const middle = (start + end) >>> 1;
      const known = this.items[middle] as Item;
      if (this.#compare(known, item) <= 0) start = middle + 1;
      else end = middle;
    }
    return start;
  }
}
