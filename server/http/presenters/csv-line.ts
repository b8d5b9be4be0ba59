/**
 * Lines of CSV for spreadsheets: quoted as RFC 4180 says, and with no cell that a spreadsheet would run as a formula. What some
 * country's spreadsheet takes for a separator is quoted as well: behind it another cell would begin. Pure; any text is accepted and
 * nothing is cut.
 */
// Tests: ./failures-csv.live.test.ts.
import { defuse } from '../../../csv/formula-cell.ts';

/** Returns one line of a CSV file with its end; cells that a spreadsheet would run are defused. */
export function csvLine(cells: readonly string[], separator: string): string {
  return `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`;
}

/** The same with commas and every text in quotes. */
export function quotedCsvLine(cells: readonly (string | number)[]): string {
  const shown = cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(defuse(cell))));
  return `${shown.join(',')}\r\n`;
}

function csvCell(text: string, separator: string): string {
  const defused = defuse(text);
  const isPlain = !defused.includes(separator) && !/[",;\t\r\n]/.test(defused);
  return isPlain ? defused : quoted(defused);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
