/**
 * Keeps what takes back the last publication, for this tab: a reload still offers it. It is forgotten where what it would replace is no
 * longer published. A browser without storage forgets it with the page; no error is shown.
 */
// Tests: test/browser/dashboard-query.test.ts, test/browser/dashboard-ranking.test.ts.

const keyOf = (name: string) => `foretype-undo ${name}`;

/** Keeps an undo, which is plain data, under a name; null forgets it. */
export function keepUndo(name: string, undo: object | null): void {
  try {
    if (undo === null) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), JSON.stringify(undo));
  } catch {
    // Storage is full or forbidden: the undo ends with the page.
  }
}

/** The kept undo of a name; null without one, and where it no longer fits. */
export function readUndo<Undo extends object>(name: string, isFitting: (undo: Undo) => boolean): Undo | null {
  try {
    const undo = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as Undo | null;
    if (undo === null || isFitting(undo)) return undo;
  } catch {
    return null;
  }
  keepUndo(name, null);
  return null;
}
