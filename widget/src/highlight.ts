/**
 * Splits a text into parts that match the query or not, ignoring case and accents. Earlier words of the query match whole words,
 * also in the plural; the last one matches beginnings of words, but a single letter after other words only a whole word. Words that
 * the text writes together match: `usb c` matches `USBC`, but not the `C` of a cable. It works on decomposed text, where an accent
 * follows its letter, so that no place has to be counted back.
 */
// Tests: ./highlight.test.ts.

/**
 * Returns the complete text in pieces, alternating between not matched and matched: `Trail run` with the query `run` gives
 * `['Trail ', 'run', '']`. One piece if nothing matches. In scripts without case a match may begin anywhere, since words may have
 * no spaces between them.
 */
export function splitByQuery(text: string, query: string): string[] {
  // Each letter with optional accents.
  const words = query
    .normalize('NFD')
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.map((word) => word.replace(/(.)\p{M}*/gu, '$1\\p{M}*'));
  if (!words) return [text];
  const any = `(?:${words.join('|')})`;
  const last = words.pop() as string;
  // A pattern of one letter has seven characters.
  const begun = words[0] && !last[7] ? '' : `${last}|`;
  const named = RegExp(
    `(?<![\\p{Lu}\\p{Ll}\\p{N}]\\p{M}*)(${any}{0,2}(?:${begun}${any}(?:(?<=\\p{L}{3})e?[ns])?(?![\\p{Lu}\\p{Ll}\\p{N}\\p{M}])))`,
    'giu',
  );
  return text
    .normalize('NFD')
    .split(named)
    .map((piece) => piece.normalize());
}
