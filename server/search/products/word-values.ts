/** What the words of a query are worth in single products of one segment: looked up, or read where it is known of all. */
import type { Segment } from '../segment/segment.ts';
import { CommonWord } from './common-values.ts';
import { uniteValues } from './intent.ts';
import type { ProductWord } from './product-words.ts';
import { SegmentMemory } from './segment-memory.ts';

/** Bytes a product, in each thread that answers. Chosen. */
const commonWords = new SegmentMemory<CommonWord>(64);

const pointsCount = 16;

/** The words of one query in one segment, by their places. */
export class WordValues {
  readonly #segment: Segment;
  readonly #words: readonly ProductWord[];
  /** For each word what it is worth in each document, as far as it was wanted. */
  readonly #ofAll: (CommonWord | null)[];
  /** For each word the most that it can be worth by the best points of a title. */
  readonly #byPoints: (Uint8Array | null)[];

  readonly #firstCount: number;

  constructor(segment: Segment, words: readonly ProductWord[], firstCount: number) {
    this.#firstCount = firstCount;
    this.#segment = segment;
    this.#words = words;
    this.#ofAll = words.map(() => null);
    this.#byPoints = words.map(() => null);
  }

  /** What the word is worth in all documents. */
  ofAll(place: number): CommonWord {
    const known = this.#ofAll[place] ?? null;
    if (known !== null) return known;
    const word = this.#words[place] as ProductWord;
    const values = commonWords.get(
      this.#segment,
      `${this.#firstCount} ${word.key}`,
      () => new CommonWord(this.#segment, word, this.#firstCount),
    );
    this.#ofAll[place] = values;
    return values;
  }

  /** What the word is worth in each document, where that was wanted before; else null. */
  knownOf(place: number): Uint8Array | null {
    return this.#ofAll[place]?.values ?? null;
  }

  /** What the word is worth in a document; 0 where it is not held. */
  at(place: number, document: number): number {
    const word = this.#words[place] as ProductWord;
    const ofAll = this.#ofAll[place] ?? null;
    if (ofAll !== null) return ofAll.values[document] ?? 0;
    return word.valueInTitle(document) || word.valueElsewhere(document);
  }

  /** The most that it can be worth there. */
  boundAt(place: number, document: number): number {
    const ofAll = this.#ofAll[place] ?? null;
    if (ofAll !== null) return ofAll.values[document] ?? 0;
    const byPoints = this.#byPoints[place] ?? this.#boundsByPoints(place);
    return byPoints[(this.#segment.titlePoints[document] ?? 0) % pointsCount] ?? 0;
  }

  #boundsByPoints(place: number): Uint8Array {
    const word = this.#words[place] as ProductWord;
    const bounds = Uint8Array.from({ length: pointsCount }, (_, points) =>
      word.bestInTitle === 0
        ? word.bestElsewhere
        : uniteValues(word.boundInTitle(points), word.bestElsewhere),
    );
    this.#byPoints[place] = bounds;
    return bounds;
  }
}
