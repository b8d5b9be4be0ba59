/** The words for stock that a row may use (§2.1 in_stock; Contract §4). */

const meanings: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'yes', 'y', 'on', 'in stock', 'in_stock', 'available'].map(
    (word) => [word, true] as const,
  ),
  // Both can be ordered, so both are in stock for a shopper who searches.
  ...['preorder', 'backorder'].map((word) => [word, true] as const),
  ...['0', 'false', 'no', 'n', 'off', 'out of stock', 'out_of_stock', 'unavailable'].map(
    (word) => [word, false] as const,
  ),
]);

/** Whether a stock value means in stock; words in any case. Null if it is none of the known values. */
export function parseStock(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return null;
  return meanings.get(value.trim().toLowerCase()) ?? null;
}
