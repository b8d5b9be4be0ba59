/**
 * Sheets of suggestions for people to mark, each for himself, and what their marks say together. A suggestion that a sheet leaves
 * unmarked is refused: a gap would pass for a good one. Sheets of other suggestions throw. It changes no mark; agreement is a share
 * from 0 to 1.
 */
// Tests: test/bench/suggestion-sheets.test.ts.
import Papa from 'papaparse';
import { type FileRow, refuseWrongRows, wrongRow } from '../../server/evaluation/read-rows.ts';

/** One line of a sheet. */
export interface SheetRow {
  readonly catalog: string;
  readonly beginning: string;
  /** The place in the list, from 1. */
  readonly place: number;
  readonly suggestion: string;
}

/** The sheet of one reader: each row with its mark. */
export type MarkedSheet = ReadonlyMap<string, boolean>;

/** The agreement of all readers' marks. */
export interface Marks {
  /** The share of bad suggestions, in the order of the sheets. */
  readonly badShares: readonly number[];
  /** The share of suggestions that all readers marked alike. */
  readonly unanimousShare: number;
  /** Fleiss (1971): agreement beyond chance, 1 at most; NaN where all marks of all readers are the same. */
  readonly kappa: number;
  /** The rows that more than half of the readers marked as bad. */
  readonly badRows: readonly string[];
}

const columns = ['catalog', 'beginning', 'place', 'suggestion', 'bad'] as const;

/** CSV with a column `bad`, which is empty but for rows that `marked` knows. */
export function sheetFile(rows: readonly SheetRow[], marked: MarkedSheet = new Map()): string {
  return Papa.unparse(
    [
      columns,
      ...rows.map(({ catalog, beginning, place, suggestion }) => {
        const mark = marked.get(keyOf(catalog, beginning, suggestion));
        return [catalog, beginning, place, suggestion, mark === undefined ? '' : Number(mark)];
      }),
    ].map((cells) => [...cells]),
    { newline: '\n' },
  );
}

/** The marks of one sheet by row: 1 is bad, 0 is not. Throws `validation_failed` naming rows without a mark. */
export function readSheet(rows: readonly FileRow[]): MarkedSheet {
  const marks = new Map<string, boolean>();
  const faults = rows.flatMap((row) => {
    const fields = new Map(Object.entries(row.value ?? {}));
    const bad = String(fields.get('bad') ?? '').trim();
    if (bad !== '0' && bad !== '1') return [wrongRow(row, `takes 0 or 1 in the column bad, got "${bad}"`)];
    const [catalog = '', beginning = '', , suggestion = ''] = columns.map((name) =>
      String(fields.get(name) ?? ''),
    );
    marks.set(keyOf(catalog, beginning, suggestion), bad === '1');
    return [];
  });
  refuseWrongRows(faults);
  return marks;
}

function keyOf(catalog: string, beginning: string, suggestion: string): string {
  return `${catalog}: ${beginning} → ${suggestion}`;
}

/** Compares sheets of the same suggestions. Throws if one holds others. */
export function compareSheets(sheets: readonly MarkedSheet[]): Marks {
  const [first = new Map<string, boolean>()] = sheets;
  const keys = [...first.keys()];
  if (sheets.some((sheet) => sheet.size !== first.size || keys.some((key) => !sheet.has(key)))) {
    throw new Error('The sheets hold different suggestions: they must be copies of one.');
  }
  const badCounts = keys.map((key) => sheets.filter((sheet) => sheet.get(key) === true).length);
  const total = badCounts.reduce((sum, count) => sum + count, 0);
  return {
    badShares: sheets.map((sheet) => [...sheet.values()].filter(Boolean).length / keys.length),
    unanimousShare: badCounts.filter((count) => count === 0 || count === sheets.length).length / keys.length,
    kappa: fleissKappa(badCounts, sheets.length, total / (keys.length * sheets.length)),
    badRows: keys.filter((_, at) => (badCounts[at] ?? 0) * 2 > sheets.length),
  };
}

function fleissKappa(badCounts: readonly number[], readers: number, badShare: number): number {
  const pairs = readers * (readers - 1);
  const alike = badCounts.map((bad) => (bad * (bad - 1) + (readers - bad) * (readers - bad - 1)) / pairs);
  const observed = alike.reduce((sum, share) => sum + share, 0) / badCounts.length;
  const byChance = badShare ** 2 + (1 - badShare) ** 2;
  return (observed - byChance) / (1 - byChance);
}
