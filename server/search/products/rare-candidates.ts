/**
 * Products that hold a rare word, by how many words of the query each misses at least: a common word of which nothing is known counts
 * as held. A level is sorted by the best tiers that its products can have when it is asked for.
 */
import { gradeOf, inTitleBit, isTitleValue, literalBit, pointsOf, standing } from './intent.ts';
import type { RareHolders } from './rare-holders.ts';
import { SortedBounds } from './sorted-bounds.ts';
import type { WordValues } from './word-values.ts';

/** The tiers of a document that misses so many words and has this grade. */
type TiersOf = (document: number, missing: number, grade: number) => number;

/** See the head of the file. */
export class RareCandidates {
  readonly #holders: RareHolders;
  readonly #values: WordValues;
  /** By place: whether the word is common. */
  readonly #isCommon: Uint8Array;
  /** Places among the holders. */
  readonly #levels: readonly Uint32Array[];

  constructor(holders: RareHolders, isCommon: Uint8Array, values: WordValues) {
    this.#holders = holders;
    this.#isCommon = isCommon;
    this.#values = values;
    this.#levels = this.#levelsOf(holders);
  }

  /** How many miss so many words at least. */
  countOf(missing: number): number {
    return this.#levels[missing]?.length ?? 0;
  }

  /** Those that miss so many words at least, the best first. `tiersMax`: no tiers are so high. */
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

  /** What a rare word is worth there, or a bound on it. */
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
