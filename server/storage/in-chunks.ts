/** Long lists of values and rows, in stretches that one statement takes. */

/** Values in one `in (…)` list and rows in one `values (…), (…)` list: chosen; below both databases' limits. */
const chunkLength = 500;

export function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += chunkLength) {
    yield items.slice(start, start + chunkLength);
  }
}

/** All that a statement gives for the stretches of a list. */
export async function inChunks<Row>(
  values: readonly string[],
  read: (chunk: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const chunk of chunksOf(values)) rows.push(...(await read(chunk)));
  return rows;
}
