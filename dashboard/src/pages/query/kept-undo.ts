/**
 * Keeps the change that takes back the last publication of a query, for this tab: a reload still offers it. It is forgotten where the
 * rule or the synonyms are no longer those that were published. A browser without storage forgets it with the page; no error is shown.
 */
// Tests: ./kept-undo.test.ts, test/browser/dashboard-query.test.ts.
import { deepEqual } from '@tanstack/react-router';
import type { SearchChange, SearchSettings } from '../../../../contract/searches.ts';

const nameOf = (storeId: string, q: string) => `foretype-undo ${storeId} ${q}`;

/** Keeps the undo of a query; null forgets it. */
export function keepUndo(storeId: string, q: string, undo: SearchChange | null): void {
  try {
    if (undo === null) sessionStorage.removeItem(nameOf(storeId, q));
    else sessionStorage.setItem(nameOf(storeId, q), JSON.stringify(undo));
  } catch {
    // Storage is full or forbidden: the undo ends with the page.
  }
}

/** The kept undo of a query; null without one, and where it no longer fits. */
export function readUndo(storeId: string, q: string, settings: SearchSettings): SearchChange | null {
  try {
    const undo = JSON.parse(sessionStorage.getItem(nameOf(storeId, q)) ?? 'null') as SearchChange | null;
    if (undo === null || isFitting(undo, settings)) return undo;
  } catch {
    return null;
  }
  keepUndo(storeId, q, null);
  return null;
}

/** Whether what an undo replaces is what is published. */
export function isFitting({ rule, synonyms }: SearchChange, settings: SearchSettings): boolean {
  return (
    (rule === null || deepEqual(rule.before, settings.rule)) &&
    (synonyms === null || deepEqual(synonyms.before, settings.synonyms))
  );
}
