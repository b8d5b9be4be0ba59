/**
 * Reads a whole CSV file as an import does: layout, a first pass where the format needs one, then the rows. For tests: the text is
 * held in memory. It stores nothing; a file without a layout fails the test with the detection's message.
 */
import assert from 'node:assert/strict';
import { createCsvReader, needsSurvey } from '../../csv/csv-reader.ts';
import type { CsvRow } from '../../csv/csv-row.ts';
import { detectLayout, layoutHeadBytes } from '../../csv/detect-layout.ts';
import type { CsvLayout, CsvSettings } from '../../csv/layout.ts';

/** The rows of a file that can be read; fails with the detection's message where it cannot. */
export function readCsvFile(
  content: string | Uint8Array,
  settings: CsvSettings = {},
  nowMs?: number,
): { readonly layout: CsvLayout; readonly rows: readonly CsvRow[] } {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const isWhole = bytes.length <= layoutHeadBytes;
  const result = detectLayout(bytes.subarray(0, layoutHeadBytes), settings, { isWhole });
  assert.ok(result.ok, result.ok ? '' : result.message);
  const { layout } = result;
  const survey = createCsvReader(layout, { nowMs });
  const first = [...survey.read(bytes), ...survey.end()];
  if (!needsSurvey(layout)) return { layout, rows: first };
  const reader = createCsvReader(layout, { nowMs, findings: survey.findings() });
  return { layout, rows: [...reader.read(bytes), ...reader.end()] };
}

/** A file of cells, all of them quoted. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  return `${rows.map(line).join('\r\n')}\r\n`;
}
