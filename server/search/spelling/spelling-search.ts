/** A typed word made ready to be searched for in any number of dictionaries. */
import { EditAutomaton, lettersOf } from './spelling-edits.ts';

/** A folded word of a query. */
export interface TypedWord {
  readonly text: string;
  /** It is the last one and may be unfinished: as near to a word as to the nearest beginning of it. */
  readonly prefix: boolean;
}

/** Longer words cannot be searched for, since counts of shared letters end at 255. */
export const typedLettersMax = 200;

/** Words this short keep their first letter: with another one, nearly all of them are words as well. */
const firstLetterKeptMax = 5;

/** Searches from both ends of a word (see {@link SpellingSearch.halves}). */
interface Halves {
  readonly onward: EditAutomaton;
  /** Reads words from their last letter to their first. */
  readonly back: EditAutomaton;
}

/** Which words are searched for. */
export class SpellingSearch {
  readonly prefix: boolean;
  /** The letter that words must begin with, or null for any. */
  readonly firstLetter: number | null;
  /** Finds all that is searched for. */
  readonly whole: EditAutomaton;
  /**
   * Find together what {@link whole} finds, and read far less: either not all edits lie in the first half of the
   * typed word, or none lie in the second (Mihov and Schulz, "Fast approximate search in large dictionaries",
   * Computational Linguistics 2004). Null where that does not pay, or for a word without a known end.
   */
  readonly halves: Halves | null;

  /** At most {@link typedLettersMax} letters, and 0 to `editsMax` edits (spelling-edits.ts). */
  constructor({ text, prefix }: TypedWord, edits: number) {
    const letters = lettersOf(text);
    this.prefix = prefix;
    this.firstLetter = letters.length <= firstLetterKeptMax ? (letters[0] ?? null) : null;
    this.whole = new EditAutomaton(letters, edits);
    this.halves = prefix || edits === 0 || this.firstLetter !== null ? null : halve(letters, edits);
  }
}

/** The letter between the halves is in neither, so that an edit beside it is in one of them at most. */
function halve(letters: readonly number[], edits: number): Halves {
  const first = letters.length >>> 1;
  const second = letters.length - first - 1;
  return {
    onward: new EditAutomaton(letters, edits, { letters: first, edits: edits - 1 }),
    back: new EditAutomaton(letters.toReversed(), edits, { letters: second, edits: 0 }),
  };
}
