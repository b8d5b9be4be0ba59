/**
 * Session storage of the page, as JSON: it ends with the tab. Blocked or full storage and content that is no JSON are silent: a read
 * gives null, a write is lost.
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-recent.test.ts.

export function read(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) || '');
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is blocked or full.
  }
}
