/**
 * Memories of limited size: beyond it the least recently used entry, or with {@link remembered} every entry, is forgotten. It counts
 * entries, never bytes; a forgotten entry costs time only. An error of `make` is passed on and nothing is kept.
 */
// Tests: ./bounded-by-count.test.ts.

/**
 * Options of an LRUCache of `most` entries that takes memory as it fills: its own `max` takes that of all entries at
 * once, 70 ms of processor time for 50,000, at each start.
 */
export function boundedByCount(most: number) {
  return { maxSize: most, sizeCalculation: () => 1 } as const;
}

/**
 * The function with a memory of `most` results, which forgets all of them when it is full. Keys often come from strangers,
 * such as locales and labels, so a memory without a limit would grow for ever.
 */
export function remembered<Result>(most: number, make: (key: string) => Result): (key: string) => Result {
  const known = new Map<string, Result>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    if (known.size === most) known.clear();
    known.set(key, made);
    return made;
  };
}
