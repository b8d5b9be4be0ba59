// Tests: test/browser/widget-page.test.ts, test/browser/widget-keyboard.test.ts.
/**
 * The only place of the widget that makes random values: `randomUUID` is missing on pages without https. Ids are no
 * secrets.
 */
export function createId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
