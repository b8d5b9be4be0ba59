/**
 * Cleans the names of a file's columns, makes them unique and compares them with known names. Names are strangers' text: `__proto__`
 * is a name like any other, and the cost stays linear for thousands of equal names. It never drops a column and never throws: a blank
 * or repeated name gets another one, with a note for the merchant. Limits of length and number (32 KiB, 500 columns) are checked by
 * its caller.
 */
// Tests: ./detect-layout.test.ts.

/** Blanks, no-break spaces, byte order marks and zero-width characters around a name. */
const edge = /[\s\u200b-\u200d]/;

/** The form in which names are compared: `External ID`, `external-id` and `external_id` are one. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[\s-]+/g, '_');
}

export interface NamedColumns {
  /** Unique, also when case is ignored. */
  readonly names: readonly string[];
  readonly notes: readonly string[];
}

/** The columns of a header up to the last with a name. */
export function namedWidth(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => withoutEdges(cell) !== '') + 1;
}

/** Names every column of a header: a repeated name becomes `name 2`, a missing one `column 7`. */
export function nameColumns(cells: readonly string[]): NamedColumns {
  const cleaned = cells.map(withoutEdges);
  const taken = new Set(cleaned.map((name) => name.toLowerCase()));
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const notes: string[] = [];
  const names = cleaned.map((given, index) => {
    if (given === '') {
      const name = freeName(`column ${index + 1}`, '', taken, counts);
      notes.push(`Column ${index + 1} has no name in the first row and is called “${name}”.`);
      return name;
    }
    if (!seen.has(given.toLowerCase())) {
      seen.add(given.toLowerCase());
      return given;
    }
    const name = freeName(given, ' 2', taken, counts);
    notes.push(
      `The name “${given}” stands in the first row more than once; column ${index + 1} is called “${name}”.`,
    );
    return name;
  });
  return { names, notes };
}

/** Written by hand, since a pattern for the end of a text restarts at each blank inside it. */
function withoutEdges(cell: string): string {
  let [start, end] = [0, cell.length];
  while (start < end && edge.test(cell.charAt(start))) start += 1;
  while (end > start && edge.test(cell.charAt(end - 1))) end -= 1;
  return cell.slice(start, end);
}

/**
 * `name`, `name 2`, `name 3` and so on: the first that no other column has, from the given ending on. `counts` remembers the last
 * number of each name, so a row of thousands of equal names is not counted again for each.
 */
function freeName(name: string, ending: '' | ' 2', taken: Set<string>, counts: Map<string, number>): string {
  const key = name.toLowerCase();
  let free = `${name}${ending}`;
  let count = counts.get(key) ?? (ending === '' ? 2 : 3);
  for (; taken.has(free.toLowerCase()); count += 1) free = `${name} ${count}`;
  counts.set(key, count);
  taken.add(free.toLowerCase());
  return free;
}
