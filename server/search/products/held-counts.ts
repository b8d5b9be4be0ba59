/**
 * How many words of a query each document of a segment may hold, for all documents at once: a bitmap for each word, and
 * a counter for each document whose digits lie in bitmaps too, so that 32 counters are raised by a few operations
 * (bit-sliced arithmetic: O'Neil and Quass, SIGMOD 1997).
 */

/** A word of a query, as far as it is counted. */
interface MarkedWord {
  /** Sets the bits of all documents that hold the word. */
  markHolders(bitmap: Uint32Array): void;
}

/** Counts of one segment's documents. */
export class HeldCounts {
  /** Digits of the counters, the lowest first; one bit a document in each. */
  readonly #digits: readonly Uint32Array[];
  #most: number | null = null;

  private constructor(digits: readonly Uint32Array[]) {
    this.#digits = digits;
  }

  /**
   * For `documentCount` documents, or those among them whose bit is set in `among`. O(postings of the words + documents
   * / 32 for each word).
   */
  static of(
    documentCount: number,
    words: readonly MarkedWord[],
    among: Uint32Array | null = null,
  ): HeldCounts {
    const wordCount = Math.ceil(documentCount / 32);
    const digitCount = 32 - Math.clz32(words.length);
    const digits = Array.from({ length: digitCount }, () => new Uint32Array(wordCount));
    const holders = new Uint32Array(wordCount);
    for (const word of words) {
      holders.fill(0);
      word.markHolders(holders);
      if (among !== null) keepCommon(holders, among);
      raise(digits, holders);
    }
    return new HeldCounts(digits);
  }

  /** The count of a document. */
  at(document: number): number {
    const word = document >>> 5;
    let count = 0;
    for (let digit = 0; digit < this.#digits.length; digit += 1) {
      count |= (((this.#digits[digit]?.[word] ?? 0) >>> (document & 31)) & 1) << digit;
    }
    return count;
  }

  /** Sets the bits of documents with this count or a higher one, from 1 to the number of words. */
  markFrom(least: number, bitmap: Uint32Array): void {
    for (let word = 0; word < bitmap.length; word += 1) {
      // What is equal in all higher digits, and what is higher in one of them.
      let equal = -1;
      let higher = 0;
      for (let digit = this.#digits.length - 1; digit >= 0; digit -= 1) {
        const bits = this.#digits[digit]?.[word] ?? 0;
        if (((least >>> digit) & 1) === 1) {
          equal &= bits;
        } else {
          higher |= equal & bits;
          equal &= ~bits;
        }
      }
      bitmap[word] = (bitmap[word] ?? 0) | higher | equal;
    }
  }

  /** The highest count. */
  get most(): number {
    this.#most ??= this.#findMost();
    return this.#most;
  }

  /** Digit by digit from the highest on: a digit counts if a document has it together with those that counted before. */
  #findMost(): number {
    let counted: Uint32Array[] = [];
    let most = 0;
    for (let digit = this.#digits.length - 1; digit >= 0; digit -= 1) {
      const bits = [...counted, this.#digits[digit] as Uint32Array];
      if (!haveCommonBit(bits)) continue;
      counted = bits;
      most |= 1 << digit;
    }
    return most;
  }
}

function haveCommonBit([first, ...others]: readonly Uint32Array[]): boolean {
  if (first === undefined) return false;
  for (let word = 0; word < first.length; word += 1) {
    let common = first[word] ?? 0;
    for (let index = 0; common !== 0 && index < others.length; index += 1)
      common &= others[index]?.[word] ?? 0;
    if (common !== 0) return true;
  }
  return false;
}

function keepCommon(bitmap: Uint32Array, other: Uint32Array): void {
  for (let word = 0; word < bitmap.length; word += 1) bitmap[word] = (bitmap[word] ?? 0) & (other[word] ?? 0);
}

/** Adds one to the counters of the marked documents. */
function raise(digits: readonly Uint32Array[], marked: Uint32Array): void {
  for (let word = 0; word < marked.length; word += 1) {
    let carry = marked[word] ?? 0;
    for (let digit = 0; carry !== 0 && digit < digits.length; digit += 1) {
      const bits = digits[digit] as Uint32Array;
      const before = bits[word] ?? 0;
      bits[word] = before ^ carry;
      carry &= before;
    }
  }
}
