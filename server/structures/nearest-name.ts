/**
 * Finds the known name that an unknown one most likely meant. Pure. Callers cut long names (50 characters), since the time grows with
 * the product of both lengths. A name may differ in a third of its letters. It never corrects anything itself: null means that no name
 * is near.
 */
// Tests: server/catalog/unknown-fields.test.ts.

/** The known name that differs least, case and separators aside; null where none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const plain = plainName(name);
  let nearest: string | null = null;
  let least = Math.max(1, Math.floor(plain.length / 3)) + 1;
  for (const candidate of known) {
    const edits = editsBetween(plain, plainName(candidate));
    if (edits < least) [nearest, least] = [candidate, edits];
  }
  return nearest;
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Letters to add, remove or replace (Wagner and Fischer, 1974). */
function editsBetween(left: string, right: string): number {
  let above = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[right.length] ?? 0;
}
