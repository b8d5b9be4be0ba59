/**
 * Splits a text into what the query names and what it does not, by words: without case, accents and width, at the
 * beginnings of words. Letters may fold to several (ß, Ⅷ) or to none, so places are counted back letter by letter.
 */

/** A stretch of a text; marked where the query names it. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

const letterOrDigit = /[\p{L}\p{N}]/u;
/** Thai, Lao, Japanese and Chinese write without spaces: there a word may begin anywhere. */
const unspaced = /[\u0e00-\u0eff\u3040-\u9fff]/;

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The text in order and complete; one unmarked piece where nothing is named. */
export function splitByQuery(text: string, query: string): Piece[] {
  let folded = '';
  /** For each unit of the folded text where its letter begins in the text. */
  const starts: number[] = [];
  let length = 0;
  for (const letter of text) {
    for (const unit of fold(letter)) {
      folded += unit;
      for (let units = unit.length; units > 0; units -= 1) starts.push(length);
    }
    length += letter.length;
  }
  starts.push(length);
  const words = fold(query)
    .split(/\s+/)
    .filter(Boolean)
    .sort((a, b) => b.length - a.length);
  const pieces: Piece[] = [];
  let plainFrom = 0;
  const push = (to: number, isMarked: boolean) => {
    if (to > plainFrom) pieces.push({ text: text.slice(plainFrom, to), isMarked });
    plainFrom = Math.max(plainFrom, to);
  };
  for (let at = 0; at < folded.length; at += 1) {
    const word = words.find((candidate) => folded.startsWith(candidate, at));
    if (!word || (letterOrDigit.test(folded.charAt(at - 1)) && !unspaced.test(word))) continue;
    push(starts[at] ?? 0, false);
    at += word.length - 1;
    // To the end of the last letter, with the accents that fold away after it.
    push(starts[at + 1] ?? length, true);
  }
  push(length, false);
  return pieces;
}
