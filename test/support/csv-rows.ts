/**
 * A small CSV reader (RFC 4180) for test data that is known to be well-formed: quoted fields may hold commas, doubled quotes and line
 * breaks. It is no part of the service and must never be used to read strangers' files. It has no limits of lengths; a quote that is
 * never closed throws with the character's place.
 */

/** Rows as arrays of cells; an empty last line is no row. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // A cell, and what ends it: a comma, a line break, or the end of the text.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`the CSV is not well-formed at character ${at}`);
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',' && cell.lastIndex < text.length) continue;
    if (end === ',') row.push('');
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Rows as objects named by the header; blank cells are left out. */
export function parseCsvObjects(text: string): Record<string, string>[] {
  const [header = [], ...rows] = parseCsv(text);
  return rows.map((cells) =>
    Object.fromEntries(
      header.flatMap((name, index) => {
        const cell = cells[index] ?? '';
        return cell === '' ? [] : [[name, cell]];
      }),
    ),
  );
}
