// Tests: server/http/query.test.ts.
/** An opaque place in a list, for `next_cursor`. */
export function encodeCursor(position: string): string {
  return Buffer.from(position, 'utf8').toString('base64url');
}
