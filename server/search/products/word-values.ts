/** What the words of a query are worth in single products of one segment: looked up, or read where it is known of all. */
import type { Segment } from '../segment/segment.ts';
import { type FirstDocuments, firstsOf } from './first-documents.ts';
import { uniteValues } from './intent.ts';
import type { ProductWord } from './product-words.ts';
import { SegmentMemory } from './segment-memory.ts';

/** Bytes a product, in each thread that answers. Chosen. */
const commonWords = new SegmentMemory<Uint8Array>(16);

/** The same in titles, a byte a product for each as well. */
const titleValues = new SegmentMemory<Uint8Array>(48);

const pointsCount = 16;

/** The words of one query in one segment, by their places. */
export class WordValues {
  readonly #segment: Segment;
  readonly #words: readonly ProductWord[];
  /** For each word what it is worth in each document, as far as it was wanted. */
  readonly #ofAll: (Uint8Array | null)[];
  /** For each word the most that it can be worth by the best points of a title. */
  readonly #byPoints: (Uint8Array | null)[];

  readonly #firstCount: number;

  /** `firstCount`: of {@link firstsOf}. */
  constructor(segment: Segment, words: readonly ProductWord[], firstCount: number) {
    this.#firstCount = firstCount;
    this.#segment = segment;
    this.#words = words;
    this.#ofAll = words.map(() => null);
    this.#byPoints = words.map(() => null);
  }

  /** What the word is worth in all documents. */
  ofAll(place: number): Uint8Array {
    const known = this.#ofAll[place] ?? null;
    if (known !== null) return known;
    const word = this.#words[place] as ProductWord;
    const values = commonWords.get(this.#segment, word.key, () => {
      const made = new Uint8Array(this.#segment.documentCount);
      word.fillValues(made);
      return made;
    });
    this.#ofAll[place] = values;
    return values;
  }

  /** The first documents of each value that the word has in any (first-documents.ts). */
  firstsOf(place: number): readonly FirstDocuments[] {
    return firstsOf(this.#segment, this.#words[place] as ProductWord, this.#firstCount);
  }

  /** What the word is worth in the title of each document; 0 where that does not hold it. */
  ofTitles(place: number): Uint8Array {
    const word = this.#words[place] as ProductWord;
    return titleValues.get(this.#segment, word.key, () => {
      const values = new Uint8Array(this.#segment.documentCount);
      word.fillTitleValues(values);
      return values;
    });
  }

  /** What the word is worth in each document, where that was wanted before; else null. */
  knownOf(place: number): Uint8Array | null {
    return this.#ofAll[place] ?? null;
  }

  /** What the word is worth in a document; 0 where it is not held. */
  at(place: number, document: number): number {
    const word = this.#words[place] as ProductWord;
    const ofAll = this.#ofAll[place] ?? null;
    if (ofAll !== null) return ofAll[document] ?? 0;
    return word.valueInTitle(document) || word.valueElsewhere(document);
  }

  /** The most that it can be worth there. */
  boundAt(place: number, document: number): number {
    const ofAll = this.#ofAll[place] ?? null;
    if (ofAll !== null) return ofAll[document] ?? 0;
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
