/**
 * Makes cells harmless that a spreadsheet would run as a formula, by an apostrophe in front (OWASP, "CSV Injection"), and takes it
 * away again: a corrected file means what its rows meant at first. Different texts stay different; any text may come. Plain numbers
 * with a sign are never changed. It looks at one cell at a time, has no limit of length, and never throws.
 */
// Tests: ./formula-cell.test.ts.

/** Signs that begin a formula, also in full width, which some spreadsheets take for the same, behind any number of apostrophes: those count too, or restoring could not tell them. */
const formula = /^'*[=+\-@＝＋－＠\t\r]/;
const plainNumber = /^[+-]?\d+(?:[.,]\d+)*$/;

/** The text in a form that is safe in spreadsheets. Different texts stay different. */
export function defuse(text: string): string {
  return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** Returns the text that `defuse` was given. */
export function restore(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
