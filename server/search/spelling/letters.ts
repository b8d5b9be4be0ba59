/** Reads UTF-8 letter by letter, of three bytes at most: words that may be corrected have no others. */

/** The letter at a place. */
export function letterAt(bytes: Uint8Array, place: number): number {
  const lead = bytes[place] ?? 0;
  if (lead < 0x80) return lead;
  const second = (bytes[place + 1] ?? 0) & 0x3f;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  return ((lead & 0x0f) << 12) | (second << 6) | ((bytes[place + 2] ?? 0) & 0x3f);
}

/** The letter that ends before a place. */
export function letterBefore(bytes: Uint8Array, end: number): number {
  const last = bytes[end - 1] ?? 0;
  if (last < 0x80) return last;
  return letterAt(bytes, (bytes[end - 2] ?? 0) >= 0xc0 ? end - 2 : end - 3);
}

/** Bytes that a letter takes. */
export function letterWidth(letter: number): number {
  if (letter < 0x80) return 1;
  return letter < 0x800 ? 2 : 3;
}
