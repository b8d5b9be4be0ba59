// Tests: ./verify-webhook.test.ts.
/** Reads the clock of the machine, in milliseconds since 1970: the only place of the client that does. */
export function readClock(): number {
  return Date.now();
}
