/**
 * The values of a query's words in the products of one segment: looked up one by one, or read for all products if known. Results are
 * kept for later questions, since a segment never changes. Memory is limited per segment, least recently used first: 16 common words
 * and 48 title words of one byte a product each, and 512 lists of first documents; what is dropped is read again. It never gives a
 * question more than its own budget paid for.
 */
// Tests: ./word-values.test.ts.
import type { Segment } from '../segment/segment.ts';
import { uniteValues } from './intent.ts';
import type { CommonRule } from './product-question.ts';
import type { ProductWord } from './product-words.ts';
import type { DocumentValues } from './value-stream.ts';

/** Values that are kept by segment and key. */
export class SegmentMemory<Value> {
  readonly #keptMax: number;
  /** The values of each segment by key, the most recently used last. */
  readonly #known = new WeakMap<Segment, Map<string, Value>>();

  /** `keptMax`: of one segment. */
  constructor(keptMax: number) {
    this.#keptMax = keptMax;
  }

  /** Returns the value that is known under a key, or makes it. */
  get(segment: Segment, key: string, make: () => Value): Value {
    const values = this.#known.get(segment) ?? new Map<string, Value>();
    this.#known.set(segment, values);
    const value = values.get(key) ?? make();
    values.delete(key);
    const [oldest] = values.keys();
    if (values.size >= this.#keptMax && oldest !== undefined) values.delete(oldest);
    values.set(key, value);
    return value;
  }
}

/** The first documents of one value, and of one stock. */
export interface FirstDocuments {
  readonly value: number;
  /** Ascending. */
  readonly documents: Uint32Array;
  /** Whether no other document has this value. */
  readonly isComplete: boolean;
}

const valueCount = 256;

/** Returns the first documents of each value among those from `start` to before `end`. */
function firstDocuments(values: Uint8Array, start: number, end: number, firstMax: number): FirstDocuments[] {
  const counts = new Uint32Array(valueCount);
  const found = new Uint32Array(valueCount * firstMax);
  for (let document = start; document < end; document += 1) {
    const value = values[document] ?? 0;
    if (value === 0) continue;
    const count = counts[value] ?? 0;
    if (count < firstMax) found[value * firstMax + count] = document;
    counts[value] = count + 1;
  }
  const firsts: FirstDocuments[] = [];
  for (let value = 1; value < valueCount; value += 1) {
    const count = counts[value] ?? 0;
    if (count === 0) continue;
    const at = value * firstMax;
    const documents = found.slice(at, at + Math.min(count, firstMax));
    firsts.push({ value, documents, isComplete: count <= firstMax });
  }
  return firsts;
}

/** First documents of variants for each place. Chosen. */
const variantsPerPlace = 8;

/** First documents that were asked for, some kilobytes each. Chosen. */
const kept = new SegmentMemory<readonly FirstDocuments[]>(512);

/** The value of a word in each document; used again. */
let scratch = new Uint8Array(0);

/** The first documents of each value, in stock and out of stock: at most `firstMax` of each. */
export function firstsOf(
  segment: Segment,
  word: Pick<ProductWord, 'key' | 'documentValues'>,
  firstMax: number,
): readonly FirstDocuments[] {
  return kept.get(segment, `${firstMax} ${word.key}`, () => {
    const { documentCount, inStockCount } = segment;
    if (scratch.length < documentCount) scratch = new Uint8Array(documentCount);
    const values = word
      .documentValues(scratch.subarray(0, documentCount).fill(0), documentCount)
      .upTo(documentCount);
    return [
      ...firstDocuments(values, 0, inStockCount, firstMax),
      ...firstDocuments(values, inStockCount, documentCount, firstMax),
    ];
  });
}

/** Bytes a product. Chosen. */
const commonWords = new SegmentMemory<DocumentValues>(16);

/** The same in titles, a byte a product for each as well. */
const titleValues = new SegmentMemory<DocumentValues>(48);

const pointsCount = 16;

/**
 * The part of the kept values that one question has read. Others may have read on: it goes by what it read itself, so that what it finds within a
 * budget does not depend on them.
 */
class ReadValues {
  readonly #segment: Segment;
  readonly #words: readonly ProductWord[];
  readonly #memory: SegmentMemory<DocumentValues>;
  readonly #make: (word: ProductWord) => DocumentValues;
  readonly #values: (DocumentValues | null)[];
  /** The first document of each word that was not read. */
  readonly #ends: Uint32Array;

  constructor(
    segment: Segment,
    words: readonly ProductWord[],
    memory: SegmentMemory<DocumentValues>,
    make: (word: ProductWord) => DocumentValues,
  ) {
    this.#segment = segment;
    this.#words = words;
    this.#memory = memory;
    this.#make = make;
    this.#values = words.map(() => null);
    this.#ends = new Uint32Array(words.length);
  }

  upTo(place: number, end: number): Uint8Array {
    const word = this.#words[place] as ProductWord;
    const values = this.#values[place] ?? this.#memory.get(this.#segment, word.key, () => this.#make(word));
    this.#values[place] = values;
    this.#ends[place] = Math.max(this.#ends[place] ?? 0, end);
    return values.upTo(end);
  }

  isRead(place: number, document: number): boolean {
    return document < (this.#ends[place] ?? 0);
  }

  isComplete(place: number): boolean {
    return this.#values[place] !== null && this.#ends[place] === this.#segment.documentCount;
  }

  /** Returns the value of a word in a document that was read. */
  at(place: number, document: number): number {
    return this.#values[place]?.bytes[document] ?? 0;
  }
}

/** The words of one query in one segment, by index. */
export class WordValues {
  readonly #segment: Segment;
  readonly #words: readonly ProductWord[];
  readonly #all: ReadValues;
  readonly #titles: ReadValues;
  /** The most that each word can be worth by the best points of a title. */
  readonly #byPoints: (Uint8Array | null)[];
  /** The same in titles. */
  readonly #titleByPoints: (Uint8Array | null)[];

  readonly #firstCount: number;

  constructor(segment: Segment, words: readonly ProductWord[], { firstCount, shortListMax }: CommonRule) {
    // Of variants many take one place.
    this.#firstCount = segment.groups.isEmpty ? firstCount : firstCount * variantsPerPlace;
    this.#segment = segment;
    this.#words = words;
    const empty = () => new Uint8Array(segment.documentCount);
    this.#all = new ReadValues(segment, words, commonWords, (word) =>
      word.documentValues(empty(), shortListMax),
    );
    this.#titles = new ReadValues(segment, words, titleValues, (word) =>
      word.titleValues(empty(), shortListMax),
    );
    this.#byPoints = words.map(() => null);
    this.#titleByPoints = words.map(() => null);
  }

  /** Returns the value of the word in each document before `end`; those behind it may be read in part. */
  ofAll(place: number, end: number): Uint8Array {
    return this.#all.upTo(place, end);
  }

  /** The first documents of each value that the word has in any (word-values.ts). */
  firstsOf(place: number): readonly FirstDocuments[] {
    return firstsOf(this.#segment, this.#words[place] as ProductWord, this.#firstCount);
  }

  /** Returns the value of the word in the title of each document before `end`, as above; 0 if the title does not hold it. */
  ofTitles(place: number, end: number): Uint8Array {
    return this.#titles.upTo(place, end);
  }

  /** Returns the value of the word in each document if the question read all of them; else null. */
  knownOf(place: number): Uint8Array | null {
    return this.#all.isComplete(place) ? this.#all.upTo(place, 0) : null;
  }

  /** Returns the value of the word in a document; 0 if the document does not hold it. */
  at(place: number, document: number): number {
    if (this.#all.isRead(place, document)) return this.#all.at(place, document);
    return this.inTitle(place, document) || (this.#words[place] as ProductWord).valueElsewhere(document);
  }

  /** Returns the value of the word in the title of a document; 0 if the title does not hold it. */
  inTitle(place: number, document: number): number {
    if (this.#titles.isRead(place, document)) return this.#titles.at(place, document);
    return (this.#words[place] as ProductWord).valueInTitle(document);
  }

  /** The most that it can be worth there. */
  boundAt(place: number, document: number): number {
    if (this.#all.isComplete(place)) return this.#all.at(place, document);
    const byPoints = this.#byPoints[place] ?? this.#boundsByPoints(place);
    return byPoints[this.#segment.titlePoints[document] ?? 0] ?? 0;
  }

  /** The most that it can be worth in the title. */
  boundInTitle(place: number, document: number): number {
    const byPoints = this.#titleByPoints[place] ?? this.#titleBoundsByPoints(place);
    return byPoints[this.#segment.titlePoints[document] ?? 0] ?? 0;
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
