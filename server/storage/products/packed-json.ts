/** Parses JSON within packed texts. Text that cannot be parsed is no part of them and gives undefined. */
// Tests: ./packed-raw.test.ts.

/** The value; undefined where the text is no JSON. */
export function parsePacked(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
