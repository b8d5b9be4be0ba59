/**
 * Recognises our own file of failed rows (Contract §5), which returns after a person corrected it: it has three columns more than the
 * merchant's file, and apostrophes before cells that a spreadsheet would run. Cells that had no column have columns of their own.
 * Pure. It never refuses a file: one that is not ours is read like any other. Our three columns are recognised by their names.
 */
// Tests: ./detect-layout.test.ts.

/** The columns that the file of failed rows has beside the merchant's. */
export const failedRowsColumns = ['_row', '_error_code', '_error'] as const;

/** Whether a file with these columns is a file of failed rows. */
export function isFailedRowsFile(names: readonly string[]): boolean {
  return failedRowsColumns.every((name) => names.includes(name));
}

/** The name under which a cell beyond the last column is kept, by its 1-based place. */
export function surplusName(place: number): string {
  return `_cell_${place}`;
}

/** Whether a column of a file of failed rows holds cells that had no column. */
export function isSurplusName(name: string): boolean {
  return /^_cell_\d+$/.test(name);
}

/** Whether a column of a file of failed rows is ours, not the merchant's. */
export function isOurColumn(name: string): boolean {
  return failedRowsColumns.some((ours) => ours === name) || isSurplusName(name);
}
