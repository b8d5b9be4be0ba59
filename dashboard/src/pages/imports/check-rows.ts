/**
 * Joins the first rows of a file with what the service says of them: which cell is wrong, and why. The service checks them as an import
 * would (`POST /product-imports/check`). Pure; it makes no call.
 */
// Tests: ./check-rows.test.ts.
import type { FailureBody } from '../../../../contract/imports.ts';
import { limits } from '../../../../contract/limits.ts';
import type { CsvRow } from '../../../../csv/csv-row.ts';
import { countOf } from '../../words/numbers.ts';
import { headingOfCode } from '../../words/problems.ts';

/** Rows are sent while their text leaves room for the rest of the request. */
const sentMaxLength = limits.formBodyMaxBytes / 4;

/** The rows to send: those that could be read, as many as one request takes. */
export function rowsToCheck(rows: readonly CsvRow[]): readonly CsvRow[] {
  let length = 0;
  return rows
    .filter(({ fault }) => fault === null)
    .slice(0, limits.rowsChecked)
    .filter(({ value }) => {
      const added = JSON.stringify(value).length;
      if (length + added >= sentMaxLength) return false;
      length += added;
      return true;
    });
}

/** Says how many rows are too long for {@link rowsToCheck}; null if none is. */
export function uncheckedNote(rows: readonly CsvRow[]): string | null {
  const readable = rows.filter(({ fault }) => fault === null).slice(0, limits.rowsChecked);
  const left = readable.length - rowsToCheck(rows).length;
  if (left === 0) return null;
  return `${countOf(left, 'row')} ${left === 1 ? 'is' : 'are'} too long to be checked here. The import checks ${left === 1 ? 'it' : 'them'}.`;
}

/** The faults of one row. */
export interface RowFaults {
  /** Messages by the key of the row's value. */
  readonly byKey: ReadonlyMap<string, string>;
  readonly codes: readonly string[];
}

/** What is wrong with each row, by its number in the file; rows without a fault are not there. */
export function faultsByRow(
  rows: readonly CsvRow[],
  failures: readonly FailureBody[],
): ReadonlyMap<number, RowFaults> {
  const sent = rowsToCheck(rows);
  const unreadable = rows
    .filter(({ fault }) => fault !== null)
    .map(({ row }) => [row, { byKey: new Map<string, string>(), codes: ['row_malformed'] }] as const);
  const refused = failures.flatMap(({ row, errors }) => {
    const source = sent[row - 1];
    if (source === undefined) return [];
    const byKey = new Map(errors.map(({ path, message }) => [keyOf(path), message]));
    return [[source.row, { byKey, codes: [...new Set(errors.map(({ code }) => code))] }] as const];
  });
  return new Map([...unreadable, ...refused]);
}

/** `6 of the first 10 rows would fail: No title × 2, Price not a number × 4`; null where none would. */
export function summaryOf(rowCount: number, faults: ReadonlyMap<number, RowFaults>): string | null {
  if (faults.size === 0) return null;
  const counts = new Map<string, number>();
  for (const { codes } of faults.values())
    for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const reasons = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([code, count]) => `${headingOfCode(code)} × ${count}`);
  return `${faults.size} of the first ${countOf(rowCount, 'row')} would fail: ${reasons.join(', ')}.`;
}

/** The key that a JSON pointer begins with. */
function keyOf(path: string): string {
  return (path.split('/', 2)[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
}
