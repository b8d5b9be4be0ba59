/**
 * The pieces that words.ts cuts a text into, as plain data. Texts are folded already. Never changed once made, and only words.ts makes
 * them. Nothing is checked here.
 */
// Tests: ./words.test.ts.

/**
 * `word`: a run of letters, marks and digits. Scripts without spaces (Han, Kana, Thai, Lao, Khmer, Myanmar) are
 * cut into overlapping pairs of characters: `pair`; a run of one character is `lone`; and `tail` is the last
 * character of a longer run, held so that a lone character of a query finds it there too.
 */
export type WordKind = 'word' | 'pair' | 'lone' | 'tail';

/** A word of folded text. */
export interface Word {
  /** The word as it stands in the text, but for signs within numbers: `2,7` is `2.7`, and `30*40` is `30x40`. */
  readonly text: string;
  readonly kind: WordKind;
  /** Only punctuation that joins, such as a hyphen, stands between this word and the one before. */
  readonly glued: boolean;
  /** A number with the sign for inches behind it: `15.6"`, `15.6''` or `15.6 "`. */
  readonly inches: boolean;
}
