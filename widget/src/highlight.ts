/**
 * Splits a text by what the query names, without case and accents. Earlier words of the query are named as whole words, in
 * the plural too, and the last one where a word begins with it; a single letter behind other words only as a whole word.
 * Words that the text writes together count: `usb c` names `USBC`, but no `C` of a cable. It works on decomposed text,
 * where an accent follows its letter, so that no place has to be counted back.
 */

/**
 * The text in order and complete, by turns not named and named: `Trail run` asked for `run` is `['Trail ', 'run', '']`.
 * One piece where nothing is named. Scripts without case have words that begin anywhere, or no spaces between them.
 */
export function splitByQuery(text: string, query: string): string[] {
  // Each letter with the accents that it may have.
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
