/**
 * Cleans the names of a file's columns, makes them unique and compares them with known names. Names are strangers' text: `__proto__`
 * is a name like any other, and the cost stays linear for thousands of equal names. It never drops a column and never throws: a blank
 * or repeated name gets another one, with a note for the merchant. Limits of length and number (32 KiB, 500 columns) are checked by
 * its caller.
 */
// Tests: ./detect-layout.test.ts.

/** Blanks, no-break spaces and joiners around a name. */
const edge = /[\s\u200c\u200d]/;

/** Characters that are not seen, or that turn a text around: no key and no message may hold them. Joiners belong to some scripts. */
const unseen = /(?![\t-\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu;

/** The form in which names are compared: `External ID`, `external-id` and `external_id` are one. */
export function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\u200c\u200d]/g, '')
    .replace(/[\s-]+/g, '_');
}

const nameShownLength = 40;

/** The beginning of a name, which is long enough for people. */
export function shortName(name: string): string {
  return name.length > nameShownLength ? `${name.slice(0, nameShownLength).toWellFormed()}…` : name;
}

/** A name as a message repeats it. */
export function quoteName(name: string): string {
  return `“${shortName(name)}”`;
}

export interface NamedColumns {
  /** Unique, also when case is ignored. */
  readonly names: readonly string[];
  readonly notes: readonly string[];
}

/** Notes about single columns (chosen: a person reads them). */
const notesMax = 10;

/** The columns of a header up to the last with a name. */
export function namedWidth(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cleanName(cell) !== '') + 1;
}

/** Names every column of a header: a repeated name becomes `name 2`, a missing one `column 7`. */
export function nameColumns(cells: readonly string[]): NamedColumns {
  const cleaned = cells.map(cleanName);
  const taken = new Set(cleaned.map((name) => name.toLowerCase()));
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const notes: string[] = [];
  const names = cleaned.map((given, index) => {
    if (given === '') {
      const name = freeName(`column ${index + 1}`, '', taken, counts);
      notes.push(`Column ${index + 1} has no name in the first row and is called ${quoteName(name)}.`);
      return name;
    }
    if (!seen.has(given.toLowerCase())) {
      seen.add(given.toLowerCase());
      return given;
    }
    const name = freeName(given, ' 2', taken, counts);
    notes.push(
      `The name ${quoteName(given)} stands in the first row more than once; column ${index + 1} is called ${quoteName(name)}.`,
    );
    return name;
  });
  if (notes.length <= notesMax) return { names, notes };
  const others = `${notes.length - notesMax} more columns have no name of their own and got one.`;
  return { names, notes: [...notes.slice(0, notesMax), others] };
}

function cleanName(cell: string): string {
  return withoutEdges(cell.replace(unseen, ''));
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
