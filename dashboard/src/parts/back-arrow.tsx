// Tests: test/browser/dashboard-readers.test.ts.

/** The arrow before the words of a link back; screen readers hear the words alone. */
export function BackArrow() {
  return <span aria-hidden="true">← </span>;
}
