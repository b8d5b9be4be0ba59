// Tests: ./send-request.test.ts.
/** A number from 0 up to 1, which spreads the waits of many clients: no secret. */
export function randomShare(): number {
  return Math.random();
}
