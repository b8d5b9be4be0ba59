/** Which store was looked at last on this browser; only a convenience, so a browser without storage goes without. */

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
