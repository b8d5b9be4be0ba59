/** What the words of a query are worth in single products of one segment: looked up, or read where it is known of all. */
import type { Segment } from '../segment/segment.ts';
import type { DocumentValues } from './document-values.ts';
import { type FirstDocuments, firstsOf } from './first-documents.ts';
import { uniteValues } from './intent.ts';
import type { ProductWord } from './product-words.ts';
import { SegmentMemory } from './segment-memory.ts';

/** Bytes a product, in each thread that answers. Chosen. */
const commonWords = new SegmentMemory<DocumentValues>(16);

/** The same in titles, a byte a product for each as well. */
const titleValues = new SegmentMemory<DocumentValues>(48);

const pointsCount = 16;

/** The words of one query in one segment, by their places. */
export class WordValues {
  readonly #segment: Segment;
  readonly #words: readonly ProductWord[];
  /** For each word what it is worth in each document, where that was wanted. */
  readonly #ofAll: (DocumentValues | null)[];
  /** For each word the most that it can be worth by the best points of a title. */
  readonly #byPoints: (Uint8Array | null)[];
  /** The same in titles. */
  readonly #titleByPoints: (Uint8Array | null)[];

  readonly #firstCount: number;

  /** `firstCount`: of {@link firstsOf}. */
  constructor(segment: Segment, words: readonly ProductWord[], firstCount: number) {
    this.#firstCount = firstCount;
    this.#segment = segment;
    this.#words = words;
    this.#ofAll = words.map(() => null);
    this.#byPoints = words.map(() => null);
    this.#titleByPoints = words.map(() => null);
  }

  /** What the word is worth in each document before `end`, at least. */
  ofAll(place: number, end: number): Uint8Array {
    const known = this.#ofAll[place] ?? null;
    if (known !== null) return known.upTo(end);
    const word = this.#words[place] as ProductWord;
    const make = () => word.documentValues(new Uint8Array(this.#segment.documentCount));
    const values = commonWords.get(this.#segment, word.key, make);
    this.#ofAll[place] = values;
    return values.upTo(end);
  }

  /** The first documents of each value that the word has in any (first-documents.ts). */
  firstsOf(place: number): readonly FirstDocuments[] {
    return firstsOf(this.#segment, this.#words[place] as ProductWord, this.#firstCount);
  }

  /** What the word is worth in the title of each document before `end`, at least; 0 where that does not hold it. */
  ofTitles(place: number, end: number): Uint8Array {
    const word = this.#words[place] as ProductWord;
    const make = () => word.titleValues(new Uint8Array(this.#segment.documentCount));
    return titleValues.get(this.#segment, word.key, make).upTo(end);
  }

  /** What the word is worth in each document, where all of that is known; else null. */
  knownOf(place: number): Uint8Array | null {
    const values = this.#ofAll[place] ?? null;
    return values?.isComplete === true ? values.bytes : null;
  }

  /** What the word is worth in a document; 0 where it is not held. */
  at(place: number, document: number): number {
    const values = this.#ofAll[place] ?? null;
    if (values !== null && document < values.end) return values.bytes[document] ?? 0;
    return this.inTitle(place, document) || (this.#words[place] as ProductWord).valueElsewhere(document);
  }

  /** What the word is worth in the title of a document; 0 where that does not hold it. */
  inTitle(place: number, document: number): number {
    return (this.#words[place] as ProductWord).valueInTitle(document);
  }

  /** The most that it can be worth there. */
  boundAt(place: number, document: number): number {
    const values = this.#ofAll[place] ?? null;
    if (values?.isComplete === true) return values.bytes[document] ?? 0;
    const byPoints = this.#byPoints[place] ?? this.#boundsByPoints(place);
    return byPoints[(this.#segment.titlePoints[document] ?? 0) % pointsCount] ?? 0;
  }

  /** The most that it can be worth in the title. */
  boundInTitle(place: number, document: number): number {
    const byPoints = this.#titleByPoints[place] ?? this.#titleBoundsByPoints(place);
    return byPoints[(this.#segment.titlePoints[document] ?? 0) % pointsCount] ?? 0;
  }

  #boundsByPoints(place: number): Uint8Array {
    const { bestElsewhere } = this.#words[place] as ProductWord;
    const bounds = this.#titleBoundsByPoints(place).map((bound) => uniteValues(bound, bestElsewhere));
    this.#byPoints[place] = bounds;
    return bounds;
  }

  #titleBoundsByPoints(place: number): Uint8Array {
    const word = this.#words[place] as ProductWord;
    const bounds = Uint8Array.from({ length: pointsCount }, (_, points) =>
      word.bestInTitle === 0 ? 0 : word.boundInTitle(points),
    );
    this.#titleByPoints[place] = bounds;
    return bounds;
  }
}
