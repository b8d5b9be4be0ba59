/**
 * Detects what separates the cells of a file, by reading its first 100 records with each separator. A `sep=` line
 * decides alone. It never fails: for any text the best separator is returned.
 */
// Tests: ./detect-layout.test.ts.
import { type CsvSeparator, csvSeparators } from '../contract/words/csv.ts';
import { fieldAliases, standardFields } from '../contract/words/product.ts';
import { isBlank } from './csv-row.ts';
import { normalizeName } from './header.ts';
import { type CsvRecord, RecordScanner } from './record-scanner.ts';
import { isSeparatorLine } from './table.ts';

/** The beginning of a file, taken apart. */
export interface HeadRecords {
  /** The first record that is not blank; null if there is none. */
  readonly header: CsvRecord | null;
  readonly rows: readonly CsvRecord[];
}

/** Records of the beginning that are looked at (chosen: enough for samples, and read in a millisecond). */
const recordsLookedAt = 100;

/** The first records of a text; where it is not the whole file, the last one may be missing. */
export function readHead(text: string, isWhole: boolean, separator: CsvSeparator): HeadRecords {
  const scanner = new RecordScanner(separator);
  scanner.push(text);
  if (isWhole) scanner.end();
  let header: CsvRecord | null = null;
  const rows: CsvRecord[] = [];
  for (let record = scanner.next(); record !== null; record = scanner.next()) {
    if (record.cells.every(isBlank) || isSeparatorLine(record, separator)) continue;
    if (header === null) header = record;
    else rows.push(record);
    if (rows.length === recordsLookedAt) break;
  }
  return { header, rows };
}

/** Names that hardly stand in a first row by accident; those of shop systems among them. */
const knownNames = new Set<string>([
  ...standardFields,
  ...Object.keys(fieldAliases),
  ...['handle', 'vendor', 'tags', 'variant_price', 'regular_price', 'categories'],
]);

/** The separator that a `sep=` line names, else the one that makes the steadiest table with the most known names. */
export function detectSeparator(text: string, isWhole: boolean): CsvSeparator {
  const named = /^"?sep=(.)"?\s*$/im.exec(text.slice(0, 20).split(/[\r\n]/, 1)[0] ?? '')?.[1];
  const chosen = csvSeparators.find((separator) => separator === named);
  if (chosen !== undefined) return chosen;
  let best: { readonly separator: CsvSeparator; readonly score: number } = { separator: ',', score: 0 };
  for (const separator of csvSeparators) {
    const score = scoreOf(readHead(text, isWhole, separator));
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

/** Known names count most, then how many rows are as wide as the header, then its width. */
function scoreOf({ header, rows }: HeadRecords): number {
  const width = header?.cells.length ?? 0;
  if (header === null || width < 2) return 0;
  const known = new Set(header.cells.map(normalizeTrimmed).filter((name) => knownNames.has(name))).size;
  const steady = rows.filter(({ cells }) => cells.length === width).length;
  const steadiness = rows.length === 0 ? 1 : steady / rows.length;
  return known * 1_000 + steadiness * 100 + Math.min(width, 50);
}

function normalizeTrimmed(cell: string): string {
  return normalizeName(cell.trim());
}
