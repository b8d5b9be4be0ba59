/**
 * The products of one segment with a rare word of a query, each once, with the values of these words in it. Only the postings of rare
 * words are read, and each value is written to its place, at a cost independent of the size of the catalog. Products are grouped by
 * the number of words that each misses at least, where a common word with an unknown value counts as present; a level is sorted by the
 * best possible tiers of its products when it is read. It spends no budget itself: the caller pays per posting before it calls. The
 * shared table of places is always left empty for the next query, one query at a time in a thread.
 */
// Tests: ./rare-words.test.ts.
import { gradeOf, inTitleBit, isTitleValue, literalBit, pointsOf, standing, uniteValues } from './intent.ts';
import type { ValueStream } from './value-stream.ts';
import type { WordValues } from './word-values.ts';

/** A word and its place among the words of a query. */
export interface RareWord {
  readonly place: number;
  /** The streams of the word, those that are bounds last. */
  readonly streams: readonly ValueStream[];
}

/** The products with a rare word, and the values of these words in them. */
export interface RareHolders {
  /** The holders, in any order. */
  readonly documents: Uint32Array;
  /** The value of each word of the query in each document; 0 for words that it does not hold, and for all that are not rare. */
  readonly values: Uint8Array;
  /** The number of rare words that each of them holds. */
  readonly held: Uint8Array;
}

/** One more than the place among the holders, for each document of a segment. Kept between calls and left empty. */
let places = new Int32Array(0);

/** Reads the postings of `words`. `wordCount`: the number of words in the query. */
export function gatherHolders(
  documentCount: number,
  wordCount: number,
  words: readonly RareWord[],
): RareHolders {
  if (places.length < documentCount) places = new Int32Array(documentCount);
  let most = 0;
  for (const { streams } of words) for (const { start, end } of streams) most += end - start;
  const documents = new Uint32Array(most);
  const values = new Uint8Array(most * wordCount);
  const held = new Uint8Array(most);
  let count = 0;
  for (const { place, streams } of words) {
    for (const stream of streams) {
      count = addStream(stream, place, wordCount, { documents, values, held }, count);
    }
  }
  for (let index = 0; index < count; index += 1) places[documents[index] ?? 0] = 0;
  return { documents: documents.subarray(0, count), values, held };
}

/** Returns how many documents there are then. */
function addStream(
  { documents: streamed, bytes, start, end, meaning, isBound }: ValueStream,
  wordPlace: number,
  wordCount: number,
  { documents, values, held }: RareHolders,
  count: number,
): number {
  let next = count;
  for (let at = start; at < end; at += 1) {
    const document = streamed[at] ?? 0;
    let place = places[document] ?? 0;
    if (place === 0) {
      documents[next] = document;
      next += 1;
      place = next;
      places[document] = place;
    }
    const slot = (place - 1) * wordCount + wordPlace;
    const value = meaning[bytes[at] ?? 0] ?? 0;
    const known = values[slot] ?? 0;
    if (known === 0) held[place - 1] = (held[place - 1] ?? 0) + 1;
    if (isBound) values[slot] = uniteValues(known, value);
    else if (value > known) values[slot] = value;
  }
  return next;
}

/** Bounds, read from the best on. */
export class SortedBounds {
  readonly #order: Uint32Array;
  readonly #tiers: Uint16Array;
  #place = 0;

  /** `tiers` of each product, below `tiersMax`. */
  constructor(tiers: Uint16Array, tiersMax: number) {
    const next = new Uint32Array(tiersMax + 1);
    for (let index = 0; index < tiers.length; index += 1) {
      const at = (tiers[index] ?? 0) + 1;
      next[at] = (next[at] ?? 0) + 1;
    }
    for (let at = 0; at < tiersMax; at += 1) next[at + 1] = (next[at + 1] ?? 0) + (next[at] ?? 0);
    const order = new Uint32Array(tiers.length);
    for (let index = 0; index < tiers.length; index += 1) {
      const at = tiers[index] ?? 0;
      const place = next[at] ?? 0;
      order[place] = index;
      next[at] = place + 1;
    }
    this.#order = order;
    this.#tiers = tiers;
  }

  /** The tiers of the next product; infinite behind the last. */
  get tiers(): number {
    const index = this.#order[this.#place];
    return index === undefined ? Number.POSITIVE_INFINITY : (this.#tiers[index] ?? 0);
  }

  /** Takes the next product: its place in the list that was given. */
  take(): number {
    const index = this.#order[this.#place] ?? 0;
    this.#place += 1;
    return index;
  }
}

/** The tiers of a document by its missing words and its grade. */
type TiersOf = (document: number, missing: number, grade: number) => number;

/** The holders of rare words, grouped by the number of words that each misses at least. */
export class RareCandidates {
  readonly #holders: RareHolders;
  readonly #values: WordValues;
  /** 1 for each common word of the query, else 0. */
  readonly #isCommon: Uint8Array;
  /** Places among the holders. */
  readonly #levels: readonly Uint32Array[];

  constructor(holders: RareHolders, isCommon: Uint8Array, values: WordValues) {
    this.#holders = holders;
    this.#isCommon = isCommon;
    this.#values = values;
    this.#levels = this.#levelsOf(holders);
  }

  /** Returns the number of products that miss at least `missing` words. */
  countOf(missing: number): number {
    return this.#levels[missing]?.length ?? 0;
  }

  /** Products that miss at least `missing` words, the best first. All tiers are below `tiersMax`. */
  sort(missing: number, tiersMax: number, tiersOf: TiersOf): SortedBounds {
    const level = this.#levels[missing] ?? new Uint32Array(0);
    return new SortedBounds(this.#boundsOf(level, tiersOf), tiersMax);
  }

  /** The holder at a place of a level. */
  holderAt(missing: number, place: number): number {
    return this.#levels[missing]?.[place] ?? 0;
  }

  documentOf(holder: number): number {
    return this.#holders.documents[holder] ?? 0;
  }

  /** Returns the value of a rare word in a holder, or a bound on it. */
  valueOf(holder: number, place: number): number {
    return this.#holders.values[holder * this.#isCommon.length + place] ?? 0;
  }

  #levelsOf({ documents, held }: RareHolders): Uint32Array[] {
    const wordCount = this.#isCommon.length;
    const known: Uint8Array[] = [];
    let missable = wordCount;
    for (let place = 0; place < wordCount; place += 1) {
      if (this.#isCommon[place] === 0) continue;
      const values = this.#values.knownOf(place);
      if (values === null) missable -= 1;
      else known.push(values);
    }
    const missing = new Uint8Array(documents.length);
    const counts = new Uint32Array(wordCount + 1);
    for (let holder = 0; holder < documents.length; holder += 1) {
      const document = documents[holder] ?? 0;
      let missed = missable - (held[holder] ?? 0);
      for (const values of known) if (values[document] !== 0) missed -= 1;
      missing[holder] = missed;
      counts[missed] = (counts[missed] ?? 0) + 1;
    }
    const levels = Array.from(counts, (count) => new Uint32Array(count));
    counts.fill(0);
    for (let holder = 0; holder < missing.length; holder += 1) {
      const level = missing[holder] ?? 0;
      const place = counts[level] ?? 0;
      (levels[level] as Uint32Array)[place] = holder;
      counts[level] = place + 1;
    }
    return levels;
  }

  #boundsOf(holders: Uint32Array, tiersOf: TiersOf): Uint16Array {
    const { documents, values } = this.#holders;
    const wordCount = this.#isCommon.length;
    const tiers = new Uint16Array(holders.length);
    for (let index = 0; index < holders.length; index += 1) {
      const holder = holders[index] ?? 0;
      const document = documents[holder] ?? 0;
      let points = 0;
      let all = inTitleBit | literalBit;
      let any = 0;
      let missing = wordCount;
      for (let place = 0; place < wordCount; place += 1) {
        const value =
          this.#isCommon[place] === 1
            ? this.#values.boundAt(place, document)
            : (values[holder * wordCount + place] ?? 0);
        points += pointsOf(value);
        all &= value === 0 ? literalBit : value;
        any |= value;
        if (value !== 0) missing -= 1;
      }
      const stands = isTitleValue(all) ? standing.sideBySide : standing.scattered;
      tiers[index] = tiersOf(document, missing, gradeOf(wordCount, points, all, any, stands));
    }
    return tiers;
  }
}
