/**
 * Remembers which store was opened last in this browser. A browser without storage starts with the first store; no
 * error is shown.
 */
// Tests: test/browser/dashboard.test.ts.

const storageKey = 'foretype-last-store';

export function readLastStore(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export function keepLastStore(storeId: string): void {
  try {
    localStorage.setItem(storageKey, storeId);
  } catch {
    // Storage is full or forbidden: the next visit starts at the first store.
  }
}
