/**
 * Finds the column whose name is a slip of the pen away from a required one that is missing: a hint for the merchant, never a mapping.
 * Null where no name is near; names longer than 40 characters are near nothing.
 */
// Tests: ./detect-layout.test.ts.
import { normalizeName } from './header.ts';

/** Changes of letters that a slip of the pen makes, one in a short name (chosen). */
const editsMax = 2;
const shortNameLength = 5;

/** The column whose name is nearest to a field's; null where none is near. */
export function nearName(field: string, names: readonly string[]): string | null {
  const byName = (wanted: (name: string) => boolean) =>
    names.find((name) => wanted(normalizeName(name))) ?? null;
  return (
    byName((name) => editsBetween(name, field) <= (name.length > shortNameLength ? editsMax : 1)) ??
    (field === 'external_id' ? byName((name) => name.endsWith('_id')) : null)
  );
}

/** Levenshtein's distance; names longer than 40 characters are near nothing. */
function editsBetween(left: string, right: string): number {
  if (left.length > 40) return left.length;
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...left].entries()) {
    const next = [at + 1];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (right[column - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
