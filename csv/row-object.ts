/**
 * Makes objects of a row's cells, fast enough for millions of rows. Keys are strangers' text: `__proto__` becomes an ordinary key. It
 * trims and checks no cell: a row that is too short gives empty texts, one that is too long loses the rest. Limits of cells are the
 * tokenizer's; nothing throws.
 */
// Tests: ./csv-reader.test.ts.

/**
 * A function that makes an object of a row's cells under these names; cells of columns without a name are left out.
 * All objects have their names in one order, also where cells are blank.
 */
export function createRowObject(
  names: readonly (string | null)[],
): (cells: readonly string[]) => Record<string, string> {
  const columns = names.flatMap((name, index) => (name === null ? [] : [{ name, index }]));
  if (columns.some(({ name }) => name === '__proto__')) {
    return (cells) => Object.fromEntries(columns.map(({ name, index }) => [name, cells[index] ?? '']));
  }
  // Assignment makes one shape for all rows and is three times as fast; only `__proto__` would not be a key by it.
  const keys = columns.map(({ name }) => name);
  const places = columns.map(({ index }) => index);
  return (cells) => {
    const row: Record<string, string> = {};
    for (let column = 0; column < keys.length; column += 1) {
      row[keys[column] ?? ''] = cells[places[column] ?? 0] ?? '';
    }
    return row;
  };
}
