/**
 * A segment together with its tombstones, which say what is live. A tombstone is one bit per document, set if a later segment has a
 * newer version. Counts from the time of building are corrected by documents that died since, so all answers are exact. It never
 * changes published tombstones: a change makes a copy. Numbers of documents are trusted; a buffer of another format throws an `Error`.
 */
// Tests: ./live-segment.test.ts.
import { type Integers, openSections } from '../columns/sections.ts';
import type { SegmentSnapshot } from '../engine.ts';
import type { CardColumn } from './card-column.ts';
import { openLayer } from './card-layers.ts';
import { Segment } from './segment.ts';

const bitsPerWord = 32;

/** Creates tombstones with all documents live. */
export function createTombstones(documentCount: number): SharedArrayBuffer {
  return new SharedArrayBuffer(Math.ceil(documentCount / bitsPerWord) * 4);
}

/** Returns a copy with further documents dead; the given buffer does not change, since readers may use it. */
export function buryDocuments(
  tombstones: SharedArrayBuffer,
  documents: readonly number[],
): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(tombstones.byteLength);
  const words = new Uint32Array(buffer);
  words.set(new Uint32Array(tombstones));
  for (const document of documents) {
    const word = document >>> 5;
    words[word] = (words[word] ?? 0) | (1 << (document & 31));
  }
  return buffer;
}

/** Returns a copy in which all documents out of stock are dead too: those from `inStockCount` on. */
function buryOutOfStock(tombstones: Uint32Array, { inStockCount, documentCount }: Segment): Uint32Array {
  const words = tombstones.slice();
  for (let document = inStockCount; document < documentCount; ) {
    const [word, bit] = [document >>> 5, document & 31];
    // A whole word at once, but for the first and the last.
    const count = Math.min(bitsPerWord - bit, documentCount - document);
    const bits = count === bitsPerWord ? -1 : ((1 << count) - 1) << bit;
    words[word] = (words[word] ?? 0) | bits;
    document += count;
  }
  return words;
}

/** Whether a document's bit is set. */
export function isDead(words: Uint32Array, document: number): boolean {
  return (((words[document >>> 5] ?? 0) >>> (document & 31)) & 1) === 1;
}

/** The number of bits that are set. */
export function countDead(words: Uint32Array): number {
  let count = 0;
  for (const bits of words) {
    for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  }
  return count;
}

/** Documents that are dead in `words` but were not in `before`, an earlier state of the same tombstones. */
export function deletedSince(before: Uint32Array, words: Uint32Array): number[] {
  const documents: number[] = [];
  words.forEach((bits, word) => {
    for (let rest = bits & ~(before[word] ?? 0); rest !== 0; rest &= rest - 1) {
      documents.push(word * bitsPerWord + 31 - Math.clz32(rest & -rest));
    }
  });
  return documents;
}

/** A segment as of one snapshot. */
export class LiveSegment {
  readonly id: number;
  readonly segment: Segment;
  /** Live documents. */
  readonly documentCount: number;
  /** Columns of cards, the newest layer first, those of the segment itself last. */
  readonly cards: readonly CardColumn[];
  readonly #tombstones: Uint32Array;
  readonly #hides: boolean;
  /**
   * Counts as of some earlier tombstones, until the first question brings them up to date: most snapshots are
   * replaced before one is asked, and what died since an earlier one is little.
   */
  #counts: LiveCounts;

  private constructor(
    { id, cards = [] }: Pick<SegmentSnapshot, 'id' | 'cards'>,
    segment: Segment,
    tombstones: Uint32Array,
    counts: LiveCounts,
    hides: boolean,
  ) {
    this.id = id;
    this.segment = segment;
    this.cards = [...cards.toReversed().map((layer) => openLayer(layer, segment.cards)), segment.cards];
    this.#tombstones = tombstones;
    this.#hides = hides;
    this.documentCount = segment.documentCount - countDead(tombstones);
    this.#counts = counts;
  }

  /**
   * Opens the segment of a snapshot. `previous`, a state of the same segment, lends its views, and its counts if no more had
   * died in it. With `hides`, documents out of stock count as dead. Throws an Error for a buffer that is no segment of this format.
   */
  static open(snapshot: SegmentSnapshot, previous?: LiveSegment, hides = false): LiveSegment {
    const segment = previous?.segment ?? new Segment(openSections(snapshot.data));
    const dead = new Uint32Array(snapshot.tombstones);
    const tombstones = hides ? buryOutOfStock(dead, segment) : dead;
    const liveCount = segment.documentCount - countDead(tombstones);
    const isEarlier =
      previous !== undefined && previous.#hides === hides && previous.documentCount >= liveCount;
    const counts = isEarlier ? previous.#counts : countsOf(segment, hides);
    return new LiveSegment(snapshot, segment, tombstones, counts, hides);
  }

  /** Opens a segment in which nothing is dead, before it has a number of its own. */
  static of(segment: Segment): LiveSegment {
    const known = allLive.get(segment);
    if (known !== undefined) return known;
    const tombstones = new Uint32Array(Math.ceil(segment.documentCount / 32));
    const live = new LiveSegment({ id: 0 }, segment, tombstones, countsOf(segment, false), false);
    allLive.set(segment, live);
    return live;
  }

  isLive(document: number): boolean {
    return this.documentCount === this.segment.documentCount || !isDead(this.#tombstones, document);
  }

  /** The live document of a product id in UTF-8, or -1. */
  findLiveDocument(productId: Uint8Array): number {
    const document = this.segment.findDocument(productId);
    return document >= 0 && this.isLive(document) ? document : -1;
  }

  /** Finds the newest card of a document: a column by its number among {@link cards}, and a place in it. */
  findCard(document: number): { readonly layer: number; readonly place: number } {
    for (let layer = 0; ; layer += 1) {
      const place = this.cards[layer]?.find(document) ?? 0;
      if (place >= 0) return { layer, place };
    }
  }

  /** The newest card of a document, as a column and a place in it. */
  cardOf(document: number): { readonly column: CardColumn; readonly place: number } {
    const { layer, place } = this.findCard(document);
    return { column: this.cards[layer] as CardColumn, place };
  }

  /** The number of newer cards beside those of the segment itself; those of one document in several layers count several times. */
  get newerCardCount(): number {
    return this.cards.slice(0, -1).reduce((total, { length }) => total + length, 0);
  }

  /** Live documents of a category path, in stock or not. */
  productsOfCategory(category: number): number {
    return this.#current().categoryProducts[category] ?? 0;
  }

  inStockOfCategory(category: number): number {
    return this.#current().categoryInStock[category] ?? 0;
  }

  /** Live in-stock documents behind a spelling of a suggestion. */
  countOfSpelling(spelling: number): number {
    return this.#current().spellings[spelling] ?? 0;
  }

  /** Live in-stock documents behind a suggestion, however they spell it. */
  countOfSuggestion(suggestion: number): number {
    return this.segment.sumOfSpellings(suggestion, this.#current().spellings);
  }

  #current(): LiveCounts {
    if (this.#counts.tombstones !== this.#tombstones) {
      this.#counts = bringUpToDate(this.segment, this.#counts, this.#tombstones);
    }
    return this.#counts;
  }
}

/** Segments with nothing dead: {@link LiveSegment.of}. */
const allLive = new WeakMap<Segment, LiveSegment>();

/** Live documents by what they are counted for. Never changed once made, since it is lent on. */
interface LiveCounts {
  readonly tombstones: Uint32Array;
  readonly categoryProducts: Uint32Array;
  readonly categoryInStock: Uint32Array;
  readonly spellings: Integers;
}

/** Returns the counts of a segment as built: nothing is dead, or only what is out of stock, which only categories count. */
function countsOf(segment: Segment, hides: boolean): LiveCounts {
  const { documentCount, categoryProducts, categoryInStock, spellingCounts } = segment;
  const none = new Uint32Array(hides ? Math.ceil(documentCount / bitsPerWord) : 0);
  return {
    tombstones: hides ? buryOutOfStock(none, segment) : none,
    categoryProducts: hides ? categoryInStock : categoryProducts,
    categoryInStock,
    spellings: spellingCounts,
  };
}

function bringUpToDate(segment: Segment, before: LiveCounts, tombstones: Uint32Array): LiveCounts {
  const died = deletedSince(before.tombstones, tombstones);
  if (died.length === 0) return { ...before, tombstones };
  const categoryProducts = before.categoryProducts.slice();
  const categoryInStock = before.categoryInStock.slice();
  const spellings = before.spellings.slice();
  const { offsets, items } = segment.documentSpellings;
  for (const document of died) {
    const category = segment.categoryOf(document);
    if (category !== null) {
      decrement(categoryProducts, category);
      if (document < segment.inStockCount) decrement(categoryInStock, category);
    }
    for (const spelling of items.subarray(offsets[document], offsets[document + 1])) {
      decrement(spellings, spelling);
    }
  }
  return { tombstones, categoryProducts, categoryInStock, spellings };
}

function decrement(counts: Integers, index: number): void {
  counts[index] = (counts[index] ?? 0) - 1;
}
