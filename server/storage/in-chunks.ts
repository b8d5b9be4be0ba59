/**
 * Splits long lists into stretches of at most 500, which one statement takes on both databases. The stretches are separate statements:
 * outside a transaction they see different moments. An empty list runs no statement; an error of one stretch ends the rest. It never
 * reorders the list and drops no entry.
 */
// Tests: test/storage/storage.test.ts.

/** Values in one `in (…)` list and rows in one `values (…), (…)` list: chosen; below both databases' limits. */
const chunkLength = 500;

/** Yields the items in their order, in stretches of at most 500; none for an empty list. */
export function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += chunkLength) {
    yield items.slice(start, start + chunkLength);
  }
}

/** Runs `read` for each stretch of a list, one after the other, and joins the rows. */
export async function inChunks<Row>(
  values: readonly string[],
  read: (chunk: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const chunk of chunksOf(values)) rows.push(...(await read(chunk)));
  return rows;
}
