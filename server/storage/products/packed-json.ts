/** JSON within packed texts, which are no column's shape: what cannot be parsed is no part of them. */

/** The value; undefined where the text is no JSON. */
export function parsePacked(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
