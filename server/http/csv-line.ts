/** Lines of CSV for spreadsheets: quoted as RFC 4180 says, and with no cell that a spreadsheet would run as a formula. */
import { defuse } from '../../csv/formula-cell.ts';

export function csvLine(cells: readonly string[], separator: string): string {
  return `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`;
}

function csvCell(text: string, separator: string): string {
  const defused = defuse(text);
  const isPlain = !defused.includes(separator) && !/["\r\n]/.test(defused);
  return isPlain ? defused : `"${defused.replaceAll('"', '""')}"`;
}
