/**
 * Counts the edits between a typed word and a text that is read letter by letter: one integer of state for each letter read, so that
 * a walk through a dictionary keeps one for each depth, shared by all words that begin alike.
 *
 * Edits are those of optimal string alignment: a letter too many, too few or another one, and two neighbours
 * swapped. The state is a column of the table of Wagner and Fischer as an automaton with a row of bits for each
 * number of edits (Wu and Manber, "Fast text searching allowing errors", CACM 1992; swaps as in Hyyrö, "A
 * bit-vector algorithm for computing Levenshtein and Damerau edit distances", 2003), cut down to the diagonals that
 * two edits can reach (Ukkonen, "Algorithms for approximate string matching", 1985):
 *
 *   bit k of row e: the first i letters read are within e edits of the first i + k - 2 letters typed
 *
 * Rows 0 to 2 are bits 0 to 14. Bits 15 to 24 are two more rows: where a swap with 0 or 1 edits before it has begun.
 *
 * Pure. More than 2 edits, and words of more than 200 letters, are refused by the caller (spelling-correction.ts), not here. Letters
 * are code points. It never reads an index.
 */
// Tests: ./spelling-edits.test.ts.

/** Larger numbers of edits are not distinguished. */
export const editsMax = 2;

const rowBits = 2 * editsMax + 1;
const row = (1 << rowBits) - 1;
/** Nothing read: no typed letter is 0 edits away, one is 1 edit away, two are 2. */
const nothingRead = [0b00100, 0b01100, 0b11100] as const;

/** The number of edits that are allowed among the first letters of the typed word. */
export interface EditLimit {
  /** The first `letters` typed letters are met with at most `edits` edits; a swap at their end may lie across it. */
  readonly letters: number;
  readonly edits: number;
}

const unlimited: EditLimit = { letters: 0, edits: editsMax };

/** The code points of a text. */
export function lettersOf(text: string): number[] {
  return Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
}

/**
 * Reads texts and decides which are within some edits of a typed word. A state is an integer; from 0 no text leads to
 * the typed word any more.
 */
export class EditAutomaton {
  /** The state before anything was read. */
  readonly start: number;
  /** No text of more letters leads to the typed word. */
  readonly depthMax: number;
  readonly #letterCount: number;
  readonly #edits: number;
  readonly #limitedEdits: number;
  /** A number for each letter typed, those of ASCII in an array; 0 for all others. */
  readonly #asciiNumbers = new Uint8Array(0x80);
  readonly #otherNumbers = new Map<number, number>();
  /** The diagonals on which a letter is the letter typed, by the number of the letter and its place in the text. */
  readonly #equal: Uint8Array;
  /** The diagonals beyond the limited letters, by the number of letters read. */
  readonly #beyondLimit: Uint8Array;

  /** Takes the letters of the typed word (code points) and 0 to {@link editsMax} edits. */
  constructor(letters: readonly number[], edits: number, limit: EditLimit = unlimited) {
    this.depthMax = letters.length + editsMax;
    this.#letterCount = letters.length;
    this.#edits = edits;
    this.#limitedEdits = limit.edits;
    this.#equal = this.#placeLetters(letters);
    this.#beyondLimit = new Uint8Array(this.depthMax + 2);
    for (let depth = 0; depth <= this.depthMax; depth += 1) {
      this.#beyondLimit[depth] = row & ~diagonalsUpTo(limit.letters - depth);
    }
    this.start = this.#prune(...nothingRead, 0);
  }

  /** The state after one more letter, which is number `depth` of the text, counted from 1. */
  step(state: number, letter: number, depth: number): number {
    const number = letter < 0x80 ? (this.#asciiNumbers[letter] ?? 0) : (this.#otherNumbers.get(letter) ?? 0);
    const equal = this.#equal[number * (this.depthMax + 2) + depth] ?? 0;
    const row0 = state & row;
    const row1 = (state >>> rowBits) & row;
    const row2 = (state >>> (2 * rowBits)) & row;
    const begun0 = (state >>> (3 * rowBits)) & row;
    const begun1 = (state >>> (4 * rowBits)) & row;
    // In this order: the letter typed; another letter; one too many; one too few; the second of a swapped pair.
    const next0 = row0 & equal;
    const next1 = (row1 & equal) | row0 | (row0 >>> 1) | (next0 << 1) | (begun0 & (equal << 1));
    const next2 = (row2 & equal) | row1 | (row1 >>> 1) | (next1 << 1) | (begun1 & (equal << 1));
    const swap0 = this.#edits < 1 ? 0 : row0 & (equal >>> 1);
    const swap1 = this.#edits < 2 ? 0 : row1 & (equal >>> 1);
    return this.#prune(next0, next1, next2, depth) | (swap0 << (3 * rowBits)) | (swap1 << (4 * rowBits));
  }

  /** Whether the `depth` letters read are within the edits of the whole typed word. */
  accepts(state: number, depth: number): boolean {
    const diagonal = this.#letterCount - depth + editsMax;
    if (diagonal < 0 || diagonal >= rowBits) return false;
    return ((state >>> (this.#edits * rowBits + diagonal)) & 1) === 1;
  }

  #placeLetters(letters: readonly number[]): Uint8Array {
    const distinct = Array.from(new Set(letters));
    distinct.forEach((letter, index) => {
      if (letter < 0x80) this.#asciiNumbers[letter] = index + 1;
      else this.#otherNumbers.set(letter, index + 1);
    });
    const depths = this.depthMax + 2;
    const equal = new Uint8Array((distinct.length + 1) * depths);
    letters.forEach((letter, place) => {
      const start = (distinct.indexOf(letter) + 1) * depths;
      for (let depth = Math.max(place + 1 - editsMax, 1); depth <= place + 1 + editsMax; depth += 1) {
        const diagonal = place + 1 - depth + editsMax;
        equal[start + depth] = (equal[start + depth] ?? 0) | (1 << diagonal);
      }
    });
    return equal;
  }

  /**
   * The rows without what is beyond the edits or the limit. Cells after the end of the typed word may stay: they are
   * never nearer than its last cell.
   */
  #prune(all0: number, all1: number, all2: number, depth: number): number {
    const beyondLimit = this.#beyondLimit[depth] ?? 0;
    const row0 = all0 & row;
    let row1 = this.#edits < 1 ? row0 : all1 & row;
    let row2 = this.#edits < 2 ? row1 : all2 & row;
    if (this.#limitedEdits < 1) row1 &= beyondLimit | row0;
    if (this.#limitedEdits < 2) row2 &= beyondLimit | row1;
    return row0 | (row1 << rowBits) | (row2 << (2 * rowBits));
  }
}

/** The diagonals from the lowest to the one that is `offset` above the middle. */
function diagonalsUpTo(offset: number): number {
  return (1 << Math.min(Math.max(offset + editsMax + 1, 0), rowBits)) - 1;
}

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

/** The words to search for. */
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

  /** Takes a word of at most {@link typedLettersMax} letters, and 0 to `editsMax` edits (spelling-edits.ts). */
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
