/** Words in a row of a text, found by what they say together. */

/**
 * The fewest words in a row that hold a text, the first of them where several rows do; all of them where none does. Words and
 * text are folded; a word may fold to nothing. Linear in the letters of the words for each time that the text occurs.
 */
export function findWords(words: readonly string[], text: string): { start: number; end: number } {
  let joined = '';
  /** The word of each letter of `joined`. */
  const places: number[] = [];
  for (const [place, word] of words.entries()) {
    if (word === '') continue;
    const letters = joined === '' ? word : ` ${word}`;
    joined += letters;
    for (let count = letters.length; count > 0; count -= 1) places.push(place);
  }
  let best = { start: 0, end: words.length };
  const wanted = text.trim();
  if (wanted === '') return best;
  let isFound = false;
  for (let at = joined.indexOf(wanted); at >= 0; at = joined.indexOf(wanted, at + 1)) {
    const start = places[at] ?? 0;
    const end = (places[at + wanted.length - 1] ?? start) + 1;
    if (isFound && end - start >= best.end - best.start) continue;
    best = { start, end };
    isFound = true;
  }
  return best;
}
