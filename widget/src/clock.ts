// Tests: test/browser/widget-page.test.ts, test/browser/widget-keyboard.test.ts.
/** The only place of the widget that reads a clock: milliseconds since the page began, which no shopper can set. */
export function readClock(): number {
  return performance.now();
}
