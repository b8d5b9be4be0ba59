/**
 * Scores of a segment's documents for single typed texts. They are stored ahead of time in shared memory and found by two hashes of
 * the text, so a keystroke allocates nothing if there are none.
 *
 * | part | what it holds |
 * | --- | --- |
 * | head | how many places the table has, a power of two, and how many scores there are |
 * | table | a text a place: both hashes, and where its scores begin and end; a place without scores is free |
 * | documents | the highest score first; texts that say the same share them |
 * | scores | of each of these |
 * A text without scores gives null. A published table is never changed: new scores need a new table. Scores are 64-bit floats,
 * documents are numbers of one segment, and both are trusted.
 */
// Tests: server/search/products/product-top.test.ts.

/** Scores of documents for some typed texts. */
export interface ScoresOfTexts {
  readonly texts: readonly string[];
  readonly scores: readonly (readonly [document: number, score: number])[];
}

const headLength = 2;
const placeLength = 4;

/** Stores the scores in shared memory; empty if there are none. */
export function placeTextScores(all: readonly ScoresOfTexts[]): SharedArrayBuffer {
  const scoreCount = all.reduce((sum, { scores }) => sum + scores.length, 0);
  if (scoreCount === 0) return new SharedArrayBuffer(0);
  const textCount = all.reduce((sum, { texts }) => sum + texts.length, 0);
  const places = 2 ** Math.ceil(Math.log2(2 * textCount));
  const words = headLength + places * placeLength + scoreCount;
  const buffer = new SharedArrayBuffer(scoresStart(words) + scoreCount * 8);
  const integers = new Uint32Array(buffer, 0, words);
  const scores = new Float64Array(buffer, scoresStart(words));
  integers.set([places, scoreCount]);
  let end = 0;
  for (const { texts, scores: worths } of all) {
    if (worths.length === 0) continue;
    for (const text of texts) {
      const [first, second] = [hashOf(text, firstSeed), hashOf(text, secondSeed)];
      let place = first & (places - 1);
      while (integers[headLength + place * placeLength + 3] !== 0) place = (place + 1) & (places - 1);
      integers.set([first, second, end, end + worths.length], headLength + place * placeLength);
    }
    const ordered = worths.toSorted(([one, left], [other, right]) => right - left || one - other);
    for (const [document, score] of ordered) {
      integers[headLength + places * placeLength + end] = document;
      scores[end] = score;
      end += 1;
    }
  }
  return buffer;
}

/** The scores of one text. */
export class TextLift {
  /** The highest score first. */
  readonly documents: Uint32Array;
  readonly #scores: Float64Array;

  constructor(documents: Uint32Array, scores: Float64Array) {
    this.documents = documents;
    this.#scores = scores;
  }

  /**
   * The score of a document for this text, 0 for none. Linear: a text scores at most as many documents as an answer
   * shows.
   */
  scoreOf(document: number): number {
    const place = this.documents.indexOf(document);
    return place < 0 ? 0 : (this.#scores[place] ?? 0);
  }
}

/** Reads stored scores. */
export class TextScores {
  readonly #places: number;
  readonly #table: Uint32Array;
  readonly #documents: Uint32Array;
  readonly #scores: Float64Array;

  /** `buffer` is not empty. */
  constructor(buffer: SharedArrayBuffer) {
    const [places = 0, scoreCount = 0] = new Uint32Array(buffer, 0, headLength);
    const tableEnd = headLength + places * placeLength;
    this.#places = places;
    this.#table = new Uint32Array(buffer, headLength * 4, places * placeLength);
    this.#documents = new Uint32Array(buffer, tableEnd * 4, scoreCount);
    this.#scores = new Float64Array(buffer, scoresStart(tableEnd + scoreCount), scoreCount);
  }

  /** The scores of a folded text; null if it has none. */
  find(text: string): TextLift | null {
    const [table, last] = [this.#table, this.#places - 1];
    const first = hashOf(text, firstSeed);
    let at = (first & last) * placeLength;
    for (; table[at + 3] !== 0; at = (at + placeLength) & (table.length - 1)) {
      if (table[at] !== first || table[at + 1] !== hashOf(text, secondSeed)) continue;
      const [start, end] = [table[at + 2], table[at + 3]];
      return new TextLift(this.#documents.subarray(start, end), this.#scores.subarray(start, end));
    }
    return null;
  }
}

/** Doubles stand at a multiple of eight bytes. */
function scoresStart(words: number): number {
  return Math.ceil(words / 2) * 8;
}

const [firstSeed, secondSeed] = [0x811c9dc5, 0x9e3779b9];

/** FNV-1a with its bits mixed (MurmurHash3's finalizer); two of them differ for any two texts of a shop. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
