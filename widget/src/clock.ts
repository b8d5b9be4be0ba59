/** The only place of the widget that reads a clock: milliseconds since the page began, which no shopper can set. */
export function readClock(): number {
  return performance.now();
}
