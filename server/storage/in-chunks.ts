/** Long lists of values, asked for in stretches that one statement takes. */

/** Values in one `in (…)` list: chosen, as for products. */
const valuesPerStatement = 500;

/** What a statement gives for each stretch of a list. */
export async function inChunks<Row>(
  values: readonly string[],
  read: (chunk: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < values.length; start += valuesPerStatement) {
    rows.push(...(await read(values.slice(start, start + valuesPerStatement))));
  }
  return rows;
}
