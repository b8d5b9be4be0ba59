/**
 * Splits a text by what the query names, at the beginnings of words, without case and accents. It works on decomposed
 * text, where an accent follows its letter, so that no place has to be counted back.
 */

/**
 * The text in order and complete, by turns not named and named: `Trail run` asked for `run` is `['Trail ', 'run', '']`.
 * One piece where nothing is named. Scripts without case have words that begin anywhere, or no spaces between them.
 */
export function splitByQuery(text: string, query: string): string[] {
  const words =
    query
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) || [];
  // The longest that fits; an accent belongs to the letter before it.
  const patterns = words.sort((a, b) => b.length - a.length).map((word) => [...word, ''].join('\\p{M}*'));
  const named = new RegExp(`(?<![\\p{Lu}\\p{Ll}\\p{N}]\\p{M}*)(${patterns.join('|')})`, 'giu');
  return words[0]
    ? text
        .normalize('NFD')
        .split(named)
        .map((piece) => piece.normalize())
    : [text];
}
